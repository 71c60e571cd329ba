"""The tool that searches: the passages that fit some words best, or every line that matches a pattern, page by page."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from agent.diagnosis.document_parts import Lines
from agent.lookup.actor_name import actor_name
from agent.lookup.cancellation import raise_if_cancelled
from agent.lookup.exact_search import MatchingLine
from agent.lookup.tools.outline import row_of
from agent.lookup.tools.read import WHOSE, fits
from agent.lookup.tools.tool import RANGE, SKIP, BadCall, Parameter, Result, Tool, span
from agent.lookup.tools.word_ranking import WEIGHED, Best, ranked
from agent.lookup.visible_search import visible_lines
from agent.lookup.visible_trace import NAMED, VisibleTrace
from agent.lookup.word_index import LEFT_OUT
from agent.number_words import count as counted
from agent.number_words import line_range
from agent.statistics.statistics_tables import line_list
from agent.trace.event import Event
from agent.trace.matcher import Matcher, Query, matcher

MOST_HITS, MOST_LOOSE, MOST_COUNTED, WIDE = 10, 6, 1_000, 140
"""Hits of one page, of them those that hold only some of the words where others hold them as they stand; matching
lines that are counted, characters on either side of a place."""
LESS_FIT = "none further of the best; narrow the search by words, actor, kind or lines to see those that fit less"
SHORTEST, INSIDE = 3, 4
"""Letters of a word that is also looked for inside other words, and how many words are."""


Place = tuple[int, int, str, int, tuple[int, ...]]
"""A line, its event, its text, the character that matters, and other lines that say the same."""


def _search(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    return _pattern(visible, given) if given.get("regex") else _words(visible, given)


def _words(visible: VisibleTrace, given: Mapping[str, Any]) -> Result:
    words, lines = given["words"], span(visible, given)
    where = _where(lines, given, visible)
    ranking = ranked(visible, words, _filter(visible, given, lines) if where else None)
    kept = ranking.best
    if kept:
        said = f"{counted(ranking.total, 'passage')}{where} with some of these words in any form and case"
        said += "" if ranking.total <= ranking.weighed else f", of which the best {ranking.weighed} can be listed"
        said += f"; {counted(len(kept), 'place')}, best first, noise last"
        kept, exact = _as_they_stand(kept, words)
        if 0 < exact < len(kept):
            said += f"; the first {exact} hold the words as they stand" if exact > 1 else "; the first as they stand"
    else:
        exact = 0
        kept = list(_inside(visible, re.findall(r"\w+", words), lines, given))
        said = f"no word there has that form; {counted(len(kept), 'line')}{where} with it inside other words"
    result = Result(f'searching "{echoed(visible, words)}": {counted(len(kept), "hit")}')
    if not kept:
        elsewhere = len(ranked(visible, words, None).best) if where else 0
        what = f'holds "{echoed(visible, words)}", nor any of its words, in any form or case'
        return _nothing(result, what, where, elsewhere)
    rows = [(best.line, best.event, f"{best.text}", best.place, best.also) for best in kept]
    end = "none further" if ranking.total <= ranking.weighed else LESS_FIT
    return _listed(visible, result, said, rows, given, end, min(MOST_HITS, exact + MOST_LOOSE) if exact else MOST_HITS)


def _as_they_stand(kept: list[Best], words: str) -> tuple[list[Best], int]:
    """The places with those first that hold several words as they stand, and how many these are."""
    phrase = " ".join(words.casefold().split())
    if " " not in phrase:
        return kept, 0
    exact = [best for best in kept if phrase in best.text.casefold()]
    return exact + [best for best in kept if phrase not in best.text.casefold()], len(exact)


def _filter(visible: VisibleTrace, given: Mapping[str, Any], lines: Lines) -> Callable[[int, Event], bool]:
    return lambda line, event: lines[0] <= line <= lines[1] and fits(visible, event, given)


def _wanted(visible: VisibleTrace, line: int, event: int, lines: Lines, given: Mapping[str, Any]) -> bool:
    return lines[0] <= line <= lines[1] and fits(visible, visible.trace.events[event], given)


def _where(lines: Lines, given: Mapping[str, Any], visible: VisibleTrace) -> str:
    """The part of the trace that a search keeps to, in words; nothing where it is the whole."""
    parts = [f"by {given['actor']}"] if given.get("actor") else []
    parts += [f"of kind {given['kind']}"] if given.get("kind") else []
    parts += [f"in {line_range(*lines)}"] if lines != (1, visible.trace.events.lines) else []
    return "".join(f" {visible.safe(part)}" for part in parts)


def _nothing(result: Result, what: str, where: str, elsewhere: int) -> Result:
    result.add(f"Not {'in this trace: no line' if not where else f'there: no line{where}'} {what}.")
    if where and elsewhere:
        result.add(f"Elsewhere in the trace there are {elsewhere:,}: leave out what narrows the search.")
    return result


def _listed(
    visible: VisibleTrace,
    result: Result,
    said: str,
    rows: Sequence[Place],
    given: Mapping[str, Any],
    end: str = "none further",
    page: int = MOST_HITS,
) -> Result:
    """A page of hits: line, event, text, and the place in it that matters."""
    skip = max(0, given.get("skip", 0))
    page = MOST_HITS if skip else page
    result.head(said + (f"; from number {skip + 1} on" if skip else ""))
    for at, (line, number, text, place, also) in enumerate(rows[skip : skip + page], skip):
        row = place_row(visible, line, visible.trace.events[number], text, place)
        result.add(row + (f" (the same at {line_list(also)})" if also else ""), (line, line), f"skip={at}")
    if len(rows) > skip + page:
        result.add(f"... {len(rows) - skip - page} more; go on with skip={skip + page}", None, f"skip={skip}")
    elif skip >= len(rows):
        result.add(f"there are only {len(rows)}")
    else:
        result.add(end)
    return result


def _inside(visible: VisibleTrace, words: list[str], lines: Lines, given: Mapping[str, Any]) -> Iterator[Best]:
    """Lines that hold one of the longest words inside other words, each line once."""
    seen: set[int] = set()
    for word in sorted({word for word in words if len(word) >= SHORTEST}, key=len, reverse=True)[:INSIDE]:
        hits = visible_lines(visible, Query(word, ignore_case=True))
        wanted = (hit for hit in hits if _wanted(visible, hit.line, hit.event.number, lines, given))
        for hit in islice(wanted, WEIGHED):
            if hit.line not in seen:
                seen.add(hit.line)
                place = max(0, hit.text.casefold().find(word.casefold()))
                yield Best(hit.line, hit.event.number, hit.text, place, 1, "output")


def _pattern(visible: VisibleTrace, given: Mapping[str, Any]) -> Result:
    pattern, lines = given["words"], span(visible, given)
    query = query_of(pattern, regex=True)
    places = matcher(query)
    hits: list[MatchingLine] = []
    elsewhere = 0
    for hit in visible_lines(visible, query):
        if _wanted(visible, hit.line, hit.event.number, lines, given):
            hits.append(hit)
        else:
            elsewhere += 1
        if len(hits) > MOST_COUNTED:
            break
    many = len(hits) > MOST_COUNTED
    named = _named(visible, places, lines, given, {hit.event.number for hit in hits})
    hits = sorted(hits[:MOST_COUNTED], key=lambda hit: (_is_late(hit), hit.line))
    rows: list[Place] = [
        (hit.line, hit.event.number, hit.text, next(iter(places.spans(hit.text)), (0, 0))[0], ()) for hit in hits
    ]
    rows += named
    total = f"more than {MOST_COUNTED:,} lines" if many else counted(len(hits), "line")
    where = _where(lines, given, visible)
    result = Result(f"searching /{echoed(visible, pattern)}/: {counted(len(rows), 'hit')}")
    if not rows:
        return _nothing(result, "matches, whatever the case", where, elsewhere)
    titles = f" and {counted(len(named), 'name')} of events" if named else ""
    late = "acts first, then what is printed again and noise"
    return _listed(visible, result, f"{total}{titles} match{where}, whatever the case; {late}", rows, given)


def _is_late(hit: MatchingLine) -> bool:
    """Whether nobody did what stands on a line: it is printed again, or noise."""
    return hit.event.repeats is not None or hit.event.kind in LEFT_OUT


def _named(
    visible: VisibleTrace, places: Matcher, lines: Lines, given: Mapping[str, Any], known: set[int]
) -> list[Place]:
    """Events whose name matches as other tools show it, where no line of theirs does."""
    by_name: list[Place] = []
    for event in visible.trace.events if len(visible.trace.events) <= NAMED else ():
        if (
            event.number in known
            or not event.is_act
            or not _wanted(visible, event.lines[0], event.number, lines, given)
        ):
            continue
        raise_if_cancelled()
        shown = row_of(visible, event)
        if any(True for _ in places.spans(shown)):
            by_name.append((event.lines[0], event.number, visible.title(event), 0, ()))
    return by_name


def query_of(text: str, *, regex: bool) -> Query:
    """What is looked for, in any case; a complaint where it is no pattern."""
    if regex:
        try:
            re.compile(text)
        except re.error as fault:
            raise BadCall(f"This is no regular expression: {fault}.") from None
    return Query(text, regex=regex, ignore_case=True)


def place_row(visible: VisibleTrace, line: int, event: Event, text: str, place: int) -> str:
    """A line in a row: its number, its event, who did it, and its words around a place."""
    copy = f" (repeats @{event.repeats})" if event.repeats is not None else ""
    who = f"{visible.safe(actor_name(event))} {event.kind.value}{copy}"
    return f"{line}| @{event.number} {who}: {_around(visible, text, place)}"


def _around(visible: VisibleTrace, text: str, place: int) -> str:
    """A visible line, or the part of it around a place."""
    if len(text) <= WIDE * 2:
        return visible.plain(text).strip()
    start = max(0, place - WIDE)
    end = min(len(text), place + 2 * WIDE)
    return f"{'… ' if start else ''}{visible.plain(text[start:end]).strip()}{' …' if end < len(text) else ''}"


def echoed(visible: VisibleTrace, text: str) -> str:
    """What was asked for, as it was asked: a placeholder in it would tell that it is a secret of the trace."""
    return visible.plain(text)


SEARCH = Tool(
    "search",
    "Passages in lines first to last that best fit words, in any case and form; with regex every line that matches.",
    {"words": Parameter("string", needed=True), "regex": Parameter("boolean"), **WHOSE, **RANGE, **SKIP},
    _search,
)
