"""The tool that lists calls: with arguments, status and result, those that say the same in one row."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.lookup.actor_name import actor_name
from agent.lookup.tools.outline import titled
from agent.lookup.tools.tool import RANGE, SKIP, Parameter, Result, Tool, span
from agent.lookup.visible_trace import VisibleTrace
from agent.number_words import count as counted
from agent.number_words import line_range
from agent.signals.readings.normalised_text import without_times
from agent.statistics.call_counts import failed
from agent.trace.event import Event, Kind

MOST_CALLS, MOST_OPEN, PAGE = 20_000, 64, 40
ARGUMENTS, RESULT, READ, PLACES, MOST_TOOLS = 160, 120, 2_000, 8, 12
"""Characters of arguments and of a result that are shown, of a text that is read, places of a group, and tools."""


@dataclass(slots=True)
class AlikeCalls:
    """Calls by one actor of one tool with the same words, and what came back."""

    first: Event
    calls: list[Event] = field(default_factory=list)
    results: list[Event] = field(default_factory=list)
    failed: int = 0


def _calls(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    lines = span(visible, given)
    answered = _answered(visible)
    known = [visible.trace.events[number] for number in _numbers(visible, (Kind.CALL,))]
    wanted = [call for call in known if lines[0] <= call.lines[0] <= lines[1] and _fits(visible, call, given)]
    if given.get("failed"):
        wanted = [call for call in wanted if any(failed(result) for result in answered.get(call.number, ()))]
    groups = _groups(visible, wanted, answered)
    result = Result(f"listing calls: {counted(len(wanted), 'call')}")
    result.head(_summary(visible, known, wanted, groups, answered))
    skip = max(0, given.get("skip", 0))
    for at, group in enumerate(groups[skip : skip + PAGE], skip):
        shown = [*group.calls[:PLACES], *group.results[-1:]]
        begun = [place for event in shown for place in titled(visible, event)]
        result.add(_row(visible, group), None, f"skip={at}", [event.lines for event in shown], begun)
    if len(groups) > skip + PAGE:
        result.add(f"... {len(groups) - skip - PAGE} more; go on with skip={skip + PAGE}", None, f"skip={skip + PAGE}")
    return result


def _numbers(visible: VisibleTrace, kinds: Iterable[Kind]) -> list[int]:
    last = len(visible.trace.events)
    return sorted(number for kind in kinds for number in visible.index.acts(1, last, None, kind.value))[:MOST_CALLS]


def _answered(visible: VisibleTrace) -> dict[int, list[Event]]:
    """The results of each call, by the number of the call."""
    answers: dict[int, list[Event]] = {}
    waiting: list[Event] = []
    for number in _numbers(visible, (Kind.CALL, Kind.RESULT, Kind.ERROR)):
        event = visible.trace.events[number]
        if event.kind is Kind.CALL:
            waiting = [*waiting[-MOST_OPEN:], event]
        elif (call := call_of(event, waiting)) is not None:
            answers.setdefault(call.number, []).append(event)
            waiting.remove(call)
    return answers


def call_of(result: Event, waiting: list[Event]) -> Event | None:
    """The call that a result answers: the one that it names, else the latest that it can be an answer to."""
    for call in reversed(waiting):
        if result.call is not None and call.call is not None:
            if result.call == call.call:
                return call
        elif result.parent == call.number or (
            result.tool in (None, call.tool) and (not result.to or call.actor is None or call.actor in result.to)
        ):
            return call
    return None


def _fits(visible: VisibleTrace, call: Event, given: Mapping[str, Any]) -> bool:
    tool, actor = given.get("tool"), given.get("actor")
    named = visible.safe(call.tool or visible.trace.title(call)).casefold()
    return (not tool or tool.casefold() in named) and (
        not actor or actor.casefold() in visible.safe(actor_name(call)).casefold()
    )


def _groups(visible: VisibleTrace, calls: list[Event], answered: Mapping[int, list[Event]]) -> list[AlikeCalls]:
    groups: dict[tuple[str, str], AlikeCalls] = {}
    for call in calls:
        words = without_times(visible.trace.text(call)[:READ]).strip()
        group = groups.setdefault((f"{call.actor} {call.tool}", words), AlikeCalls(call))
        results = answered.get(call.number, [])
        group.calls.append(call)
        group.results += results
        group.failed += any(failed(result) for result in results)
    return list(groups.values())


def _summary(
    visible: VisibleTrace,
    known: list[Event],
    wanted: list[Event],
    groups: list[AlikeCalls],
    answered: Mapping[int, list[Event]],
) -> str:
    if not known:
        return "This trace records no calls of tools as such; search for what was run, or list events."
    tools = Counter(visible.safe(call.tool or "unnamed") for call in wanted or known)
    bad = sum(group.failed for group in groups)
    silent = sum(call.number not in answered for call in wanted)
    parts = [f"{counted(len(wanted), 'call')} of {len(known):,}, {len(groups):,} different"]
    parts += [f"{bad:,} marked as failed" if visible.trace.reading.records_tool_results else "results are not recorded"]
    parts += [f"{silent:,} with no result"] if silent and visible.trace.reading.records_tool_results else []
    parts += ["only the first are told"] if len(known) == MOST_CALLS else []
    by_tool = ", ".join(f"{name} {number}" for name, number in tools.most_common(MOST_TOOLS))
    more = f" and {len(tools) - MOST_TOOLS} more tools" if len(tools) > MOST_TOOLS else ""
    return f"{'; '.join(parts)}. {'By tool' if wanted else 'All calls by tool'}: {by_tool}{more}"


def _row(visible: VisibleTrace, group: AlikeCalls) -> str:
    places = ", ".join(f"@{call.number} L{call.lines[0]}" for call in group.calls[:PLACES])
    more = f" and {len(group.calls) - PLACES} more" if len(group.calls) > PLACES else ""
    times = f"{len(group.calls)}x " if len(group.calls) > 1 else ""
    said = f"{visible.safe(actor_name(group.first))} {visible.safe(group.first.tool or '')}".strip()
    row = f"{times}{places}{more} {said}: {_start(visible, group.first, ARGUMENTS)}"
    if group.results:
        state = f"{group.failed} failed, " if group.failed else ""
        last = group.results[-1]
        row += f" -> {state}{line_range(*last.lines)} {_start(visible, last, RESULT)}"
    return row


def _start(visible: VisibleTrace, event: Event, longest: int) -> str:
    """How an event begins, on one row."""
    text = " ".join(visible.safe(visible.trace.text(event)[:READ]).split())
    name = (event.tool or "").rsplit(".", 1)[-1]
    if event.kind is Kind.CALL and name and (at := text.find(f"{name}(")) > 0:
        text = text[at:]
    return text if len(text) <= longest else f"{text[:longest].rstrip()}…"


CALLS = Tool(
    "calls",
    "Calls of tools in lines first to last, with arguments, status, result.",
    {
        "tool": Parameter("string"),
        "actor": Parameter("string"),
        "failed": Parameter("boolean"),
        **RANGE,
        **SKIP,
    },
    _calls,
)
