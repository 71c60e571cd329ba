"""Tools that count: how many lines hold a text, and where it stands first and last and reaches each agent."""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

from agent.lookup.actor_name import actor_name
from agent.lookup.exact_search import MatchingLine, SearchWords
from agent.lookup.tools.search import echoed, place_row, query_of
from agent.lookup.tools.tool import Parameter, Result, Tool
from agent.lookup.visible_search import visible_lines
from agent.lookup.visible_trace import VisibleTrace
from agent.number_words import count as counted
from agent.trace.event import Event, Kind
from agent.trace.matcher import Query

MOST_COUNTED, MOST_FOLLOWED, MOST_AGENTS = 100_000, 2_000, 8
"""Lines that are counted, lines whose readers are looked for, agents that are told of."""
CHECKED = 20
"""Passages that are read again to see whether a text stands in them as it is written."""


def _count(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    text = given["text"]
    acts, copies = 0, 0
    for hit in islice(visible_lines(visible, query_of(text, regex=bool(given.get("regex")))), MOST_COUNTED + 1):
        acts, copies = (acts + 1, copies) if hit.event.is_act else (acts, copies + 1)
    number = acts + copies
    said = f"more than {MOST_COUNTED:,} lines" if number > MOST_COUNTED else counted(number, "line")
    result = Result(f'counting "{echoed(visible, text)}": {said}')
    split = f", {acts:,} of acts and {copies:,} that the log prints again" if copies and number <= MOST_COUNTED else ""
    whole = f"L1-{visible.trace.events.lines}"
    result.head(f'{said} of {whole} hold "{echoed(visible, text)}" (any case, also inside words){split}')
    return result


def _first_and_last(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    text = given["text"]
    first, last = _edge(visible, text, last=False), _edge(visible, text, last=True)
    if first is None:
        first = next(visible_lines(visible, Query(text, ignore_case=True)), None)
        last = None
    result = Result(f'looking for the first "{echoed(visible, text)}"' + (f": L{first.line}" if first else ": 0 hits"))
    if first is None:
        result.add(f'Not in this trace: no line holds "{echoed(visible, text)}" (any case, also inside words).')
        return result
    result.add(f"first {_seen(visible, first, text)}", (first.line, first.line))
    if last is not None and last.line != first.line:
        result.add(f"last {_seen(visible, last, text)}", (last.line, last.line))
    _say_who(visible, result, text)
    return result


def _say_who(visible: VisibleTrace, result: Result, text: str) -> None:
    """For each agent where it first wrote the text, and where it was first given it by somebody else."""
    wrote: dict[str, MatchingLine] = {}
    read: dict[str, MatchingLine] = {}
    hits = list(islice(visible_lines(visible, Query(text, ignore_case=True)), MOST_FOLLOWED))
    for hit in hits:
        if hit.event.is_act:
            wrote.setdefault(actor_name(hit.event), hit)
            for reader in _readers(visible, hit.event):
                read.setdefault(reader, hit)
    names = sorted({*wrote, *read}, key=lambda name: min(hit.line for hit in (wrote.get(name), read.get(name)) if hit))
    for name in names[:MOST_AGENTS]:
        said = [f"wrote it first at L{wrote[name].line} (@{wrote[name].event.number})"] if name in wrote else []
        said += [f"was first given it at L{read[name].line} (@{read[name].event.number})"] if name in read else []
        places = [(hit.line, hit.line) for hit in (wrote.get(name), read.get(name)) if hit is not None]
        result.add(f"{visible.safe(name)} {', '.join(said)}", named=places)
    if len(names) > MOST_AGENTS:
        result.add(f"... and {len(names) - MOST_AGENTS} more")
    if not read:
        result.add("nobody is recorded as given it: who reads a message is not written down here")
    if len(hits) == MOST_FOLLOWED:
        result.add(f"(who had it: from the first {MOST_FOLLOWED:,} lines that hold it)")


def _readers(visible: VisibleTrace, event: Event) -> tuple[str, ...]:
    """Whom an event is for: those it names, else whoever made the call that it answers."""
    if event.to or event.kind not in (Kind.RESULT, Kind.ERROR) or event.parent is None:
        return event.to
    return (actor_name(visible.trace.events[event.parent]),)


def _edge(visible: VisibleTrace, text: str, *, last: bool) -> MatchingLine | None:
    """The first or last line that holds a text, found by its words."""
    sought = SearchWords((text,), "anywhere")
    for passage in visible.index.holding(text, CHECKED, last=last):
        lines = list(visible.lines(*passage.lines))
        for number, line in reversed(lines) if last else lines:
            if sought.on(line):
                return MatchingLine(number, visible.trace.events[passage.event], line)
    return None


def _seen(visible: VisibleTrace, seen: MatchingLine, text: str) -> str:
    match = re.search(re.escape(text), seen.text[:20_000], re.IGNORECASE)
    return place_row(visible, seen.line, seen.event, seen.text, match.start() if match else 0)


FIRST_AND_LAST = Tool(
    "first_and_last",
    "Where a text stands first and last, and where it first reached each agent.",
    {"text": Parameter("string", needed=True)},
    _first_and_last,
)
COUNT = Tool(
    "count",
    "How many lines hold a text or match a regex.",
    {"text": Parameter("string", needed=True), "regex": Parameter("boolean")},
    _count,
)
