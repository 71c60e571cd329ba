"""Known runs written in another way that changes nothing of what went wrong: names, headers, the order of modes."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agent.evaluation.known_runs import KnownRun, Place
from agent.evaluation.proportions import difference
from agent.evaluation.run_score import RunScore
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace
from taxonomy.mast import Taxonomy

NEUTRAL = ("Amber", "Birch", "Coral", "Dune", "Ember", "Fjord", "Grove", "Heath", "Iris", "Juniper", "Kelp", "Lark")
SUFFIX = ".jsonl"
OPENING = "What the agents of one run wrote to each other, message by message."
_HEADER = re.compile(
    r"-{10} .* -{10}|-{20,}|\[[0-9 :-]{19}\] (?:NEW MESSAGES|FROM): ?.*|=== .* ===|[A-Z]+\.(?:SH|PY) .*!#!#.*"
)
"""Lines by which frameworks begin and end what they write."""
_PREFIX = re.compile(r"HyperAgent_\S+ - [A-Z]+ - |[0-9]{4}-[0-9:. -]{14,19}(?: \| [A-Z]+ +\| \S+ - |: (?=task_name=))")
"""What they write at the beginning of a line."""
Names = Callable[[Sequence[str]], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to write a run anew."""

    name: str
    what: str
    names: Names | None
    """Who is called what; None where the run stays as it is."""
    reorders: bool = False


def _kept(agents: Sequence[str]) -> Mapping[str, str]:
    return {}


def _renamed(agents: Sequence[str]) -> Mapping[str, str]:
    return dict(zip(agents, NEUTRAL, strict=False))


def _shuffled(agents: Sequence[str]) -> Mapping[str, str]:
    """Each agent has the name of the next: who did what with whom stays, only the names no longer say it."""
    return dict(zip(agents, [*agents[1:], *agents[:1]], strict=True)) if len(agents) > 1 else {}


VARIANTS = (
    Variant("headers", "the same events under the headers of another format", _kept),
    Variant("renamed", "agents with names that say nothing of their role", _renamed),
    Variant("shuffled", "agents with each other's names", _shuffled),
    Variant("reordered", "the modes asked about in the reverse order", None, reorders=True),
)


def reordered(taxonomy: Taxonomy) -> Taxonomy:
    """The taxonomy with the modes of each category in the reverse order."""
    modes = [mode for one in taxonomy.categories for mode in reversed(taxonomy.modes_of(one.code))]
    return replace(taxonomy, modes=tuple(modes))


def rewritten(run: KnownRun, names: Names, folder: Path) -> KnownRun | None:
    """The run as chat messages with other names, in a file of this folder; None where its truth is lost on the way."""
    with closing(Trace.open(run.trace)) as trace:
        trace.read()
        agents = [name for name in dict.fromkeys(event.actor for event in trace.events) if name and name != "user"]
        swap = _swapper(names(agents))
        messages = list(_messages(trace, swap))
    path = folder / f"{run.name}{SUFFIX}"
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in messages), "utf-8")
    with closing(Trace.open(path)) as trace:
        trace.read()
        act, reference = ([_placed(trace, swap(one.quote)) for one in some] for some in (run.act, run.reference))
    if None in act:
        return None
    places = tuple(one for one in act if one is not None)
    return replace(
        run,
        trace=path,
        act=places,
        reference=tuple(one for one in reference if one is not None),
        root=places[0].lines[0] if places else None,
        actor=swap(run.actor) if run.actor else None,
    )


def _swapper(names: Mapping[str, str]) -> Callable[[str], str]:
    if not names:
        return lambda text: text
    some = re.compile(r"(?<![\w-])(" + "|".join(sorted(map(re.escape, names), key=len, reverse=True)) + r")(?![\w-])")
    return lambda text: some.sub(lambda match: names[match[1]], text)


def _messages(trace: Trace, swap: Callable[[str], str]) -> Iterator[dict[str, Any]]:
    yield {"role": "system", "content": OPENING}
    for event in trace.events:
        lines = (_PREFIX.sub("", line) for line in trace.text(event).split("\n"))
        text = "\n".join(line for line in lines if not _HEADER.fullmatch(line)).strip("\n")
        if event.repeats is None and text:
            yield _message(event, swap(text), swap)


def _message(event: Event, text: str, swap: Callable[[str], str]) -> dict[str, Any]:
    if event.kind is Kind.TASK or event.actor == "user":
        return {"role": "user", "content": text}
    if event.kind in (Kind.SYSTEM, Kind.NOTE, Kind.NOISE, Kind.USAGE) or not event.actor:
        return {"role": "system", "content": text}
    return {"role": "assistant", "name": swap(event.actor), "content": text}


def _placed(trace: Trace, quote: str) -> Place | None:
    place = None
    for event in trace.events:
        at = trace.text(event).find(quote)
        if at >= 0:
            place = Place(trace.place(event, at, at + len(quote))[0], quote)
    return place


def compared(before: Sequence[RunScore], after: Sequence[RunScore]) -> dict[str, Any]:
    """What a variant changed: found failures and false alarms, with the interval of the difference."""
    names = {score.run.name for score in after}
    base = [score for score in before if score.run.name in names]
    hits = [_tally(score.found for score in some if score.run.fails) for some in (base, after)]
    alarms = [_tally(bool(score.alarms) for score in some if not score.run.fails) for some in (base, after)]
    verdicts = {score.run.name: score.verdict.split(":")[0] for score in base}
    changed = sum(verdicts[score.run.name] != score.verdict.split(":")[0] for score in after)
    return {
        "found": hits[1],
        "false_alarms": alarms[1],
        "changed": [changed, len(after)],
        "difference": _difference(hits),
        "false_alarms_difference": _difference(alarms),
    }


def _tally(hits: Iterator[bool]) -> tuple[int, int]:
    each = list(hits)
    return sum(each), len(each)


def _difference(tallies: Sequence[tuple[int, int]]) -> dict[str, Any] | None:
    if not all(of for _, of in tallies):
        return None
    change, edges = difference(tallies[0], tallies[1])
    within = edges[0] <= 0 <= edges[1]
    return {"value": round(change, 4), "interval": [round(edge, 4) for edge in edges], "within_noise": within}
