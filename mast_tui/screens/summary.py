"""What many diagnoses say together: runs and modes, groups, shares; Enter opens a run at the finding of a cell."""

from textual import on
from textual.app import ComposeResult
from textual.screen import Screen

from agent.summary.summary_tables import headline
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Span
from mast_tui.layout.summary_rows import told_cell
from mast_tui.state.told_runs import ToldRuns
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.leaving import leave, leave_or_quit
from mast_tui.widgets.messages import TraceChosen
from mast_tui.widgets.summary_view import CellEntered, CellLit, SummaryView

_KEYS = [("{heat.down} {heat.up}", "run"), ("{heat.before} {heat.next}", "mode"), ("{heat.enter}", "open there")]
_KEYS += [("{heat.part}", "groups, shares"), ("{summary.quit}", "back")]


class SummaryScreen(Screen[None]):
    """The page of the summary; what the cell holds stands below it."""

    BINDINGS = bindings("summary")
    DEFAULT_CSS = "SummaryScreen SummaryView { height: 1fr; }"
    pane = "summary"

    def __init__(self, told: ToldRuns, *, ascii: bool, may_close: bool) -> None:
        super().__init__()
        self._told = told
        self._ascii = ascii
        self._may_close = may_close

    def compose(self) -> ComposeResult:
        """Title, page, what stands in the cell, hints."""
        yield Bar(id="title")
        yield SummaryView(self._told, ascii=self._ascii)
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Stand where one stood."""
        fields = [[Span("Summary", "text bold")], [Span(headline(self._told.summary).rstrip("."), "quiet")]]
        self.query_one("#title", Bar).show(fields)
        self.query_one(KeyHints).show_keys(_KEYS)
        self.query_one(SummaryView).focus()
        self.call_after_refresh(self.query_one(SummaryView).stand_at, self._told.at)

    def say(self, words: str, *, error: bool = False) -> None:
        """Tell a person something in the status line."""
        self.query_one("#status", Bar).tell(words, "major" if error else "text")

    @on(CellLit)
    def _lit(self) -> None:
        status = self.query_one("#status", Bar)
        status.tell("")
        status.show([[Span(told_cell(self._told.summary, self._told.at)[2], "text")]])

    @on(CellEntered)
    def _open(self) -> None:
        address = self._told.address()
        self.say("opening …")
        self.app.post_message(TraceChosen(address.words, address.run))

    def action_close(self) -> None:
        """Back to the trace that was opened from here."""
        if self._may_close:
            leave(self)

    async def action_quit(self) -> None:
        """Back to the trace; with none, out of the program."""
        await leave_or_quit(self, may_close=self._may_close)
