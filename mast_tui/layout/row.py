"""A row of the screen: stretches of safe text, each with the names of its colours."""

from collections.abc import Iterable
from typing import NamedTuple

from mast_tui.layout.width import cells, shortened

AS_WRITTEN = "as_written"
"""Behind the colours of a span: it is a quote, of which no sign may change."""


class Span(NamedTuple):
    """Some text and how it looks: a token of the theme, `/` and the token behind it, then bold, italic, underline."""

    text: str
    ink: str = "text"


class Row(NamedTuple):
    """One row; `back` names the tone behind all of it, none means the tone of its pane."""

    spans: tuple[Span, ...] = ()
    back: str = ""

    @property
    def text(self) -> str:
        """The words of the row."""
        return "".join(span.text for span in self.spans)

    @property
    def width(self) -> int:
        """How many cells the row takes."""
        return sum(cells(span.text) for span in self.spans)


def row(*spans: Span | tuple[str, str] | str, back: str = "") -> Row:
    """A row of spans; plain words are written in `text`."""
    made = (Span(each) if isinstance(each, str) else Span(*each) for each in spans)
    return Row(tuple(span for span in made if span.text), back)


def spread(left: Iterable[Span], right: Iterable[Span], width: int, back: str = "", *, apart: int = 2) -> Row:
    """Some words at the left, some at the right; where both do not fit, the right ones go, then the left are cut."""
    left, right = tuple(left), tuple(right)
    taken, wanted = Row(left).width, Row(right).width
    if taken + wanted + apart > width:
        if taken > width:
            left = clipped(left, width)
        return Row(left, back)
    return Row((*left, Span(" " * (width - taken - wanted)), *right), back)


def clipped(spans: Iterable[Span], width: int) -> tuple[Span, ...]:
    """The spans as far as they fit."""
    kept: list[Span] = []
    for span in spans:
        have = cells(span.text)
        if have > width:
            kept.append(Span(shortened(span.text, width), span.ink))
            break
        kept.append(span)
        width -= have
    return tuple(kept)
