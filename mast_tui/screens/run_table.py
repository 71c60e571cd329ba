"""Many runs as a table: it fills while one looks, sorts, narrows and marks; Enter opens a run."""

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input

from agent.clean import clean_line, clean_name
from agent.errors import Cancelled
from agent.number_words import count
from agent.run_table.row_reader import Saved
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Span
from mast_tui.layout.run_table_rows import RowKey
from mast_tui.state.run_table import BATCH, SORTS, RunTable
from mast_tui.terminal.screen_first import SCREEN_FIRST
from mast_tui.widgets.background_work import WorkingScreen, background
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.field import Field
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.messages import TraceChosen
from mast_tui.widgets.run_table_view import RowEntered, RowLit, RunTableView

OFTEN = 0.25
"""Seconds between two looks of the screen at what was read meanwhile; four times as long where there is much."""
MANY, FEW = 5_000, 500
FIRST, AT_ONCE = 100, 5
"""So many files are found before the first rows stand there, and read each time before more are looked for."""
_LETTERS = ("narrow", "sort", "turn", "mark", "copy", "diagnose")
_KEYS = [("{table.enter}", "open"), ("{run_table.narrow}", "narrow"), ("{run_table.sort}", "sort")]
_KEYS += [("{run_table.turn}", "turn round"), ("{run_table.mark}", "mark"), ("{run_table.diagnose}", "diagnose")]
_KEYS += [("{run_table.copy}", "copy paths")]


