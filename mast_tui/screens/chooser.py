"""The chooser: the runs that a file or a folder holds, of which one is opened."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Input
from textual.worker import get_current_worker

from agent.clean import clean_line
from agent.number_words import count
from agent.trace.formats.base.chosen_run import Measured
from mast_tui.keys.table import bindings, hints
from mast_tui.layout.row import Row, Span
from mast_tui.layout.run_rows import Held, Known, RunRows, RunStops
from mast_tui.widgets.background_work import WorkingScreen, background
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.field import Field
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.rows_view import RowsView

MANY = "{name} holds {runs}; choose the one to open, the others stay in the list."


class RunLit(Message):
    """The cursor stands on a run, or other rows came into sight."""


class RunPicked(Message):
    """A run is to be opened."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


class RunList(RowsView):
    """One row for each run; those that fit what was typed."""

    BINDINGS = bindings("runs")
    tone = "page"
    heading_rows = 1

    def __init__(self) -> None:
        super().__init__()
        self.known: Sequence[Known] = ()
        self.left: Sequence[int] = ()
        self.measured: dict[int, Measured] = {}

    def make_rows(self, width: int) -> tuple[Sequence[Row], Sequence[tuple[int, int]]]:
        """The rows, made when they are drawn."""
        return RunRows(self.known, self.left, self.measured, width), RunStops(len(self.left))

    @property
    def picked(self) -> int | None:
        """The run that the cursor stands on."""
        return self.left[self.cursor] if self.cursor < len(self.left) else None

    @property
    def in_sight(self) -> Sequence[int]:
        """The runs whose rows can be seen."""
        self._ensure()
        return self.left[self._offset : self._offset + self._height]

    def chosen(self) -> None:
        """Say more about the run, and find out how long its neighbours are."""
        self.post_message(RunLit())

    def scroll_rows(self, step: int) -> None:
        """Other rows come into sight."""
        super().scroll_rows(step)
        self.post_message(RunLit())

    def action_enter(self) -> None:
        """Open the run."""
        if self.picked is not None:
            self.post_message(RunPicked(self.picked))


class ChooserScreen(WorkingScreen[int | None]):
    """Runs to choose from; Esc goes back to what was shown before."""

    BINDINGS = bindings("chooser")
    DEFAULT_CSS = """
    ChooserScreen Input { height: 1; border: none; padding: 0 2; background: $bar; color: $text-token; display: none; }
    ChooserScreen Input:focus { border: none; }
    ChooserScreen RunList { height: 1fr; }
    """

    def __init__(self, held: Held) -> None:
        super().__init__()
        self._held = held
        self._is_left = False

    def compose(self) -> ComposeResult:
        """Title, rows, field, the first words of a run, hints."""
        yield Bar(id="title")
        yield Bar(id="words")
        yield RunList()
        yield Field(placeholder="/ part of an id or of the words beside it", compact=True)
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Find the runs."""
        self.query_one("#words", Bar).tone = "page"
        self.query_one("#title", Bar).show([[Span(self._held.name, "text bold")], [Span("runs", "quiet")]])
        self.query_one("#words", Bar).show([[Span("looking for the runs", "quiet")]])
        self.query_one(KeyHints).show_keys(
            [*hints("runs"), ("{chooser.narrow}", "narrow"), ("{chooser.close}", "back")]
        )
        self.query_one(RunList).focus()
        self.find_runs()

    def stop_work(self) -> None:
        """Measure no more."""
        self._is_left = True

    @background("finding", "Looking for the runs", "{chooser.close} goes back, {panes.runs} looks for them again")
    def find_runs(self) -> None:
        """List the runs beside the event loop."""
        known = self._held.find()
        if not self._is_left:
            self.app.call_from_thread(self._show_runs, known)

    def _show_runs(self, known: Sequence[Known]) -> None:
        rows = self.query_one(RunList)
        rows.known, rows.left = known, range(len(known))
        here = next((at for at, each in enumerate(known) if each.shown), 0)
        rows.renew()
        rows.action_cursor_to(here)
        self._tell()
        self._show_words()
        self.measure_runs()

    def on_resize(self) -> None:
        """The sentence takes as many rows as it needs at this width; other runs came into sight."""
        if self.query_one(RunList).known:
            self.call_after_refresh(self._tell)
            self.call_after_refresh(self.measure_runs)

    def _tell(self) -> None:
        runs = count(len(self.query_one(RunList).known), "run")
        self.query_one("#words", Bar).tell(MANY.format(name=self._held.name, runs=runs), "quiet")

    @background("measuring", "Measuring the runs", "j and k try again")
    def measure_runs(self) -> None:
        """Find out how long the runs in sight are; whoever scrolls on is served first."""
        rows, worker = self.query_one(RunList), get_current_worker()
        while not (self._is_left or worker.is_cancelled):
            wanted = next((at for at in rows.in_sight if at not in rows.measured), None)
            if wanted is None:
                break
            rows.measured[wanted] = self._held.measure(wanted)
            self.app.call_from_thread(rows.refresh)
        if not (self._is_left or worker.is_cancelled):
            self.app.call_from_thread(self._show_words)

    @on(RunLit)
    def _lit(self) -> None:
        self._show_words()
        self.measure_runs()

    def _show_words(self) -> None:
        """The whole id of the run and its first words."""
        rows = self.query_one(RunList)
        status = self.query_one("#status", Bar)
        if rows.picked is None:
            status.show([[Span("no run fits", "quiet")]])
            return
        place = f"run {rows.cursor + 1:,} of {len(rows.left):,}"
        measured = rows.measured.get(rows.picked)
        first = clean_line(measured.first) if measured is not None else ""
        fields = [[Span(rows.known[rows.picked].id, "text bold")]]
        if first:
            fields.append([Span(f"begins: {first}"[: max(20, self.size.width - len(fields[0][0].text) - 30)], "quiet")])
        status.show(fields, [[Span(place, "quiet")]])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where letters are typed, a slash is one."""
        return not (action == "narrow" and isinstance(self.focused, Input))

    def action_narrow(self) -> None:
        """Type what is wanted."""
        field = self.query_one(Input)
        field.display = True
        field.focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        rows, sought = self.query_one(RunList), event.value.strip().casefold()
        rows.left = [at for at in range(len(rows.known)) if sought in self._words_of(rows, at)]
        rows.renew()
        rows.action_cursor_to(0)
        self._lit()

    def _words_of(self, rows: RunList, at: int) -> str:
        measured = rows.measured.get(at)
        words = f" {measured.first} {measured.last}" if measured is not None else ""
        return f"{rows.known[at].id}{words}".casefold()

    @on(Input.Submitted)
    def _entered(self) -> None:
        self.query_one(RunList).focus()

    @on(RunPicked)
    def _picked(self, message: RunPicked) -> None:
        leave(self, message.at)

    def action_close(self) -> None:
        """From the field to the list; from there back to where one was."""
        field = self.query_one(Input)
        if field.display:
            field.value = ""
            field.display = False
            self.query_one(RunList).focus()
        else:
            leave(self)
