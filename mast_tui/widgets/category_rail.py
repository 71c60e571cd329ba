"""The fourteen modes under their three categories, filling in as they are judged."""

from collections.abc import Sequence

from agent.clean import clean_line
from mast_tui.keys.table import bindings
from mast_tui.layout.mode_states import CategoryState, ModeState, legend, none_yet, rail, strip
from mast_tui.layout.row import Row, Span, spread
from mast_tui.layout.width import shortened, words_wrapped
from mast_tui.terminal.themes import FULL
from mast_tui.widgets.messages import ModeEntered, ModeLit, ModeOnly
from mast_tui.widgets.rows_view import RowsView

FULL_HEIGHT = 21

MAST = 3
"""Categories that a strip has room for: MAST's, without the modes that a person named."""


class CategoryRail(RowsView):
    """Full where there is room, else a strip of three rows of codes."""

    DEFAULT_CSS = "CategoryRail { height: 1fr; }"
    BINDINGS = bindings("modes")

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._categories: Sequence[CategoryState] = none_yet()
        self._words = ("", "quiet")
        self._below = ""
        self.symbols = FULL
        self.stale = False

    def show(self, categories: Sequence[CategoryState], words: tuple[str, str], below: str = "") -> None:
        """Show the modes as they stand now, with words beside the heading and below it."""
        if (categories, words, below) != (self._categories, self._words, self._below):
            self._categories, self._words, self._below = categories, words, below
            self.renew()

    @property
    def modes(self) -> list[ModeState]:
        """The fourteen in order."""
        return [mode for category in self._categories for mode in category.modes]

    @property
    def is_strip(self) -> bool:
        """Whether only the strip fits."""
        return self.size.height < FULL_HEIGHT - 3

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """Heading, coverage, modes."""
        lead = Span("▌" if self.has_focus else " ", "accent")
        words, ink = self._words
        words, rest = _fitting(words, width - 16)
        heading = spread(
            (lead, Span("2 Diagnosis", "text bold")), (Span(shortened(words, width - 15), ink), Span(" ")), width
        )
        if self.is_strip:
            chosen = self.modes[self.cursor] if self.has_focus else None
            rows = [
                heading,
                *strip(self._categories[:MAST], width, self.symbols, chosen.code if chosen else "", stale=self.stale),
            ]
            below = _below(rest, width) if rest else legend(self.symbols)
            rows.append(self._about(chosen, width) if chosen else below)
            return rows, [(1, 3)] * len(self.modes)
        rows, stops = rail(self._categories, width, self.symbols, stale=self.stale)
        return [heading, _below(rest or self._below, width), *rows], [(stop + 2, stop + 2) for stop in stops]

    def is_chosen(self, at: int) -> bool:
        """In the strip the code itself is underlined."""
        return not self.is_strip and self.has_focus and super().is_chosen(at)

    def _about(self, mode: ModeState, width: int) -> Row:
        said = f"{mode.code} {mode.name} · {mode.verdict.replace('_', ' ')}"
        if mode.reason:
            said += f": {mode.reason}"
        whole = words_wrapped(clean_line(said), width - 3)[0]  # the card has the rest, and a word is never cut
        return Row((Span(f"  {whole}", "quiet"),))

    def watch_cursor(self) -> None:
        """The strip tells about the mode under the cursor."""
        if self.is_strip:
            self._stale = True
        super().watch_cursor()

    def chosen(self) -> None:
        """Tell which mode the cursor stands on."""
        self.post_message(ModeLit(self.modes[self.cursor].code))

    def action_enter(self) -> None:
        """Open the card of the mode."""
        self.post_message(ModeEntered(self.modes[self.cursor].code))

    def action_only(self) -> None:
        """Show only this mode's findings, or all again."""
        self.post_message(ModeOnly(self.modes[self.cursor].code))


def _below(words: str, width: int) -> Row:
    """The row below the heading, or below the strip."""
    return Row((Span("  "), Span(shortened(words, width - 3), "quiet italic")))


def _fitting(words: str, room: int) -> tuple[str, str]:
    """The first parts of some words, as many as fit, and the parts left over."""
    parts = words.split(" · ")
    many = len(parts)
    while many > 1 and len(" · ".join(parts[:many])) > room:
        many -= 1
    return " · ".join(parts[:many]), " · ".join(parts[many:])