class RunTableScreen(WorkingScreen[None]):
    """The table; it goes on filling when one comes back to it."""

    BINDINGS = bindings("run_table")
    DEFAULT_CSS = """
    RunTableScreen Input { height: 1; border: none; padding: 0 2; background: $bar; color: $text-token; display: none; }
    RunTableScreen Input:focus { border: none; }
    RunTableScreen RunTableView { height: 1fr; }
    """
    pane = "run_table"

    def __init__(self, table: RunTable, saved: Saved, *, mark: str, may_close: bool, place: Path | None = None) -> None:
        super().__init__()
        self._table = table
        self._saved = saved
        self._mark = mark
        self._may_close = may_close
        self._place = place
        self._diagnosing = ""
        self._left = threading.Event()

    def compose(self) -> ComposeResult:
        """Title, rows, the field for what is sought, more of the run, hints."""
        yield Bar(id="title")
        yield RunTableView(self._table, self._mark)
        yield Field(placeholder="words, or task:… outcome:… root:… events:>100, -not", compact=True)
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Show what is known, and go on reading."""
        self.query_one(KeyHints).show_keys([*_KEYS, *([("{run_table.close}", "back")] if self._may_close else [])])
        view = self.query_one(RunTableView).focus()
        view.look_again()
        self._tell_how_far()
        self.fill_table()

    @background("filling", "Reading the runs", "s or / shows what is read; open the table again to go on")
    def fill_table(self) -> None:
        """Find the files, then read one after the other, those in sight first."""
        table, view = self._table, self.query_one(RunTableView)

        def stop() -> bool:
            return self._left.is_set()

        told, more = 0.0, True
        with suppress(Cancelled):
            while more and not stop():
                if not table.is_found:
                    table.find_more(FIRST if not table.files else BATCH)
                else:
                    more = table.read_one(view.in_sight, self._saved, stop)
                    if not more and table.arriving:
                        more = self._wait_for_more()
                SCREEN_FIRST.give_way()
                if time.monotonic() - told > (OFTEN if len(table.files) < MANY else 4 * OFTEN):
                    self.app.call_from_thread(self._grown)
                    told = time.monotonic()
                if not table.is_found:
                    for _ in range(AT_ONCE):
                        table.read_one(view.in_sight, self._saved, stop)
        if not stop():
            self.app.call_from_thread(self._grown)

    def action_diagnose(self) -> None:
        """Diagnose what is marked, else the run under the cursor, with no model."""
        view = self.query_one(RunTableView)
        keys = sorted(self._table.marked) or ([view.picked] if view.picked is not None else [])
        if self._diagnosing:
            self.say("Still diagnosing; what is marked meanwhile waits for the next D.")
        elif keys:
            self._diagnosing = "diagnosing offline"
            self.diagnose_runs(keys)

    @background("diagnosing many", "Diagnosing the runs", "{run_table.diagnose} goes on with those still marked")
    def diagnose_runs(self, keys: Sequence[RowKey]) -> None:
        """Diagnose runs beside the app, and show what becomes of each as it ends."""
        from mast_tui.diagnosis.marked_runs import diagnose  # loads all that a diagnosis takes

        done = 0

        def told(row: object) -> bool:
            nonlocal done
            done += 1
            self._diagnosing = f"{done:,} diagnosed offline of {count(len(keys), 'run')}"
            self.app.call_from_thread(self._grown)
            return not self._left.is_set()

        try:
            diagnose(self._table, keys, self._place, told)
        finally:
            self._diagnosing = ""
        if not self._left.is_set():
            self.app.call_from_thread(self._diagnosed, f"{count(done, 'run')} diagnosed by the offline analyst")

    def _diagnosed(self, words: str) -> None:
        self._grown()
        self.say(f"{words}; with a model: mast-tui diagnose PATH... -o DIR")

    def _wait_for_more(self) -> bool:
        """Wait until a file has come or grown; under another screen nothing is looked at. False at the end."""
        self.app.call_from_thread(self._grown)
        pause = OFTEN if len(self._table.files) < FEW else 8 * OFTEN
        while not self._left.wait(pause):
            if self.is_current and self._table.find_again():
                return True
        return False

    def stop_work(self) -> None:
        """Read no more."""
        self._left.set()

    def _grown(self) -> None:
        self.query_one(RunTableView).look_again()
        self._tell_how_far()

    def _tell_how_far(self) -> None:
        table, view = self._table, self.query_one(RunTableView)
        parts = [count(len(view.keys), "run"), *filter(None, (table.arriving, self._diagnosing))]
        if not table.is_found:
            parts.append("looking for more")
        elif table.read_files < len(table.files):
            parts.append(f"{table.read_files:,} of {count(len(table.files), 'file')} read")
        order = {"seconds": "time", "root_mode": "root"}.get(table.sort, table.sort)
        parts.append(f"by {order}{', turned round' if table.is_backwards else ''}")
        if table.sought:
            parts.append(f"only {clean_line(table.sought)}")
        if table.marked:
            parts.append(f"{len(table.marked):,} marked")
        self.query_one("#title", Bar).show([[Span("Runs", "text bold")], *([Span(part, "quiet")] for part in parts)])

    @on(RowLit)
    def _lit(self) -> None:
        view = self.query_one(RunTableView)
        row = self._table.row(view.picked) if view.picked is not None else None
        if row is None:
            self.query_one("#status", Bar).show(
                [[Span("no run fits" if self._table.sought else self._table.awaited, "quiet")]]
            )
            return
        which = f"   run {row.number:,} of {row.of:,}" if row.of > 1 else ""
        more = row.trouble or row.task or ""
        fields = [[Span(clean_name(row.path) + which, "text bold")]]
        fields += [[Span(words, "quiet")] for words in (row.kind, clean_line(more)) if words]
        self.query_one("#status", Bar).show(fields, [[Span(f"{view.cursor + 1:,} of {len(view.keys):,}", "quiet")]])

    @on(RowEntered)
    def _open(self) -> None:
        key = self.query_one(RunTableView).picked
        row = self._table.row(key) if key is not None else None
        if row is not None:
            self.say("opening …")
            self.app.post_message(TraceChosen(row.path, row.id if row.of > 1 else None))

    def action_sort(self) -> None:
        """Sort by the next column."""
        self._table.sort = SORTS[(SORTS.index(self._table.sort) + 1) % len(SORTS)]
        self._grown()

    def action_turn(self) -> None:
        """Turn the order round."""
        self._table.is_backwards = not self._table.is_backwards
        self._grown()

    def action_mark(self) -> None:
        """Mark the run, or take the mark back, and go on to the next."""
        view = self.query_one(RunTableView)
        if view.picked is not None:
            self._table.marked ^= {view.picked}
            view.action_cursor(1)
            view.renew()
            self._tell_how_far()

    def action_copy(self) -> None:
        """Copy the paths of what is marked, else of the run under the cursor."""
        view = self.query_one(RunTableView)
        keys = sorted(self._table.marked) or ([view.picked] if view.picked is not None else [])
        paths = dict.fromkeys(row.path for key in keys if (row := self._table.row(key)) is not None)
        self.app.copy_to_clipboard("\n".join(paths))
        self.say(f"Copied {count(len(paths), 'path')}.")

    def action_narrow(self) -> None:
        """Type what is wanted."""
        field = self.query_one(Input)
        field.display = True
        field.value = self._table.sought
        field.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where letters are typed, a letter is no command."""
        return not (isinstance(self.focused, Input) and action in _LETTERS)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._table.sought = event.value.strip()
        self._grown()

    @on(Input.Submitted)
    def _entered(self) -> None:
        self.query_one(RunTableView).focus()

    def action_close(self) -> None:
        """From the field to the table; from what is sought to all; from there back to the trace."""
        field = self.query_one(Input)
        if field.display:
            field.value = self._table.sought = ""
            field.display = False
            self.query_one(RunTableView).focus()
            self._grown()
        elif self._may_close:
            leave(self)
