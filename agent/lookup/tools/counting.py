"""Tools that count: how many lines hold a text, and where it stands first and last and reaches each agent."""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

from agent.lookup.actor_name import actor_name
from agent.lookup.exact_search import MatchingLine, SearchWords
from agent.lookup.tools.search import echoed, place_row, query_of
from agent.lookup.tools.tool import Parameter, Result, Tool
from agent.lookup.visible_search import visible_lines, visible_numbers
from agent.lookup.visible_trace import VisibleTrace
from agent.number_words import count as counted
from agent.trace.event import Event, Kind
from agent.trace.matcher import Query

MOST_COUNTED, MOST_FOLLOWED, MOST_AGENTS = 5_000, 1_000, 8
"""Lines that are counted, lines whose readers are looked for, agents that are told of."""
CHECKED = 20
"""Passages that are read again to see whether a text stands in them as it is written."""


def _count(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    text = given["text"]
    query = query_of(text, regex=bool(given.get("regex")))
    lines = list(islice(visible_numbers(visible, query), MOST_COUNTED + 1))
    is_more = len(lines) > MOST_COUNTED
    lines = lines[:MOST_COUNTED]
    said = f"more than {MOST_COUNTED:,} lines" if is_more else counted(len(lines), "line")
    result = Result(f'counting "{echoed(visible, text)}": {said}')
    copies = _copies(visible, lines)
    split = f"{len(lines) - copies:,} of acts and {copies:,} that the log prints again" if copies else ""
    if is_more:
        split = f"; counted as far as L{lines[-1]}, not beyond" + (f": up to there {split}" if split else "")
    elif split:
        split = f", {split}"
    whole = f"L1-{visible.trace.events.lines}"
    result.head(f'{said} of {whole} hold "{echoed(visible, text)}" (any case, also inside words){split}')
    return result


def _copies(visible: VisibleTrace, lines: list[int]) -> int:
    """How many of some lines, which are in order, the log merely prints again."""
    ranges = visible.trace.events.copies()
    first, last = next(ranges, (0, 0))
    copies = 0
    for line in lines:
        while last and last < line:
            first, last = next(ranges, (0, 0))
        copies += first <= line <= last
    return copies


def _first_and_last(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    text = given["text"]
    hits = list(islice(visible_lines(visible, Query(text, ignore_case=True)), MOST_FOLLOWED))
    result = Result(f'looking for the first "{echoed(visible, text)}"' + (f": L{hits[0].line}" if hits else ": 0 hits"))
    if not hits:
        result.add(f'Not in this trace: no line holds "{echoed(visible, text)}" (any case, also inside words).')
        return result
    first, last = hits[0], hits[-1] if len(hits) < MOST_FOLLOWED else _last(visible, text)
    result.add(f"first {_seen(visible, first, text)}", (first.line, first.line))
    if last is None:
        result.add(f"the last was not looked for: {MOST_FOLLOWED:,} lines or more hold it")
    elif last.line != first.line:
        result.add(f"last {_seen(visible, last, text)}", (last.line, last.line))
    _say_who(visible, result, hits)
    return result


def _say_who(visible: VisibleTrace, result: Result, hits: list[MatchingLine]) -> None:
    """For each agent where it first wrote the text, and where it was first given it by somebody else."""
    wrote: dict[str, MatchingLine] = {}
    read: dict[str, MatchingLine] = {}
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


def _last(visible: VisibleTrace, text: str) -> MatchingLine | None:
    """The last line that holds a text, where many do: its last words lead near it; None where they do not."""
    sought = SearchWords((text,), "anywhere")
    for passage in visible.index.holding(text, CHECKED, last=True):
        for number, line in reversed(list(visible.lines(*passage.lines))):
            if sought.on(line):
                near = MatchingLine(number, visible.trace.events[passage.event], line)
                beyond = list(islice(visible_lines(visible, Query(text, ignore_case=True), number), MOST_FOLLOWED))
                return None if len(beyond) == MOST_FOLLOWED else [near, *beyond][-1]
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
