"""The run in numbers: tables whose numbers lead to the lines they were counted at."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.message import Message

from agent.statistics.run_statistics import RunStatistics, statistics
from agent.statistics.statistics_tables import line_list, opening, steps, tables
from agent.trace.trace import Trace
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, Span
from mast_tui.layout.statistics_rows import NumberPlace, StatisticsRows, statistics_rows
from mast_tui.state.session import Session
from mast_tui.widgets.background_work import WorkingScreen, background
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.rows_view import RowsView
from mast_tui.widgets.screen_messages import PlacesWanted

_MOST_STEPS = 120


class NumberLit(Message):
    """The cursor stands on another number."""


class NumberEntered(Message):
    """Go to the lines behind the number."""


class NumberTables(RowsView):
    """The tables; left and right choose a number of a row, Enter goes to its lines."""

    BINDINGS = bindings("numbers")
    tone = "page"

    def __init__(self, *, ascii: bool) -> None:
        super().__init__()
        self.trace: Trace | None = None
        self.run: RunStatistics | None = None
        self._ascii = ascii
        self._column = 0
        self._places: list[list[NumberPlace]] = []

    def make_rows(self, width: int) -> tuple[Sequence[Row], Sequence[tuple[int, int]]]:
        """The rows of all tables."""
        if self.trace is None or self.run is None:
            return [], []
        made: StatisticsRows = statistics_rows(
            tables(self.trace, self.run),
            self.run.missing,
            list(steps(self.run, min(_MOST_STEPS, width - 4))),
            width,
            (self.cursor, self._column),
            ascii=self._ascii,
        )
        self._places = made.places
        return made.rows, made.stops

    @property
    def lit(self) -> NumberPlace | None:
        """The number that the cursor stands on."""
        self._ensure()
        places = self._places[self.cursor] if self.cursor < len(self._places) else []
        return places[min(self._column, len(places) - 1)] if places else None

    @property
    def position(self) -> tuple[int, int]:
        """The row and the number in it."""
        return self.cursor, self._column

    def stand_at(self, position: tuple[int, int]) -> None:
        """Stand where one was before."""
        self._ensure()
        self.cursor, self._column = position
        self.renew()

    def chosen(self) -> None:
        """Another row: the number stays in its column as far as there is one."""
        places = self._places[self.cursor] if self.cursor < len(self._places) else []
        self._column = max(0, min(self._column, len(places) - 1))
        self.renew()
        self.post_message(NumberLit())

    def action_number(self, step: int) -> None:
        """The next number of the row."""
        places = self._places[self.cursor] if self.cursor < len(self._places) else []
        self._column = max(0, min(self._column + step, len(places) - 1))
        self.renew()
        self.post_message(NumberLit())

    def action_enter(self) -> None:
        """Go to the lines behind the number."""
        if self.lit is not None:
            self.post_message(NumberEntered())


class StatisticsScreen(WorkingScreen[PlacesWanted | None]):
    """Counts the run beside the event loop; Esc goes back to the trace."""

    BINDINGS = bindings("statistics")
    DEFAULT_CSS = "StatisticsScreen NumberTables { height: 1fr; }"

    def __init__(self, session: Session, position: tuple[float, ...] = ()) -> None:
        super().__init__()
        self._session = session
        row, number = (*position, 0, 0)[:2]
        self._position = int(row), int(number)
        self._is_left = False

    def compose(self) -> ComposeResult:
        """Title, tables, what stands behind a number, hints."""
        yield Bar(id="title")
        yield NumberTables(ascii=self._session.settings.ascii)
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Count, unless that is done."""
        name = self._session.name
        self.query_one("#title", Bar).show([[Span(name, "text bold")], [Span("counting", "quiet")]])
        self.query_one(KeyHints).show_keys(
            [
                ("{numbers.down} {numbers.up}", "rows"),
                ("{numbers.before} {numbers.next}", "numbers"),
                ("{numbers.enter}", "go there"),
                ("{statistics.close}", "back"),
            ]
        )
        self.query_one(NumberTables).focus()
        self.count_run()

    @background("statistics", "Counting the run", "{statistics.close} goes back, {panes.statistics} counts it again")
    def count_run(self) -> None:
        """Count the trace as far as it goes now."""
        trace = self._session.trace.read(stop=lambda: self._is_left)
        counted = self._session.counted
        if counted is None or counted[0] is not trace:
            counted = trace, statistics(trace, stop=lambda: self._is_left)
        if not self._is_left:
            self.app.call_from_thread(self._counted, counted)

    def _counted(self, counted: tuple[Trace, RunStatistics]) -> None:
        self._session.counted = counted
        trace, run = counted
        shown = self.query_one(NumberTables)
        shown.trace, shown.run = trace, run
        shown.renew()
        shown.stand_at(self._position)
        parts = opening(trace, run).split(" · ")
        title = [[Span(self._session.name, "text bold")], *([Span(part, "quiet")] for part in parts)]
        self.query_one("#title", Bar).show(title)
        self._tell()

    def stop_work(self) -> None:
        """Count no more."""
        self._is_left = True

    @on(NumberLit)
    def _tell(self) -> None:
        lit = self.query_one(NumberTables).lit
        words = "no line stands behind this row" if lit is None else f"{lit.words}   {line_list(lit.lines, lit.total)}"
        self.query_one("#status", Bar).show([[Span(words, "text")]])

    @on(NumberEntered)
    def _go(self) -> None:
        """Go to the lines behind the number."""
        shown = self.query_one(NumberTables)
        if shown.lit is not None:
            leave(self, PlacesWanted("statistics", list(shown.lit.lines), shown.position))

    def action_close(self) -> None:
        """Back to the trace."""
        leave(self)
