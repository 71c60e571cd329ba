"""Two runs side by side: the list of places where they part, and both sides of the one that is chosen."""

from collections.abc import Sequence

from textual.message import Message

from mast_tui.keys.table import bindings
from mast_tui.layout.divergence_rows import DivergenceRows, listed
from mast_tui.layout.row import Row
from mast_tui.layout.side_rows import columns, side_rows
from mast_tui.state.two_runs import TwoRuns
from mast_tui.widgets.rows_view import RowsView


class PlaceLit(Message):
    """The cursor stands on another place."""


class SideEntered(Message):
    """The run of the chosen side is to be opened at the place."""


class DivergenceList(RowsView):
    """The places: the first that is not taken back, then the others, kind by kind and the heaviest first."""

    BINDINGS = bindings("divergences")

    def __init__(self, runs: TwoRuns) -> None:
        super().__init__()
        self._runs = runs
        self._entries: list[int | str] = []
        self._numbers: list[int] = []

    def make_rows(self, width: int) -> tuple[Sequence[Row], Sequence[tuple[int, int]]]:
        """The rows, made when they are drawn."""
        differences = self._runs.differences
        if differences is None:
            return [], []
        stops = [(at, at) for at, entry in enumerate(self._entries) if isinstance(entry, int)]
        return DivergenceRows(self._runs.both, differences, self._entries, width), stops

    def take_places(self) -> None:
        """Show what was found, and stand where one stood."""
        self._entries = listed(self._runs.differences) if self._runs.differences is not None else []
        self._numbers = [entry for entry in self._entries if isinstance(entry, int)]
        self.renew()
        self.refresh(layout=True)
        self._ensure()
        self.cursor = self._runs.row
        self.chosen()

    @property
    def number(self) -> int | None:
        """The number of the place that the cursor stands on."""
        return self._numbers[self.cursor] if self.cursor < len(self._numbers) else None

    def step(self, step: int) -> bool:
        """Stand on the place that comes next in the runs; False where there is none."""
        number = self.number
        if number is None or not 0 <= number + step < len(self._numbers):
            return False
        self.cursor = self._numbers.index(number + step)
        return True

    def chosen(self) -> None:
        """Remember the place, and show it."""
        self._runs.row = self.cursor
        self.post_message(PlaceLit())

    def action_enter(self) -> None:
        """Open the run of the chosen side."""
        self.post_message(SideEntered())


class SidesView(RowsView):
    """Both runs at the place, beside each other."""

    BINDINGS = bindings("card")
    tone = "page"
    heading_rows = 1

    def __init__(self, runs: TwoRuns, *, ascii: bool) -> None:
        super().__init__()
        self.can_focus = False
        self._runs = runs
        self._rule = "|" if ascii else "│"
        self._number: int | None = None

    def make_rows(self, width: int) -> tuple[Sequence[Row], Sequence[tuple[int, int]]]:
        """The rows of both sides."""
        place = self._runs.place(self._number) if self._number is not None else None
        if place is None:
            return [], []
        both = columns(self._runs.names, self._runs.both, place)
        return side_rows(both, width, in_bad=self._runs.in_bad, rule=self._rule), []

    def show_place(self, number: int | None) -> None:
        """Show a place from its beginning."""
        self._number, self._offset = number, 0
        self.renew()
