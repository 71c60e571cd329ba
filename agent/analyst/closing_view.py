"""Chooses what a closing question is shown: the whole trace where it fits, else its task and whole events of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from agent.analyst.case import Case
from agent.analyst.shown_trace import WIDEST_LINE, Excerpt, ShownTrace
from agent.analyst.telling_events import (
    BESIDE,
    TASK_TOKENS,
    Spans,
    as_far_as,
    ending,
    neighbours,
    opening,
    task_beside,
    task_words,
)
from agent.chunk.render import LEFT_OUT
from agent.diagnosis.audit import Injection
from agent.diagnosis.quote import Place
from agent.number_words import count as number_of
from agent.tokens import count
from agent.trace.event import Event
from agent.trace.events import EventTable

FEWEST_TOKENS = 120
END_ROOM, CHALLENGE_ROOM, MOST_ROOM = 900, 1_100, 5_000
"""Tokens for the end of the run, which every closing question sees first and alike, so that it is cached; for what a
challenge is about, and the most for any other question. That is for a trace of ordinary size."""
HALF = 0.5
MOST_LINES = 5_000
"""Lines of an event of which some may be shown by their numbers; of a longer one the renderer chooses."""
CONTEXTS = (60, 30, 15, 8, 4, 2, 0)
"""Lines before and after the words in question that are tried, the most first, where an event is too long."""
ORDINARY_TOKENS, MOST_TIMES = 45_000, 2.5
"""The tokens of a trace of which an excerpt has the room that is asked for, and how many times that one may have."""
_BLANK = re.compile(r"\d+\|\s*")
"""A row of a line that is blank: no prompt shows it, and its number is missed by nobody."""
MOST_BESIDE, MOST_QUOTED, LONGEST_QUOTED, MOST_WORD = 200, 400, 1_200, 40
"""Characters of a line that are shown before a quote, and of the whole; of a long quote; of the word it ends with."""


@dataclass(frozen=True, slots=True)
class ClosingView:
    """What stands above a closing question."""

    text: str
    says: str
    """One sentence that tells what the text is."""
    complete: bool
    """Whether there is nothing of the trace that is not shown."""
    orders: tuple[Injection, ...]
    """The lines in it that speak to whoever reads them."""


def closing_view(shown: ShownTrace, wanted: Spans, room: int, most: float = HALF, ends: bool = True) -> ClosingView:
    """The whole trace as the walk sent it, or an excerpt beside the task and, where that matters, how the run ends.

    Of a longer trace it may be longer. Of an excerpt the first event that is wanted may take so much.
    """
    whole = shown.whole
    if whole is not None:
        complete = whole.left_out <= shown.noise
        rest = " but for noise" if whole.left_out and complete else "; lines that are left out of it are named"
        says = f"The block above is the whole trace{rest if whole.left_out else ''}."
        if task := task_beside(shown):
            says += f" {BESIDE}\n{shown.fenced(task)}\n"
        return ClosingView(shown.text(whole), says, complete, shown.case.injections(whole.events))
    says = "The block above shows what matters most of a longer trace; lines that are not shown are named."
    frame = _framed(shown) if ends else _task(shown)
    quoted = [number for number, lines in wanted.items() if lines]
    beside = (number for number in neighbours(shown, quoted) if number not in frame.some)
    body = _excerpt(
        shown,
        wanted | {number: wanted.get(number, []) for number in beside},
        _room(shown.case, room),
        frame.whole,
        most,
    )
    text = shown.fenced(f"{frame.text}\nWhat it is about:\n{body.text}")
    orders = [one for number in sorted(frame.some | body.some) for one in shown.case.injections((number, number))]
    return ClosingView(text, says, complete=False, orders=tuple(orders))


def _framed(shown: ShownTrace) -> Excerpt:
    """The task of the run, and how it went at its end."""
    if shown.frame is None:
        ends = _excerpt(shown, opening(shown) | ending(shown), _room(shown.case, END_ROOM), frozenset())
        task = _task(shown)
        told = f"{task.text}How the run went at its end:\n{ends.text}"
        shown.frame = Excerpt(told, ends.whole | task.whole, ends.some | task.some)
    return shown.frame


def tokens_shown(case: Case, room: int) -> int:
    """The most tokens that an excerpt takes with the task above it."""
    task = case.trace.task()
    return _room(case, END_ROOM + room) + (min(TASK_TOKENS, count(task.text)) if task is not None else 0)


def _room(case: Case, room: int) -> int:
    """Tokens of an excerpt: more of a longer trace."""
    return int(room * min(MOST_TIMES, max(1.0, case.planner.tokens / ORDINARY_TOKENS)))


def _task(shown: ShownTrace) -> Excerpt:
    """The task of the run as far as there is room for it, a cut is said; and its event where all of that is shown."""
    words = task_words(shown)
    if not words:
        return Excerpt("Task of the run: not stated in so many words.\n\n", frozenset(), frozenset())
    event = shown.task_event
    said = as_far_as(words, TASK_TOKENS)
    at = f" (L{event.lines[0]})" if event is not None else ""
    is_all = event is not None and shown.case.redact(shown.case.trace.text(event)).strip() == words == said
    told = frozenset([event.number] if event is not None and is_all else [])
    return Excerpt(f"Task of the run{at}:\n{said}\n\n", told, told)


def _excerpt(shown: ShownTrace, wanted: Spans, room: int, known: frozenset[int], most: float = HALF) -> Excerpt:
    """The events that are wanted, the most important first as long as there is room; none again that is known."""
    events = shown.case.trace.events
    kept: dict[int, str] = {}
    whole: set[int] = set()
    left = room
    for number, lines in wanted.items():
        if left < FEWEST_TOKENS:
            break
        if number in known:
            if lines:
                kept[number] = _above(events[number])
            continue
        limit = max(FEWEST_TOKENS, int(left * (HALF if kept else most)))
        kept[number], is_whole = _event(shown, events[number], lines, limit)
        whole.update([number] if is_whole else [])
        left -= count(kept[number])
    rows, before = list[str](), 0
    for number in sorted(kept):
        rows += [_gap(events, before + 1, number - 1), kept[number]]
        before = number
    return Excerpt("".join([*rows, _gap(events, before + 1, len(events))]), frozenset(whole), frozenset(kept))


def _above(event: Event) -> str:
    """A row for an event that is shown whole further up."""
    return f"  ... @{event.number}, L{event.lines[0]}-{event.lines[1]}: shown whole above\n"


def _gap(events: EventTable, first: int, last: int) -> str:
    """A row for the events between two that are shown."""
    if first > last:
        return ""
    begin, end = events[first].lines[0], events[last].lines[1]
    return f"  ... L{begin}-{end} not shown here ({number_of(last - first + 1, 'event')})\n"


def _event(shown: ShownTrace, event: Event, lines: Sequence[tuple[int, int]], limit: int) -> tuple[str, bool]:
    """An event whole, with nothing in it folded; else the lines that must be seen with what is around them."""
    renderer = shown.case.planner.renderer
    if event.lines[1] - event.lines[0] < limit:
        rows = renderer.part(event, *event.lines, WIDEST_LINE).split("\n")
        text = "\n".join(row for row in rows if not _BLANK.fullmatch(row))
        if count(text) <= limit:
            return text, True
    if event.kind in LEFT_OUT or event.repeats is not None or event.lines[1] - event.lines[0] > MOST_LINES:
        return renderer.event(event, limit)[0], False
    if not lines:
        return _ends(shown, event, limit), False
    for context in CONTEXTS:
        text = _stretches(shown, event, lines, context)
        if count(text) <= limit:
            break
    return text, False


def _ends(shown: ShownTrace, event: Event, limit: int) -> str:
    """The beginning and the end of an event that is too long, with nothing in them folded."""
    first, last = event.lines
    sizes = [count(row) + 1 for row in shown.case.planner.renderer.part(event, first, last, WIDEST_LINE).split("\n")]
    head = _as_many(sizes, limit * 2 // 3)
    tail = _as_many(sizes[: max(1, head) : -1], limit // 4)
    return _stretches(shown, event, [(first, first + head - 2), (last - tail + 1, last)], 0)


def _as_many(sizes: Sequence[int], room: int) -> int:
    """How many of some sizes fit, from the first on."""
    return sum(used <= room for used in accumulate(sizes))


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
        if not _BLANK.fullmatch(whole[number - first + 1]):
            rows.append(whole[number - first + 1])
        before = number
    if before < last:
        rows.append(f"  ... L{before + 1}-{last} not shown")
    return "\n".join(rows) + "\n"


def whole_lines(shown: ShownTrace, place: Place) -> str:
    """The words of a quote with the beginning and end of their lines, as they may be shown; a cut is marked."""
    text = shown.case.trace.text(shown.case.trace.events[place.event])
    begin, end = text.rfind("\n", 0, place.start) + 1, text.find("\n", place.end)
    end = len(text) if end < 0 else end
    start = begin if place.start - begin <= MOST_BESIDE else _word(text, place.start - MOST_BESIDE, place.start)
    stop = min(end, max(place.end, start + MOST_QUOTED), start + LONGEST_QUOTED)
    words = shown.case.shown(place.event, start, stop if stop == end else _word(text, stop, min(end, stop + MOST_WORD)))
    lines = shown.case.finder.at(place).lines
    return f"L{lines[0]}: {'… ' if start > begin else ''}{words}{'…' if stop < end else ''}"


def _word(text: str, at: int, last: int) -> int:
    """Where the next word begins, if that is not too far."""
    space = text.find(" ", at, last)
    return space + 1 if space >= 0 else at
