"""The text of a line in rows of some width: wrapped or not, JSON laid out, code coloured, what is marked on top."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from agent.clean import clean_spans
from agent.trace.event import Event
from mast_tui.layout.indented_json import json_rows
from mast_tui.layout.line_marks import Marks
from mast_tui.layout.line_reader import LineReader
from mast_tui.layout.row import Span
from mast_tui.layout.width import cells, cut, untabbed, wrapped

if TYPE_CHECKING:
    from mast_tui.layout.code_inks import CodeInks, Ink


class Look(NamedTuple):
    """How lines are shown."""

    width: int
    wrap: bool
    column: int
    pretty: bool
    """Whether JSON is laid out and code is coloured; else lines stand as they are written."""
    has_colours: bool


class LineBodies:
    """Makes the rows of lines, without their gutter."""

    def __init__(self, reader: LineReader, marks: Marks) -> None:
        self._reader = reader
        self._marks = marks

    @cached_property
    def _code(self) -> "CodeInks":
        """What colours code, loaded with the first line that has colours: the first frame has none."""
        from mast_tui.layout.code_inks import CodeInks

        return CodeInks(self._reader)

    def of(self, event: Event, line: int, raw: str, look: Look, base: str) -> Iterator[list[Span]]:
        """The rows of a line; one in the quiet ink of a heading is never code."""
        ranges = [(start, end) for piece in self._marks.at(line) for at, start, end in piece.places if at == line]
        ranges += self._marks.hits.get(line, ())
        shown, places = untabbed(*clean_spans(raw, ranges))
        inks = _mark_styles(self._marks, line, places)
        is_pretty = look.pretty and base == "text"
        laid_out = json_rows(shown) if is_pretty and look.wrap and cells(shown) > look.width else None
        if laid_out is not None:
            for row in laid_out:
                words, own = row.laid_out(shown, inks)
                for start, end in wrapped(words, look.width):
                    yield _styled(words, start, end, own, base)
            return
        if is_pretty and look.has_colours:
            inks = [*self._code.of(event, line, shown), *inks]
        if look.wrap:
            for start, end in wrapped(shown, look.width):
                yield _styled(shown, start, end, inks, base)
        else:
            yield _unwrapped(shown, look, inks, base)


def _unwrapped(shown: str, look: Look, inks: "list[Ink]", base: str) -> list[Span]:
    start = min(look.column, len(shown))
    end = start + len(cut(shown[start:], look.width))
    if end < len(shown):
        return [*_styled(shown, start, max(start, end - 1), inks, base), Span("›", "quiet")]
    return _styled(shown, start, end, inks, base)


def _mark_styles(marks: Marks, line: int, places: list[tuple[int, int]]) -> list[tuple[int, int, str]]:
    """How each marked stretch looks, in the order in which later ones cover earlier ones."""
    inks: list[tuple[int, int, str]] = []
    at = 0
    for piece in marks.at(line):
        for place in piece.places:
            if place[0] != line:
                continue
            start, end = places[at]
            at += 1
            own = piece.finding == marks.selected
            if not piece.stale:
                inks.append((start, end, "on_evidence/evidence bold" if own else "text underline"))
    inks.extend((start, end, "on_search/search underline") for start, end in places[at:])
    return sorted(inks, key=lambda ink: "underline" not in ink[2])


def _styled(text: str, start: int, end: int, inks: Sequence[tuple[int, int, str]], base: str) -> list[Span]:
    """The characters from start to end, each stretch in the last ink that covers it."""
    if not inks:
        return [Span(text[start:end], base)]
    edges = sorted({start, end, *(edge for ink in inks for edge in ink[:2] if start < edge < end)})
    spans: list[Span] = []
    for left, right in pairwise(edges):
        ink = base
        for first, last, name in inks:
            if first <= left and right <= last:
                ink = name
        spans.append(Span(text[left:right], ink))
    return spans
