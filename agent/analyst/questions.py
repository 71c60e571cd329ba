"""The questions of the model analyst in full: each prompt with this trace, its facts and the taxonomy poured in."""

from collections.abc import Iterable, Sequence
from typing import Any

from agent.analyst.facts import signal_rows
from agent.analyst.shown_trace import ShownTrace
from agent.analyst.telling_events import BESIDE, task_beside
from agent.chunk.chunks import Chunk
from agent.chunk.render import harmless
from agent.clean import clean
from agent.diagnosis.claim import Grounded
from agent.diagnosis.grounding import ABSENCE_MODES, SEARCH_MODES
from agent.model.prompts import poured
from agent.signals.signal import Signal
from taxonomy.mast import Taxonomy
from taxonomy.mode import OWN, Mode, called

NOTHING = "none"
WITH_MISTAKES = "FC1"
"""The category whose question asks for plain mistakes too: it comes first, so that the others are told of them."""
HAD_TO = "What a right run had to keep to"
OPEN = "What the task leaves open, and somebody could have asked for (a guess that decided it is FM-2.2)"
TOLD = {
    "FC1": ((HAD_TO, ("criteria", "constraints", "roles")),),
    "FC2": ((OPEN, ("unknown",)), ("Who does what", ("roles",))),
    "FC3": ((HAD_TO, ("criteria", "constraints")),),
    OWN: ((HAD_TO, ("criteria", "constraints", "roles")),),
}
"""What each category is told of the outline."""
FOUND_BEFORE = (
    "Found before, in earlier questions. The same act may be a failure of another mode too: then say so. "
    "Do not say the same failure again under a mode that describes it less well."
)
MOST_KNOWN, MOST_WORDS = 6, 160
MOST_BESIDE = 600
"""Tokens of a task that stands in no line, where the first chunk is judged."""


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
    return poured(
        "judge",
        {
            "trace": shown.text(chunk),
            "facts": _facts(shown, chunk),
            "category": category,
            "title": taxonomy.category(category).name,
            "modes": "\n".join(f"{mode.code} {mode.name}: {mode.definition} {mode.shows}" for mode in modes),
            "rules": rules(modes),
            "mistakes": mistakes(taxonomy, category),
            "known": _known(shown, category, chunk, outline, so_far),
            "absence": _absence(modes),
            "votes": _votes(shown, signals),
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
        return (
            "- A wrong fact, sum, reading or line of code, something outside the agents, wrong data: asked about "
            "elsewhere, force none of it into a mode."
        )
    rows = [f"  {one.code}: {one.definition} {one.question}" for one in taxonomy.mistakes]
    later = ", ".join(mode.name.casefold() for mode in taxonomy.modes if mode.category != category)
    return (
        "- mistakes: failures that no mode describes, of these kinds, with both sides of the evidence; none that is in "
        f"a mode above or in one that is asked about elsewhere ({later}), none that did no harm. Empty where there is "
        "none.\n" + "\n".join(rows)
    )


def definition(taxonomy: Taxonomy, code: str) -> str:
    """A mode, or a kind of plain mistake, in full."""
    failure = taxonomy.failure(code)
    border = f"\n{failure.border}" if failure.border else ""
    told = (
        f"{called(code)}{'' if isinstance(failure, Mode) else ','} {failure.name}: {failure.definition} {failure.shows}"
    )
    return f"{told}\nThe question that decides: {failure.question}{border}"


def _facts(shown: ShownTrace, chunk: Chunk) -> str:
    """What programs know, the same for each category: where the chunk lies, what came before it, how the run ends."""
    lines = shown.case.trace.events.lines
    where = f"Lines {chunk.lines[0]} to {chunk.lines[1]} of {lines}"
    whole = chunk.lines == (1, lines)
    rows = [f"{where}: the whole run." if whole else f"{where}."]
    rows += shown.facts.before(chunk)
    rows += [f"end of the run: {fact}" for fact in shown.facts.ending()]
    if chunk.number == 1 and (beside := task_beside(shown, MOST_BESIDE)):
        rows.append(f"{BESIDE}\n{beside}")
    return "Noted by programs, which may be wrong:\n" + shown.fenced(shown.told("\n".join(rows)))


def checks(outline: dict[str, Any], *names: str, shown: tuple[int, int] = (0, 0)) -> str:
    """The numbered checks of the outline, with the words of their lines where these are not shown anyhow."""
    rows = [
        f"- {one['id']}{f' (L{line})' if (line := one.get('line')) else ''}: {one['text']}{_in_its_words(one, shown)}"
        for name in names
        for one in outline.get(name, [])
    ]
    return harmless(clean("\n".join(rows)))


def _in_its_words(check: dict[str, Any], shown: tuple[int, int]) -> str:
    """What the line of a check says, where that is not what the check says anyhow, or stands in the lines shown."""
    words = " ".join(str(check.get("words") or "").split())
    if (
        not words
        or shown[0] <= (check.get("line") or -1) <= shown[1]
        or len(words) > MOST_WORDS
        or words.casefold() in str(check["text"]).casefold()
    ):
        return ""
    return f' ("{words}")'


def _known(shown: ShownTrace, category: str, chunk: Chunk, outline: dict[str, Any], so_far: Sequence[Grounded]) -> str:
    """What matters of the outline to a category, and what earlier categories found: words of the trace, so fenced."""
    parts = []
    for heading, names in TOLD[category]:
        if asked := checks(outline, *names, shown=chunk.lines):
            parts.append(f"{heading}, as read by a model from its outline:\n{shown.fenced(shown.told(asked))}")
    near = sorted(so_far, key=lambda finding: _distance(finding, chunk))[:MOST_KNOWN]
    if near:
        rows = [f"- {finding.id} {finding.called} L{finding.onset}: {finding.title}" for finding in near]
        found = harmless(clean("\n".join(rows)))
        parts.append(f"{FOUND_BEFORE}\n{shown.fenced(shown.told(found))}")
    return "\n\n".join(parts) + "\n\n" if parts else ""


def _distance(finding: Grounded, chunk: Chunk) -> int:
    """How many lines a finding lies outside of a chunk."""
    return max(0, chunk.lines[0] - finding.onset, finding.onset - chunk.lines[1])


def _absence(modes: Sequence[Mode]) -> str:
    """Where a search that finds nothing is evidence, and how it is made."""
    instead = [mode.code for mode in modes if mode.code in ABSENCE_MODES]
    beside = [mode.code for mode in modes if mode.code in SEARCH_MODES - ABSENCE_MODES]
    if not (instead or beside):
        return "`absence` is null. "
    said = (
        "`absence` is null, or a search that finds nothing where something should stand: `pattern` is literal text in "
    )
    said += "any case, alternatives separated by |; lines `first` to `last`; it should stand at `expected_at`. "
    if instead:
        said += f"For {', '.join(instead)} `acts` may then be empty, `references` not. "
    if beside:
        said += f"For {', '.join(beside)} it stands beside the act that says it was done (no such call before it). "
    return said


def _votes(shown: ShownTrace, signals: Sequence[tuple[str, Signal]]) -> str:
    """What programs saw of this category in these lines, to be confirmed or rejected."""
    if not signals:
        return "- signals: empty.\n"
    rows = shown.fenced("\n".join(signal_rows(shown.case, signals)))
    names = ", ".join(name for name, _ in signals)
    return (
        f"- signals: confirm or reject each of {names}, by its id. It is a hint, no finding: what you confirm is told "
        "among the findings of its mode, in your words and with your quotes. Seen by programs in these lines, which "
        f"may be wrong:\n{rows}\n"
    )
