"""Tools that search: the best passages for some words, the first and last place of a text, how often it stands."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from agent.chat.ground import Ground
from agent.chat.index import SHELVES, Passage, Shelf
from agent.chat.searching import Seen, Sought, how_many, seek_query
from agent.chat.tools.reading import WHOSE, fits
from agent.chat.tools.tool import RANGE, BadCall, Parameter, Result, Tool, span
from agent.chat.whose import who
from agent.diagnosis.shapes import Lines
from agent.trace.matcher import Query

MOST_HITS, MOST_PASSAGES, MOST_COUNTED, WIDE = 12, 30, 1_000, 140
SHORTEST = 3
CHECKED = 20
"""Passages that are read again to see whether a text stands in them as it is written."""


def _search(ground: Ground, given: Mapping[str, Any]) -> Result:
    words, lines = given["words"], span(ground, given)
    if given.get("regex"):
        return _pattern(ground, given, words, lines)
    found = [
        _best(ground, passage, words)
        for shelf in SHELVES
        for passage in ground.index.best(words, MOST_PASSAGES, shelf)
        if passage.lines[0] <= lines[1]
        and passage.lines[1] >= lines[0]
        and fits(ground.trace.events[passage.event], given)
    ]
    kept = _in_turn(found) or list(_exact(ground, words, lines, given))
    result = Result(f'searching "{ground.safe(words)}": {_hits(len(kept))}')
    for best in kept:
        event = ground.trace.events[best.event]
        text = _around(ground, best.line, best.text, best.place)
        result.add(
            f"{best.line}| @{event.number} {ground.safe(who(event))} {event.kind.value}: {text}", (best.line,) * 2
        )
    if not kept:
        result.add(f'Not in this trace: no line there holds "{ground.safe(words)}", nor any of its words.')
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


def _best(ground: Ground, passage: Passage, words: str) -> Best:
    stems = _stems(words)
    held, number, line = max(
        ((sum(stem in line.casefold() for stem in stems), -number, line) for number, line in _lines(ground, passage)),
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


def _exact(ground: Ground, words: str, lines: Lines, given: Mapping[str, Any]) -> Iterator[Best]:
    """Lines that hold the longest of the words, also inside other words and in noise."""
    sought = max(re.findall(r"\w+", words) or [""], key=len)
    if len(sought) < SHORTEST:
        return
    hits = seek_query(ground.trace, Query(sought, ignore_case=True))
    wanted = (seen for seen in hits if lines[0] <= seen.line <= lines[1] and fits(seen.event, given))
    for seen in islice(wanted, MOST_HITS):
        place = seen.text.casefold().find(sought.casefold())
        yield Best(seen.line, seen.event.number, seen.text, max(0, place), 1, "output")


def _pattern(ground: Ground, given: Mapping[str, Any], pattern: str, lines: Lines) -> Result:
    hits: list[Seen] = []
    for seen in seek_query(ground.trace, _query(pattern, regex=True)):
        if seen.line > lines[1] or len(hits) >= MOST_HITS:
            break
        if seen.line >= lines[0] and fits(seen.event, given):
            hits.append(seen)
    result = Result(f"searching /{ground.safe(pattern)}/: {_hits(len(hits))}")
    for seen in hits:
        result.add(_seen(ground, seen, pattern, regex=True), (seen.line, seen.line))
    if not hits:
        result.add("Not in this trace: no line there matches.")
    return result


def _first_and_last(ground: Ground, given: Mapping[str, Any]) -> Result:
    text = given["text"]
    first, last = _edge(ground, text, last=False), _edge(ground, text, last=True)
    if first is None:
        first = next(seek_query(ground.trace, Query(text, ignore_case=True)), None)
        last = None
    result = Result(f'looking for the first "{ground.safe(text)}"' + (f": L{first.line}" if first else ": 0 hits"))
    if first is None:
        result.add(f'Not in this trace: no line holds "{ground.safe(text)}".')
        return result
    result.add(f"first {_seen(ground, first, text)}", (first.line, first.line))
    if last is not None and last.line != first.line:
        result.add(f"last {_seen(ground, last, text)}", (last.line, last.line))
    return result


def _edge(ground: Ground, text: str, *, last: bool) -> Seen | None:
    """The first or last line that holds a text, found by its words."""
    sought = Sought((text,), "anywhere")
    for passage in ground.index.holding(text, CHECKED, last=last):
        lines = list(_lines(ground, passage))
        for number, line in reversed(lines) if last else lines:
            if sought.on(line):
                return Seen(number, ground.trace.events[passage.event], line)
    return None


def _count(ground: Ground, given: Mapping[str, Any]) -> Result:
    text, regex = given["text"], bool(given.get("regex"))
    query = _query(text, regex=regex)
    lines = how_many(ground.trace, query, MOST_COUNTED + 1)
    found = f"more than {MOST_COUNTED:,}" if lines > MOST_COUNTED else f"{lines:,}"
    noun = "line" if lines == 1 else "lines"
    result = Result(f'counting "{ground.safe(text)}": {found} {noun}')
    result.add(
        f'{found} {noun} of L1-{ground.trace.events.lines} hold "{ground.safe(text)}" (any case, repeats included)'
    )
    return result


def _query(text: str, *, regex: bool) -> Query:
    if regex:
        try:
            re.compile(text)
        except re.error as fault:
            raise BadCall(f"This is no regular expression: {fault}.") from None
    return Query(text, regex=regex, ignore_case=True)


def _lines(ground: Ground, passage: Passage) -> Iterator[tuple[int, str]]:
    return enumerate(ground.trace.lines(*passage.lines), passage.lines[0])


def _seen(ground: Ground, seen: Seen, text: str, *, regex: bool = False) -> str:
    found = re.search(text if regex else re.escape(text), seen.text[:20_000], re.IGNORECASE)
    words = _around(ground, seen.line, seen.text, found.start() if found else 0)
    return f"{seen.line}| @{seen.event.number} {ground.safe(who(seen.event))} {seen.event.kind.value}: {words}"


def _around(ground: Ground, line: int, text: str, place: int) -> str:
    """A line, or the part of it around a place, redacted as it is among its neighbours."""
    if len(text) <= WIDE * 2:
        return next(shown for _, shown in ground.numbered(line, line)).strip()
    start = max(0, place - WIDE)
    return f"… {ground.safe(text[max(0, start - WIDE) : place + 2 * WIDE])[-3 * WIDE :]} …"


def _hits(number: int) -> str:
    return f"{number} hit" if number == 1 else f"{number} hits"


SEARCHING = (
    Tool(
        "search",
        "Lines that best fit some words, or match a regex.",
        {"words": Parameter("string", needed=True), "regex": Parameter("boolean"), **WHOSE, **RANGE},
        _search,
    ),
    Tool(
        "first_and_last",
        "Where a text stands first and last.",
        {"text": Parameter("string", needed=True)},
        _first_and_last,
    ),
    Tool(
        "count",
        "How many lines hold a text or match a regex.",
        {"text": Parameter("string", needed=True), "regex": Parameter("boolean")},
        _count,
    ),
)
