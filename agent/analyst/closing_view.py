"""Chooses what a closing question is shown: the whole trace where it fits, else its task and whole events of it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agent.analyst.shown_trace import WIDEST_LINE, ShownTrace
from agent.chunk.render import LEFT_OUT, harmless
from agent.clean import clean
from agent.diagnosis.claim import Grounded
from agent.diagnosis.quote import Place
from agent.diagnosis.remedies import thing
from agent.signals.readings.execution import execution_of
from agent.signals.readings.who_acts import VISIBLE, by_agent
from agent.tokens import count
from agent.trace.event import Event, Kind
from agent.trace.events import EventTable

TASK_TOKENS, MOST_ROOM, FEWEST_TOKENS = 2_000, 4_500, 120
CONTEXTS = (60, 30, 15, 8, 4, 2, 0)
"""Lines before and after the words in question that are tried, the most first, where an event is too long."""
MOST_LATER, MOST_AGENTS, MOST_FILES, MOST_RUNS = 3, 8, 6, 2
MOST_BESIDE, MOST_QUOTED = 200, 400
"""Characters of a line that are shown before and after a quote, and of the whole."""
FARTHEST = 3_000
"""Events that are looked at for what touches the same thing later, and back from the end for how the run ended."""
_FILE = re.compile(r"[\w./-]*\w\.[A-Za-z]\w{0,4}\b")
_WORK = re.compile(r"^```|^diff --git |^@@ |^\+\+\+ ", re.MULTILINE)
_WRITES = re.compile(r"write|edit|create|patch|apply|save|replace|insert|commit", re.IGNORECASE)

Spans = dict[int, list[tuple[int, int]]]
"""Events by number, the most important first, and the lines of each that must be seen."""


@dataclass(frozen=True, slots=True)
class ClosingView:
    """What stands above a closing question."""

    text: str
    says: str
    """One sentence that tells what the text is."""
    complete: bool
    """Whether there is nothing of the trace that is not shown."""


def closing_view(shown: ShownTrace, wanted: Spans, room: int) -> ClosingView:
    """The whole trace as the walk sent it, or an excerpt of so many tokens beside the task."""
    whole = shown.whole
    if whole is not None:
        complete = whole.left_out == 0
        rest = "" if complete else " Lines that are left out of it are named."
        return ClosingView(shown.text(whole), f"The block above is the whole trace.{rest}", complete)
    says = (
        "The block above shows the task, and then what matters most of a longer trace in the order of its lines; "
        "lines that are not shown are named."
    )
    return ClosingView(shown.fenced(_task(shown) + _excerpt(shown, wanted, room)), says, complete=False)


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
    """How the run ended: its last acts, the last run or test, the last words of each agent, the last state of files."""
    case = shown.case
    groups: dict[str, list[int]] = {"last": [], "run": [], "agent": [], "file": []}
    agents, files = set[str](), set[str]()
    for event in _backwards(shown):
        text = case.trace.text(event)
        if len(groups["last"]) < 2:
            groups["last"].append(event.number)
        if len(groups["run"]) < MOST_RUNS and execution_of(event, text) is not None:
            groups["run"].append(event.number)
        if event.kind in VISIBLE and by_agent(event) and event.actor not in agents and len(agents) < MOST_AGENTS:
            agents.add(event.actor or "")
            groups["agent"].append(event.number)
        new = set(_FILE.findall(text[:20_000])) - files if len(files) < MOST_FILES and _is_work(event, text) else set()
        if new:
            files.update(new)
            groups["file"].append(event.number)
    facts = [case.trace.events.at_line(fact.lines[0]).number for fact in case.survey.outcome if fact.lines]
    order = [*groups["last"], *groups["run"], *groups["file"], *facts, *groups["agent"]]
    return {number: [] for number in order}


def _is_work(event: Event, text: str) -> bool:
    """Whether an event brings code, a change or a file."""
    written = event.kind is Kind.CALL and _WRITES.search(event.tool or event.title) is not None
    return written or _WORK.search(text, 0, 20_000) is not None


def _backwards(shown: ShownTrace) -> Iterator[Event]:
    """The acts from the end of the run back."""
    events = shown.case.trace.events
    for number in range(len(events), max(0, len(events) - FARTHEST), -1):
        event = events[number]
        if event.repeats is None and event.kind not in LEFT_OUT:
            yield event


def _touching(shown: ShownTrace, finding: Grounded) -> list[int]:
    """The next events after an act that touch the same file, tool or name, and the last one that does."""
    trace = shown.case.trace
    name = (thing(finding.topic) or finding.topic).casefold().strip()
    acts = [place.event for place in finding.places if place.part == "act"]
    if not acts or len(name) < 3:
        return []
    found = [
        event.number
        for event in trace.events.between(max(acts) + 1, min(max(acts) + FARTHEST, len(trace.events)))
        if event.repeats is None and event.kind not in LEFT_OUT and name in trace.text(event).casefold()
    ]
    return list(dict.fromkeys([*found[:MOST_LATER], *found[-1:]]))


def _task(shown: ShownTrace) -> str:
    """The task of the run as far as there is room for it; where it is cut, that is said."""
    task = shown.case.trace.task()
    if task is None or not task.text.strip():
        return "Task of the run: not stated.\n\n"
    at = next((event.lines[0] for event in shown.case.trace.events if event.kind is Kind.TASK), None)
    words = harmless(clean(shown.case.redact(task.text)))
    said = words
    while count(said) > TASK_TOKENS:
        said = said[: len(said) * 7 // 8]
    cut = f"\n... {len(words) - len(said):,} more characters of the task are not shown" if said != words else ""
    return f"Task of the run{f' (L{at})' if at else ''}:\n{said}{cut}\n\n"


def _excerpt(shown: ShownTrace, wanted: Spans, room: int) -> str:
    """The events that are wanted, the most important first as long as there is room, in the order of the trace."""
    events = shown.case.trace.events
    kept: dict[int, str] = {}
    left = room
    for place, (number, lines) in enumerate(wanted.items()):
        share = max(left // 2, left // max(1, len(wanted) - place))
        if left < FEWEST_TOKENS:
            break
        text = _event(shown, events[number], lines, share)
        kept[number] = text
        left -= count(text)
    rows, before = list[str](), 0
    for number in sorted(kept):
        rows += [_gap(events, before + 1, number - 1), kept[number]]
        before = number
    return "".join([*rows, _gap(events, before + 1, len(events))])


def _gap(events: EventTable, first: int, last: int) -> str:
    """A row for the events between two that are shown."""
    if first > last:
        return ""
    begin, end = events[first].lines[0], events[last].lines[1]
    return f"  ... L{begin}-{end} not shown ({last - first + 1} events)\n"


def _event(shown: ShownTrace, event: Event, lines: Sequence[tuple[int, int]], limit: int) -> str:
    """An event whole, or the lines of it that must be seen with as much around them as fits."""
    renderer = shown.case.planner.renderer
    text, _, left_out = renderer.event(event, limit)
    if not left_out or not lines or event.kind in LEFT_OUT or event.repeats is not None:
        return text
    for context in CONTEXTS:
        text = _stretches(shown, event, lines, context)
        if count(text) <= limit:
            break
    return text


def _stretches(shown: ShownTrace, event: Event, lines: Sequence[tuple[int, int]], context: int) -> str:
    """Some lines of an event with so many around them; what lies between is named."""
    first, last = event.lines
    numbers: set[int] = set()
    for begin, end in lines:
        numbers.update(range(max(first, begin - context), min(last, end + context) + 1))
    whole = shown.case.planner.renderer.part(event, first, last, WIDEST_LINE).split("\n")
    rows, before = [whole[0]], first - 1
    for number in sorted(numbers):
        if number > before + 1:
            rows.append(f"  ... L{before + 1}-{number - 1} not shown")
        rows.append(whole[number - first + 1])
        before = number
    if before < last:
        rows.append(f"  ... L{before + 1}-{last} not shown")
    return "\n".join(rows) + "\n"


def whole_lines(shown: ShownTrace, place: Place) -> str:
    """The words of a quote with the beginning and end of their lines, as they may be shown."""
    text = shown.case.trace.text(shown.case.trace.events[place.event])
    start = max(text.rfind("\n", 0, place.start) + 1, place.start - MOST_BESIDE)
    end = text.find("\n", place.end)
    end = min(len(text) if end < 0 else end, place.end + MOST_BESIDE)
    lines = shown.case.finder.at(place).lines
    return f"L{lines[0]}: {shown.case.shown(place.event, start, end)[:MOST_QUOTED]}"
