"""The questions of the model analyst in full: each prompt with this trace, its facts and the taxonomy poured in."""

from collections.abc import Iterable, Sequence
from typing import Any

from agent.analyst.facts import signal_rows
from agent.analyst.shown_trace import ShownTrace
from agent.chunk.chunks import Chunk
from agent.chunk.render import harmless
from agent.clean import clean
from agent.diagnosis.claim import Grounded
from agent.diagnosis.grounding import ABSENCE_MODES
from agent.model.prompts import poured
from agent.signals.signal import Signal
from taxonomy.mast import Taxonomy
from taxonomy.mode import Mode, called

NOTHING = "none"
WITH_MISTAKES = "FC1"
"""The category whose question asks for plain mistakes too: it comes first, so that the others are told of them."""
MOST_KNOWN, MOST_CHECKS = 4, 6


def judge(
    shown: ShownTrace,
    category: str,
    chunk: Chunk,
    signals: Sequence[tuple[str, Signal]],
    outline: dict[str, Any],
    so_far: Sequence[Grounded],
) -> str:
    """The question about one chunk and category; what its three categories share comes first."""
    taxonomy = shown.case.taxonomy
    modes = taxonomy.modes_of(category)
    votes = [name for name, signal in signals if signal.mode in {mode.code for mode in modes}]
    return poured(
        "judge",
        {
            "trace": shown.text(chunk),
            "facts": _facts(shown, chunk, signals),
            "category": category,
            "title": taxonomy.category(category).name,
            "modes": "\n".join(f"{mode.code} {mode.name}: {mode.definition} {mode.shows}" for mode in modes),
            "rules": rules(modes),
            "mistakes": mistakes(taxonomy, category),
            "known": _known(category, chunk, outline, so_far),
            "absence": _absence(modes),
            "votes": _votes(votes),
        },
    )


def rules(modes: Iterable[Mode]) -> str:
    """What tells the modes from their rivals, each pair once."""
    pairs: dict[str, None] = {}
    for mode in modes:
        pairs.update(dict.fromkeys(rival.rule for rival in mode.rivals))
    pairs.update(dict.fromkeys(f"{mode.code}: {mode.border}" for mode in modes if mode.border))
    return "\n".join(f"- {rule}" for rule in pairs)


def mistakes(taxonomy: Taxonomy, category: str) -> str:
    """What to do with a failure that no mode describes."""
    if category != WITH_MISTAKES:
        kinds = "; ".join(one.definition.rstrip(".") for one in taxonomy.mistakes)
        return f"No mode at all, asked for elsewhere, never to be forced into one: {kinds}."
    rows = [f"{one.code}: {one.definition} {one.question}" for one in taxonomy.mistakes]
    return (
        "mistakes: failures that no mode describes, of these kinds, with both sides of the evidence; none that is in a "
        "mode above, none that did no harm. Empty where there is none.\n" + "\n".join(rows)
    )


def definition(taxonomy: Taxonomy, code: str) -> str:
    """A mode, or a kind of plain mistake, in full."""
    failure = taxonomy.failure(code)
    border = f"\n{failure.border}" if failure.border else ""
    told = f"{called(code)} {failure.name}: {failure.definition} {failure.shows}"
    return f"{told}\nThe question that decides: {failure.question}{border}"


def _facts(shown: ShownTrace, chunk: Chunk, signals: Sequence[tuple[str, Signal]]) -> str:
    """What programs know: where the chunk lies, what is open, how the run ends, what detectors saw in these lines."""
    lines = shown.case.trace.events.lines
    where = f"Lines {chunk.lines[0]} to {chunk.lines[1]} of {lines}"
    whole = chunk.lines == (1, lines)
    rows = [f"{where}: the whole run." if whole else f"{where}."]
    rows += shown.facts.before(chunk)
    rows += [f"end of the run: {fact}" for fact in shown.facts.ending()]
    rows += signal_rows(shown.case, signals)
    return "Noted by programs, which may be wrong:\n" + shown.fenced("\n".join(rows))


def checks(outline: dict[str, Any], *names: str) -> str:
    """The numbered checks of the outline."""
    rows = [
        f"- {one['id']}{f' (L{line})' if (line := one.get('line')) else ''}: {one['text']}"
        for name in names
        for one in outline.get(name, [])[:MOST_CHECKS]
    ]
    return harmless(clean("\n".join(rows)))


def _known(category: str, chunk: Chunk, outline: dict[str, Any], so_far: Sequence[Grounded]) -> str:
    """What matters of the outline to a category, and what earlier categories found."""
    names = {"FC1": ("constraints", "roles"), "FC2": ("unknown",), "FC3": ("criteria", "constraints")}[category]
    parts = []
    asked = checks(outline, *names)
    if asked:
        parts.append(f"What a right run had to keep to, as read by a model from its outline:\n{asked}")
    near = sorted(so_far, key=lambda finding: abs(finding.onset - chunk.lines[0]))[:MOST_KNOWN]
    if near:
        rows = [f"- {finding.id} {finding.called} L{finding.onset}: {finding.title[:120]}" for finding in near]
        parts.append("Found before for other categories (not to be said again):\n" + harmless(clean("\n".join(rows))))
    return "\n\n".join(parts) + "\n\n" if parts else ""


def _absence(modes: Sequence[Mode]) -> str:
    codes = [mode.code for mode in modes if mode.code in ABSENCE_MODES]
    if not codes:
        return ""
    return (
        f"For {' and '.join(codes)} something may be missing instead: then `absence` is a search that finds nothing "
        "(words separated by |, first and last line, the line where it should stand) and `acts` may be empty. "
    )


def _votes(names: Sequence[str]) -> str:
    if not names:
        return "`signals` is empty. "
    return f"- signals: confirm or reject each of {', '.join(names)}, by its id.\n\n"
