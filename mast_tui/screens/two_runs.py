"""Two runs side by side: where they part first, then the other places; Enter opens either run there."""

import threading

from textual import on
from textual.app import ComposeResult

from agent.divergence.divergences import Divergence
from agent.divergence.told_differences import follows, opening
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Span
from mast_tui.state.two_runs import TwoRuns
from mast_tui.terminal.screen_first import SCREEN_FIRST
from mast_tui.widgets.background_work import WorkingScreen, background
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.messages import TraceChosen
from mast_tui.widgets.two_runs_view import DivergenceList, PlaceLit, SideEntered, SidesView

_KEYS = [("n N", "next place"), ("Tab", "other side"), ("Enter", "open the run there"), ("j k", "list")]
_KEYS += [("d u", "scroll"), ("q", "back")]
_SCROLLED = 8


class TwoRunsScreen(WorkingScreen[None]):
    """The list of places above, both sides of one below."""

    BINDINGS = bindings("two_runs")
    DEFAULT_CSS = """
    TwoRunsScreen DivergenceList { height: auto; max-height: 35%; }
    TwoRunsScreen SidesView { height: 1fr; }
    """
    pane = "two_runs"

    def __init__(self, runs: TwoRuns, *, ascii: bool, may_close: bool) -> None:
        super().__init__()
        self._runs = runs
        self._ascii = ascii
        self._may_close = may_close
        self._left = threading.Event()

    def compose(self) -> ComposeResult:
        """Title, places, both sides, what builds on the place, hints."""
        yield Bar(id="title")
        yield DivergenceList(self._runs)
        yield SidesView(self._runs, ascii=self._ascii)
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Compare, unless that is done."""
        self._entitle("reading both")
        self.query_one(KeyHints).show_keys(_KEYS)
        self.query_one(DivergenceList).focus()
        self.compare_runs()

    def _entitle(self, words: str) -> None:
        good, bad = self._runs.names
        fields = [[Span("Two runs", "text bold")], [Span(words, "quiet")], [Span(good, "quiet")], [Span(bad, "quiet")]]
        self.query_one("#title", Bar).show(fields)

    @background("comparing runs", "Comparing the two runs", "q goes back")
    def compare_runs(self) -> None:
        """Read both runs and lay them side by side, beside the event loop."""

        def stop() -> bool:
            SCREEN_FIRST.give_way()
            return self._left.is_set()

        self._runs.compare(stop)
        if not self._left.is_set():
            self.app.call_from_thread(self._compared)

    def _compared(self) -> None:
        found = self._runs.found
        if found is not None:
            self._entitle(opening(found).rstrip("."))
            self.query_one(DivergenceList).take_places()

    def stop_work(self) -> None:
        """Compare no more."""
        self._left.set()

    @on(PlaceLit)
    def _show(self) -> None:
        listed, found = self.query_one(DivergenceList), self._runs.found
        self.query_one(SidesView).show_place(listed.number)
        self.query_one("#status", Bar).tell("")
        if found is None:
            return
        if listed.number is None:
            self.query_one("#status", Bar).show([[Span("the runs do not part", "ok")]])
            return
        place = found.divergences[listed.number]
        where = f"place {listed.number + 1:,} of {len(found.divergences):,}"
        self.query_one("#status", Bar).show([[Span(where, "text")], [Span(_told(place), "quiet")]])

    @on(SideEntered)
    def _open(self) -> None:
        address = self._runs.address()
        self.say("opening …")
        self.app.post_message(TraceChosen(address.words, address.run))

    def action_step(self, step: int) -> None:
        """Go to the place that comes next in the runs."""
        if not self.query_one(DivergenceList).step(step):
            self.say("This is the last place where they part." if step > 0 else "Before this the runs do not part.")

    def action_other_side(self) -> None:
        """Stand on the other run."""
        self._runs.in_bad = not self._runs.in_bad
        self.query_one(SidesView).renew()

    def action_scroll_sides(self, step: int) -> None:
        """Scroll both sides together."""
        self.query_one(SidesView).scroll_rows(step * _SCROLLED)

    def action_close(self) -> None:
        """Back to the trace that was opened from here."""
        if self._may_close:
            leave(self)

    async def action_quit(self) -> None:
        """Back to the trace; with none, out of the program."""
        if self._may_close:
            leave(self)
        else:
            await self.run_action("app.leave")


def _told(place: Divergence) -> str:
    return follows(place) or "Nothing later builds on what came in here."
