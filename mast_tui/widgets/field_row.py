"""A row of a form: a name, then things to choose from or to tick."""

from typing import NamedTuple

from textual.message import Message

from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, Span, clipped
from mast_tui.widgets.bars import Bar

NAME = 11
"""How wide the names of a form are."""


class Option(NamedTuple):
    """One thing to choose or to tick; `why_not` says why it cannot be."""

    name: str
    ticked: bool = False
    more: str = ""
    why_not: str = ""


class Ticked(Message):
    """An option was taken."""

    def __init__(self, field: str, name: str) -> None:
        super().__init__()
        self.field = field
        self.name = name


class FieldRow(Bar, can_focus=True):
    """Options in one row; with `one` a single one of them holds, else each is ticked by itself."""

    tone = "pane"
    BINDINGS = bindings("field")

    def __init__(self, name: str, *, one: bool, id: str) -> None:
        super().__init__(id=id)
        self._heading = name
        self._one = one
        self._options: tuple[Option, ...] = ()
        self._at = 0
        self._aside = ""
        self._lit = False

    def light(self, lit: bool) -> None:
        """Tell the row, which is the name of what stands beside it, whether that has the focus."""
        self._lit = lit
        self.refresh()

    def offer(self, options: tuple[Option, ...], aside: str = "") -> None:
        """Show options as they stand now, and a word behind them."""
        self._options, self._aside = options, aside
        if self._one:
            self._at = next((at for at, each in enumerate(options) if each.ticked), 0)
        self.refresh()

    def made(self, width: int) -> Row:
        """The row; what is told about each option goes away where room is short."""
        for with_more in (True, False):
            spans = self._spans(with_more=with_more)
            if Row(tuple(spans)).width <= width - 1:
                break
        return Row(clipped(spans, width - 1))

    def _spans(self, *, with_more: bool) -> list[Span]:
        lit = self.has_focus or self._lit
        mark = Span("▌ ", "accent") if lit else Span("  ")
        name = Span(f"{self._heading:<{NAME - 2}}", "text bold" if lit else "quiet")
        spans = [mark, name]
        for at, option in enumerate(self._options):
            here = self.has_focus and at == self._at
            if self._one:
                ink = "on_accent/accent bold" if option.ticked else "faint" if option.why_not else "quiet"
                spans += [Span(f" {option.name} ", ink), Span(" ")]
                continue
            ink = "faint" if option.why_not else "text bold underline" if here else "text"
            more = f" {option.more}" if option.more and with_more else ""
            spans += [Span(f"[{'x' if option.ticked else ' '}] {option.name}", ink), Span(f"{more}  ", "quiet")]
        return [*spans, Span(self._aside, "quiet")] if self._aside else spans

    def rename(self, name: str) -> None:
        """Give the row another name."""
        self._heading = name
        self.refresh()

    @property
    def chosen(self) -> Option:
        """The option the cursor stands on."""
        return self._options[self._at]

    def action_move(self, step: int) -> None:
        """Go to another option; where only one holds, it is taken at once."""
        self._at = (self._at + step) % len(self._options)
        self.refresh()
        if self._one:
            self.action_take()

    def action_take(self) -> None:
        """Take the option, or leave it."""
        self.post_message(Ticked(self.id or "", self.chosen.name))

    def on_focus(self) -> None:
        """The focus shows in the row itself."""
        self.refresh()

    def on_blur(self) -> None:
        """It shows that it is gone, too."""
        self.refresh()
