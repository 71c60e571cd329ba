"""Tools that search: the best passages for some words, the first and last place of a text, how often it stands."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from agent.chunk.render import harmless
from agent.clean import clean_line
from agent.diagnosis.document_parts import Lines
from agent.lookup.actor_name import actor_name
from agent.lookup.exact_search import MatchingLine, SearchWords
from agent.lookup.tools.read import WHOSE, fits
from agent.lookup.tools.tool import RANGE, BadCall, Parameter, Result, Tool, span
from agent.lookup.visible_search import count_visible, visible_lines
from agent.lookup.visible_trace import VisibleTrace
from agent.lookup.word_index import SHELVES, Passage, Shelf
from agent.trace.matcher import Query

MOST_HITS, MOST_PASSAGES, MOST_COUNTED, WIDE = 12, 30, 1_000, 140
SHORTEST = 3
CHECKED = 20
"""Passages that are read again to see whether a text stands in them as it is written."""


def _search(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    words, lines = given["words"], span(visible, given)
    if given.get("regex"):
        return _pattern(visible, given, words, lines)
    found = [
        _best(visible, passage, words)
        for shelf in SHELVES
        for passage in visible.index.best(words, MOST_PASSAGES, shelf)
        if passage.lines[0] <= lines[1]
        and passage.lines[1] >= lines[0]
        and fits(visible, visible.trace.events[passage.event], given)
    ]
    seen = [best for best in found if best.held or best.line not in visible.redacted_lines()]
    kept = _in_turn(seen) or list(_exact(visible, words, lines, given))
    result = Result(f'searching "{echoed(words)}": {_hits(len(kept))}')
    for best in kept:
        event = visible.trace.events[best.event]
        text = _around(visible, best.line, best.text, best.place)
        result.add(
            f"{best.line}| @{event.number} {visible.safe(actor_name(event))} {event.kind.value}: {text}",
            (best.line,) * 2,
        )
    if not kept:
        result.add(f'Not in this trace: no line there holds "{echoed(words)}", nor any of its words.')
    return result


@dataclass(frozen=True, slots=True)
class Best:
    """The line of a passage that holds the most of what is looked for, and where its first word stands."""

    line: int
    event: int
    text: str
    place: int
    held: int
    shelf: Shelf


def _best(visible: VisibleTrace, passage: Passage, words: str) -> Best:
    stems = _stems(words)
    held, number, line = max(
        ((sum(stem in line.casefold() for stem in stems), -number, line) for number, line in _lines(visible, passage)),
        key=lambda one: one[:2],
    )
    places = [at for stem in stems if (at := line.casefold().find(stem)) >= 0]
    return Best(-number, passage.event, line, min(places, default=0), held, passage.shelf)


def _stems(words: str) -> list[str]:
    """The beginnings of words that stay the same in their forms."""
    return list(dict.fromkeys(word.casefold()[: max(4, len(word) - 2)] for word in re.findall(r"\w+", words)))


def _in_turn(found: list[Best]) -> list[Best]:
    """Lines that hold the most words first; among equals two of talk for one of output, so that neither is drowned."""
    kept: list[Best] = []
    for held in sorted({best.held for best in found}, reverse=True):
        talk = [best for best in found if best.held == held and best.shelf == "talk"]
        output = [best for best in found if best.held == held and best.shelf == "output"]
        while (talk or output) and len(kept) < MOST_HITS:
            kept += talk[:2] + output[:1]
            del talk[:2], output[:1]
    return kept[:MOST_HITS]


def _exact(visible: VisibleTrace, words: str, lines: Lines, given: Mapping[str, Any]) -> Iterator[Best]:
    """Lines that hold the longest of the words, also inside other words and in noise."""
    sought = max(re.findall(r"\w+", words) or [""], key=len)
    if len(sought) < SHORTEST:
        return
    hits = visible_lines(visible, Query(sought, ignore_case=True))
    wanted = (seen for seen in hits if lines[0] <= seen.line <= lines[1] and fits(visible, seen.event, given))
    for seen in islice(wanted, MOST_HITS):
        place = seen.text.casefold().find(sought.casefold())
        yield Best(seen.line, seen.event.number, seen.text, max(0, place), 1, "output")


def _pattern(visible: VisibleTrace, given: Mapping[str, Any], pattern: str, lines: Lines) -> Result:
    hits: list[MatchingLine] = []
    for seen in visible_lines(visible, _query(pattern, regex=True)):
        if seen.line > lines[1] or len(hits) >= MOST_HITS:
            break
        if seen.line >= lines[0] and fits(visible, seen.event, given):
            hits.append(seen)
    result = Result(f"searching /{echoed(pattern)}/: {_hits(len(hits))}")
    for seen in hits:
        result.add(_seen(visible, seen, pattern, regex=True), (seen.line, seen.line))
    if not hits:
        result.add("Not in this trace: no line there matches.")
    return result


def _first_and_last(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    text = given["text"]
    first, last = _edge(visible, text, last=False), _edge(visible, text, last=True)
    if first is None:
        first = next(visible_lines(visible, Query(text, ignore_case=True)), None)
        last = None
    result = Result(f'looking for the first "{echoed(text)}"' + (f": L{first.line}" if first else ": 0 hits"))
    if first is None:
        result.add(f'Not in this trace: no line holds "{echoed(text)}".')
        return result
    result.add(f"first {_seen(visible, first, text)}", (first.line, first.line))
    if last is not None and last.line != first.line:
        result.add(f"last {_seen(visible, last, text)}", (last.line, last.line))
    return result


def _edge(visible: VisibleTrace, text: str, *, last: bool) -> MatchingLine | None:
    """The first or last line that holds a text, found by its words."""
    sought = SearchWords((text,), "anywhere")
    for passage in visible.index.holding(text, CHECKED, last=last):
        lines = list(_lines(visible, passage))
        for number, line in reversed(lines) if last else lines:
            if sought.on(line):
                return MatchingLine(number, visible.trace.events[passage.event], line)
    return None


def _count(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    text, regex = given["text"], bool(given.get("regex"))
    query = _query(text, regex=regex)
    lines = count_visible(visible, query, MOST_COUNTED + 1)
    found = f"more than {MOST_COUNTED:,}" if lines > MOST_COUNTED else f"{lines:,}"
    noun = "line" if lines == 1 else "lines"
    result = Result(f'counting "{echoed(text)}": {found} {noun}')
    result.add(f'{found} {noun} of L1-{visible.trace.events.lines} hold "{echoed(text)}" (any case, repeats included)')
    return result


def _query(text: str, *, regex: bool) -> Query:
    if regex:
        try:
            re.compile(text)
        except re.error as fault:
            raise BadCall(f"This is no regular expression: {fault}.") from None
    return Query(text, regex=regex, ignore_case=True)


def _lines(visible: VisibleTrace, passage: Passage) -> Iterator[tuple[int, str]]:
    redacted = visible.redacted_lines()
    for number, line in enumerate(visible.trace.lines(*passage.lines), passage.lines[0]):
        yield number, redacted.get(number, line)


def _seen(visible: VisibleTrace, seen: MatchingLine, text: str, *, regex: bool = False) -> str:
    found = re.search(text if regex else re.escape(text), seen.text[:20_000], re.IGNORECASE)
    words = _around(visible, seen.line, seen.text, found.start() if found else 0)
    return f"{seen.line}| @{seen.event.number} {visible.safe(actor_name(seen.event))} {seen.event.kind.value}: {words}"


def _around(visible: VisibleTrace, line: int, text: str, place: int) -> str:
    """A line, or the part of it around a place, redacted as it is among its neighbours."""
    if len(text) <= WIDE * 2:
        return next(shown for _, shown in visible.numbered(line, line)).strip()
    start = max(0, place - WIDE)
    return f"… {visible.safe(text[max(0, start - WIDE) : place + 2 * WIDE])[-3 * WIDE :]} …"


def echoed(text: str) -> str:
    """What was asked for, as it was asked: a placeholder in it would tell that it is a secret of the trace."""
    return harmless(clean_line(text))


def _hits(number: int) -> str:
    return f"{number} hit" if number == 1 else f"{number} hits"


SEARCH = Tool(
    "search",
    "Lines that best fit some words, or match a regex.",
    {"words": Parameter("string", needed=True), "regex": Parameter("boolean"), **WHOSE, **RANGE},
    _search,
)
FIRST_AND_LAST = Tool(
    "first_and_last",
    "Where a text stands first and last.",
    {"text": Parameter("string", needed=True)},
    _first_and_last,
)
COUNT = Tool(
    "count",
    "How many lines hold a text or match a regex.",
    {"text": Parameter("string", needed=True), "regex": Parameter("boolean")},
    _count,
)
