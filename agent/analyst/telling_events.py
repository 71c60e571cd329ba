"""Chooses which events of a long trace a closing question needs: the acts in question, what came of them, the end."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from agent.analyst.shown_trace import ShownTrace
from agent.chunk.render import NEVER_JUDGED, harmless
from agent.clean import clean
from agent.diagnosis.claim import Grounded
from agent.diagnosis.remedies import thing
from agent.signals.readings.changing_tools import makes_something
from agent.signals.readings.execution import execution_of
from agent.signals.readings.who_acts import FRAMING, VISIBLE, by_agent
from agent.tokens import count
from agent.trace.event import Event, Kind

TASK_TOKENS = 2_000
BESIDE = "Its task, which stands in none of its lines:"
MOST_LAST, MOST_LATER, MOST_AGENTS, MOST_FILES, MOST_RUNS = 4, 3, 8, 6, 2
MOST_RESULTS, TELLING = 8, 240
"""Results of tools that are shown of the end, and characters of one that says more than that it came."""
FIRST = 3
"""Acts that are shown of the beginning where the task is not stated."""
LONGEST, FILE_NAMED, UNNAMED = 20_000, 500, "```"
"""Characters of an event in which work is looked for, and of the beginning and end of a call, where its file is named;
code of no named file."""
MOST_BESIDE, NEAR = 2, 12
"""Acts that are shown before and after an event in question, and how many events away they are looked for."""
FARTHEST = 3_000
"""Events that are looked at for what touches the same thing later, and back from the end for how the run ended."""
_FILE = re.compile(r"""(?:(?<=["'`\s>=:])|^)[\w./-]*\w\.[A-Za-z]\w{0,4}(?=["'`\s]|$)""")
"""A file's name as it is written or typed, not an attribute in code."""
_HEADED = re.compile(r"^\W*([\w./-]*\w\.[A-Za-z]\w{0,4})\W*\n+```|^\+\+\+ (?:b/)?(\S+\.\w+)", re.MULTILINE)
"""A file's name above a block of code, or in the head of a diff."""
_CODE = re.compile(r"^```[^\n]*\n(?:(?!```)[^\n]*\n){5}|^@@ ", re.MULTILINE)
"""A block of code of more than a few lines, or a diff."""

Spans = dict[int, list[tuple[int, int]]]
"""Events by number, the most important first, and the lines of each that must be seen."""


def task_words(shown: ShownTrace) -> str:
    """What the run was asked to do, as it may be shown; empty where the trace does not state it."""
    task = shown.case.trace.task()
    return harmless(clean(shown.case.redact(task.text))).strip() if task is not None else ""


def as_far_as(words: str, tokens: int) -> str:
    """A task as far as there is room for it; a cut is said."""
    said = words
    while count(said) > tokens:
        said = said[: len(said) * 7 // 8]
    return (
        said if said == words else f"{said}\n... {len(words) - len(said):,} more characters of the task are not shown"
    )


def task_beside(shown: ShownTrace, tokens: int = TASK_TOKENS) -> str:
    """The task where it stands beside the events, in the file or with the user; empty where an event states it."""
    stands_beside = shown.task_event is None or shown.case.trace.stated_task is not None
    return as_far_as(task_words(shown), tokens) if stands_beside else ""


def opening(shown: ShownTrace) -> Spans:
    """The first acts, which tell what is wanted, where the trace does not state its task."""
    if task_words(shown):
        return {}
    acts = (event.number for event in shown.case.trace.events if event.is_act and event.kind not in FRAMING)
    return {number: [] for number in islice(acts, FIRST)}


def neighbours(shown: ShownTrace, wanted: Iterable[int]) -> Iterator[int]:
    """The acts just before and after the events in question, whatever a log writes between them."""
    beside = [(_acts(shown, number, -1), _acts(shown, number, 1)) for number in wanted]
    for _ in range(MOST_BESIDE):
        for sides in beside:
            yield from (number for side in sides if (number := next(side, None)) is not None)


def _acts(shown: ShownTrace, number: int, step: int) -> Iterator[int]:
    """The acts near an event, one way."""
    events = shown.case.trace.events
    last = min(len(events), max(1, number + step * NEAR))
    for beside in range(number + step, last + step, step):
        if 1 <= beside <= len(events) and _is_told(events[beside]):
            yield beside


def _is_told(event: Event) -> bool:
    """Whether an event is an act of somebody: neither noise, nor a prompt, nor printed again."""
    return event.repeats is None and event.kind not in NEVER_JUDGED


def around(shown: ShownTrace, findings: Iterable[Grounded]) -> Spans:
    """The events of acts and references, and the next ones that touch the same thing."""
    spans: Spans = {}
    later: list[int] = []
    for finding in findings:
        for place in sorted(finding.places, key=lambda place: place.part != "act"):
            lines = shown.case.finder.at(place).lines
            spans.setdefault(place.event, []).append(lines)
        if finding.absence is not None:
            at = finding.absence.expected_at
            spans.setdefault(shown.case.trace.events.at_line(at).number, []).append((at, at))
        later += _touching(shown, finding)
    for number in later:
        spans.setdefault(number, [])
    return spans


def ending(shown: ShownTrace) -> Spans:
    """How the run ended: its last acts, the last run or test, the last state of files, the last words of each agent."""
    events = _ending(shown)
    return _spans(events.last, events.runs, events.work, events.facts, events.agents)


def delivered(shown: ShownTrace, beside: Spans | None = None) -> Spans:
    """The same with what was delivered first: its files as they were last, and what the last runs of it gave.

    What else is wanted comes before what tools gave last, on which an answer rests, and the last words of each agent.
    """
    events = _ending(shown)
    spans = _spans(events.work, events.runs, events.last, events.facts)
    for number, lines in (beside or {}).items():
        spans.setdefault(number, []).extend(lines)
    return spans | _spans([number for number in (*events.results, *events.agents) if number not in spans])


@dataclass
class _Ending:
    """Events of the end of a run, each list from the last one back."""

    last: list[int] = field(default_factory=list)
    runs: list[int] = field(default_factory=list)
    work: list[int] = field(default_factory=list)
    agents: list[int] = field(default_factory=list)
    facts: list[int] = field(default_factory=list)
    results: list[int] = field(default_factory=list)


def _ending(shown: ShownTrace) -> _Ending:
    case, events = shown.case, _Ending()
    agents, files = set[str](), set[str]()
    for event in _backwards(shown):
        text = case.trace.text(event)
        if len(events.last) < MOST_LAST:
            events.last.append(event.number)
        if len(events.runs) < MOST_RUNS and execution_of(event, text) is not None:
            events.runs.append(event.number)
        if event.kind is Kind.RESULT and len(events.results) < MOST_RESULTS and len(text) > TELLING:
            events.results.append(event.number)
        if event.kind in VISIBLE and by_agent(event) and event.actor not in agents and len(agents) < MOST_AGENTS:
            agents.add(event.actor or "")
            events.agents.append(event.number)
        if len(files) < MOST_FILES and (new := brought(event, text[:LONGEST]) - files):
            files.update(new)
            events.work.append(event.number)
    events.facts = [case.trace.events.at_line(fact.lines[0]).number for fact in case.survey.outcome if fact.lines]
    return events


def _spans(*groups: list[int]) -> Spans:
    return {number: [] for group in groups for number in group}


def brought(event: Event, text: str) -> set[str]:
    """The files that an event writes, changes or shows whole; one without a name is code all the same."""
    if event.kind is Kind.CALL and makes_something(event.tool or event.title):
        return set(_FILE.findall(f"{text[:FILE_NAMED]}\n{text[FILE_NAMED:][-FILE_NAMED:]}")) or {
            event.tool or event.title
        }
    named = {name for match in _HEADED.finditer(text) for name in match.groups() if name}
    return named or ({UNNAMED} if _CODE.search(text) is not None else set())


def _backwards(shown: ShownTrace) -> Iterator[Event]:
    """The acts from the end of the run back."""
    events = shown.case.trace.events
    for number in range(len(events), max(0, len(events) - FARTHEST), -1):
        event = events[number]
        if _is_told(event):
            yield event


def _touching(shown: ShownTrace, finding: Grounded) -> list[int]:
    """The next events after an act that touch the same file, tool or name, and the last one that does."""
    trace = shown.case.trace
    name = (thing(finding.topic) or finding.topic).casefold().strip()
    acts = [place.event for place in finding.places if place.part == "act"]
    if not acts or len(name) < 3:
        return []
    numbers = [
        event.number
        for event in trace.events.between(max(acts) + 1, min(max(acts) + FARTHEST, len(trace.events)))
        if _is_told(event) and name in trace.text(event).casefold()
    ]
    return list(dict.fromkeys([*numbers[:MOST_LATER], *numbers[-1:]]))
