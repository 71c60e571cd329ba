"""The one-row bars of a screen: title at the top, place and key hints at the bottom."""

from collections.abc import Iterable, Sequence

from textual.strip import Strip
from textual.widget import Widget

from mast_tui.keys.chosen import hints_said, key_of
from mast_tui.layout.row import Row, Span, clipped, spread
from mast_tui.layout.width import cells, words_wrapped
from mast_tui.widgets.brush import brush_of

Fields = Sequence[Sequence[Span]]


class Bar(Widget):
    """One row with fields at both ends; fields go away whole where room is short."""

    DEFAULT_CSS = "Bar { height: 1; width: 1fr; }"
    tone = "bar"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._left: Fields = ()
        self._right: Fields = ()
        self._keep = 1
        self._told: list[str] = []
        self._ends: Fields = ()
        self._ink = "text"

    def tell(self, words: str, ink: str = "text", ends: Fields = ()) -> None:
        """Show a sentence in place of the fields, in as many rows as it takes; none brings the fields back.

        What stands at its end is shown beside its last row, or below it.
        """
        self._told = words_wrapped(words, max(20, self.size.width - 4)) if words else []
        self._ink, self._ends = ink, ends
        if self._told and ends and cells(self._told[-1]) + _wide(ends) + 4 > self.size.width:
            self._told.append("")
        self.styles.height = max(1, len(self._told))
        self.refresh()

    def show(self, left: Fields, right: Fields = (), *, keep: int = 1) -> None:
        """Show fields, the most important first at each end; `keep` of the right ones stay whatever the room."""
        shown = (left, right, keep)
        if shown != (self._left, self._right, self._keep):
            self._left, self._right, self._keep = shown
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The row."""
        width = self.size.width
        if self._told:
            words = self._told[y] if y < len(self._told) else ""
            row = Row((Span(f"  {words}", self._ink),))
            if self._ends and y == len(self._told) - 1:
                row = spread(row.spans, (*_joined(self._ends), Span(" ")), width)
            return brush_of(self.app).strip(row, width, self.tone)
        return brush_of(self.app).strip(self.made(width), width, self.tone)

    def made(self, width: int) -> Row:
        """The fields that fit."""
        left, right = [*self._left], [*self._right]
        room = width - 3
        while len(left) > 1 and _wide(left) + _wide(right) + 2 > room:
            left.pop()
        while len(right) > self._keep and _wide(left) + _wide(right) + 2 > room:
            right.pop(0)
        ends = _joined(right)
        body = [span for at, field in enumerate(left) for span in ((Span("   "),) if at else ()) + tuple(field)]
        spans = (Span("  "), *clipped(body, max(8, room - _wide([ends] if ends else []))))
        return spread(spans, (*ends, Span(" ")), width) if ends else Row(tuple(spans))


class KeyHints(Bar):
    """The keys that are most useful now; help is always the last and always there."""

    tone = "page"

    def show_keys(self, keys: Sequence[tuple[str, str]]) -> None:
        """Show as many hints as fit whole; `{two_runs.next}` stands for a key."""
        self.show(hint_fields(keys))

    def made(self, width: int) -> Row:
        """The hints that fit, and help."""
        tail = [Span(key_of("anywhere.help"), "accent bold"), Span(" help", "quiet")]
        spans: list[Span] = [Span("  ")]
        for field in self._left:
            if Row((*spans, *field, Span("  "), *tail)).width + 1 > width:
                break
            spans += [*field, Span("  ")]
        return Row((*spans, *tail))


def hint_fields(keys: Iterable[tuple[str, str]]) -> list[list[Span]]:
    """Hints as the fields of a bar, with the keys as they are chosen now."""
    return [[Span(name, "accent bold"), Span(f" {words}", "quiet")] for name, words in hints_said(keys)]


def _joined(fields: Fields) -> list[Span]:
    """Fields one after another, with room between them."""
    return [span for field in fields for span in (Span("   "), *field)][1:]


def _wide(fields: Fields) -> int:
    return sum(Row(tuple(field)).width + 3 for field in fields)
