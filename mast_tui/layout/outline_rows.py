"""The rows of the outline: an event in one row, as much of it as there is room for."""

import re
from bisect import bisect_left
from typing import NamedTuple

from agent.clean import clean_line, clean_title
from agent.number_words import count
from agent.trace.event import Event
from mast_tui.layout.actors import NO_ACTOR, Actors
from mast_tui.layout.event_heads import EventHeads
from mast_tui.layout.line_marks import Marks
from mast_tui.layout.line_reader import LineReader
from mast_tui.layout.outline_index import Group
from mast_tui.layout.row import Row, Span, spread
from mast_tui.layout.width import cells, cut, padded, wrapped
from mast_tui.terminal.themes import Symbols

LIST = 60
"""From this width on an event has columns; below it, its agent and its words."""
_NAMES, _TIMES = 110, 72
_BYTES = 4
"""Bytes for each token, roughly: no text is counted for a list."""
_LOOKED_AT = 12
"""Lines of an event among which the first that says something is looked for."""
_SAME = 24
_HEAD = 60
_SAID = re.compile(r"(?:'s Response|->[\w -]{1,30}|\]| \([\w ,]{1,30}\))?:[ \t]*")


class Columns(NamedTuple):
    """How wide the columns are at a width; none is left out."""

    line: int
    time: int
    name: int
    kind: int
    tokens: int


class OutlineRows:
    """Makes rows of events when somebody looks at them."""

    def __init__(self, reader: LineReader, actors: Actors, marks: Marks, symbols: Symbols) -> None:
        self._reader = reader
        self._actors = actors
        self._marks = marks
        self._symbols = symbols
        self._heads = EventHeads(reader, actors, symbols)

    def columns(self, width: int, *, is_timed: bool) -> Columns:
        """The columns of a list of this width."""
        if width < LIST:
            return Columns(0, 0, 0, 0, 0)
        names = max((cells(each.name) for each in self._actors.agents), default=4)
        return Columns(
            line=len(str(self._reader.last)) + 1,
            time=8 if is_timed and width >= _TIMES else 0,
            name=min(18, max(9, names)) if width >= _NAMES else 0,
            kind=16 if width >= _NAMES else 8,
            tokens=7 if width >= _TIMES else 0,
        )

    def event(self, event: Event, width: int, columns: Columns) -> Row:
        """When it was, who did it, what it is, how long, whether there is evidence in it, and what it says."""
        member = self._actors.of(event)
        spans = [Span("  ")]
        if columns.line:
            spans.append(Span(f"{'L' + str(event.lines[0]):>{columns.line}}  ", "faint"))
        if columns.time:
            spans.append(Span(f"{_clock(event.time):<{columns.time}}  ", "faint"))
        spans.append(Span(f"{member.letters:<2} ", f"{member.ink} bold"))
        if columns.name:
            spans.append(Span(padded(member.name if member is not NO_ACTOR else "", columns.name) + "  ", member.ink))
        if columns.kind:
            ink = "fatal" if event.has_failed else "quiet"
            spans.append(Span(padded(_kind(event), columns.kind) + "  ", ink))
        if columns.tokens:
            spans.append(Span(f"{_tokens(event):>{columns.tokens}}  ", "faint"))
        mark = self._mark(event)
        if not columns.line:
            words = Span(cut(self.words(event), max(8, width - Row(tuple(spans)).width - 4)), "quiet")
            return spread((*spans, words), (mark, Span(" ")), width)
        spans += [Span(padded(mark.text, 4), mark.ink), Span(self.words(event))]
        room = width - 1 - Row(tuple(spans[:-1])).width
        last = spans.pop()
        shown = cut(last.text, room)
        if len(shown) < len(last.text):
            return Row((*spans, Span(padded(cut(last.text, room - 1), room - 1)), Span("›", "quiet")))
        return Row((*spans, Span(shown)))

    def heading(self, group: Group, width: int) -> Row:
        """The name of a group, and how much is in it."""
        fold = "▸ " if group.folded else "▾ "
        number = f"{count(len(group.numbers), 'event')} " if width >= LIST else f"{len(group.numbers):,} "
        name = cut(clean_title(group.name or ""), max(4, width - 4 - len(number)))
        sign = fold if self._symbols.to == "→" else "+ " if group.folded else "- "
        return spread((Span(f"{sign}{name}", "text bold"),), (Span(number, "quiet"),), width)

    def words(self, event: Event) -> str:
        """The first line of an event that says something, with its title before it where that says more."""
        reader, first = self._reader, ""
        for line in range(event.lines[0], min(event.lines[1], event.lines[0] + _LOOKED_AT) + 1):
            text = reader.line(line)
            if text.strip() and not self._heads.is_own_first_line(event, line, text):
                first = _without_head(event, clean_title(text.strip()))
                break
        title = clean_title((event.title or "").strip())
        if not title or title[:_SAME] in first:
            return first or title or event.kind.value
        return f"{title} · {first}" if first and first[:_SAME] not in title else title

    def preview(self, event: Event, width: int, height: int) -> list[Row]:
        """The first lines of an event, whole."""
        reader, rows = self._reader, [Row((Span("  " + "─" * (width - 3), "rule"),))]
        for line in range(event.lines[0], event.lines[1] + 1):
            text = clean_line(reader.line(line)).replace("\t", "    ")
            if not text.strip():
                continue
            for start, end in wrapped(text, width - 11):
                lead = f"  {line:>5}  " if start == 0 else " " * 9
                rows.append(Row((Span(lead, "faint"), Span(text[start:end]))))
                if len(rows) == height:
                    return rows
        return rows

    def _mark(self, event: Event) -> Span:
        """The finding whose evidence lies in an event, else that a hint points into it."""
        first, last = event.lines
        for piece in self._marks.pieces:
            if any(first <= line <= last for line, _, _ in piece.places[:1]):
                return Span(f"F{piece.number}", f"{piece.severity} bold")
        signals = sorted(self._marks.signals)
        at = bisect_left(signals, first)
        return Span(self._symbols.signal if at < len(signals) and signals[at] <= last else "", "quiet")


def _kind(event: Event) -> str:
    words = event.kind.value
    return f"{words} {clean_title(event.tool)}" if event.tool and words == "call" else words


def _without_head(event: Event, text: str) -> str:
    """A line without the name and the colon that a log puts before what somebody said: the row names them."""
    at = text.find(event.actor) if event.actor else -1
    if not 0 <= at <= _HEAD:
        return text
    behind = _SAID.match(text, at + len(event.actor or ""))
    return text[behind.end() :] if behind is not None and behind.end() < len(text) else text


def _clock(time: str | None) -> str:
    """The time of day, as it is written in a trace."""
    day, between, clock = (time or "").partition("T")
    return clean_title((clock if between else day)[:8])


def _tokens(event: Event) -> str:
    amount = sum(piece.end - piece.start for piece in event.pieces) or event.bytes[1] - event.bytes[0]
    tokens = -(-amount // _BYTES)
    return f"~{tokens:,}" if tokens < 100_000 else f"~{tokens // 1000:,}k"
