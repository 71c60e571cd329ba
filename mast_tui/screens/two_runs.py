"""Two runs side by side: where they part first, then the other places; Enter opens either run there."""

import asyncio
import threading
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult

from agent.clean import clean_line
from agent.divergence.divergences import Differences, Divergence
from agent.divergence.told_differences import follows, opening
from agent.errors import MastError
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Span
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.two_runs import TwoRuns
from mast_tui.terminal.screen_first import SCREEN_FIRST
from mast_tui.widgets.background_work import WorkingScreen, background
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.leaving import leave, leave_or_quit
from mast_tui.widgets.messages import CardWanted, ConsentAsked, TraceChosen
from mast_tui.widgets.two_runs_view import DivergenceList, PlaceLit, SideEntered, SidesView

if TYPE_CHECKING:
    from agent.settings import Settings
    from agent.trace.trace import Trace
    from mast_tui.diagnosis.asked_why import WhyQuestion
    from mast_tui.state.sending_plan import SendingPlan

_KEYS = [("{two_runs.next} {two_runs.before}", "next place"), ("{two_runs.side}", "other side")]
_KEYS += [("{divergences.enter}", "open the run there"), ("{divergences.down} {divergences.up}", "list")]
_KEYS += [("{two_runs.down} {two_runs.up}", "scroll"), ("{two_runs.why}", "why"), ("{two_runs.quit}", "back")]
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
        if len(self._runs.traces) > 2:
            yield Bar(id="common")
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

    @background("comparing runs", "Comparing the two runs", "{two_runs.quit} goes back")
    def compare_runs(self) -> None:
        """Read both runs and lay them side by side, beside the event loop."""

        def stop() -> bool:
            SCREEN_FIRST.give_way()
            return self._left.is_set()

        while not self._left.is_set():
            shows_none = self._runs.differences is None or self._runs.is_compared
            self._runs.compare(stop)
            self.app.call_from_thread(self._show_pair if shows_none else self._show_common)
            if self._runs.is_compared:
                return

    def _show_pair(self) -> None:
        differences = self._runs.differences
        if differences is not None:
            self._entitle(opening(differences).rstrip("."))
            self.query_one(DivergenceList).take_places()
        self._show_common()

    def _show_common(self) -> None:
        if words := self._runs.common():
            self.query_one("#common", Bar).show([[Span(words, "text")], [Span("[ ] change the bad run", "quiet")]])

    def stop_work(self) -> None:
        """Compare no more."""
        self._left.set()

    @on(PlaceLit)
    def _show(self) -> None:
        listed, differences = self.query_one(DivergenceList), self._runs.differences
        self.query_one(SidesView).show_place(listed.number)
        self.query_one("#status", Bar).tell("")
        if differences is None:
            return
        if listed.number is None:
            self.query_one("#status", Bar).show([[Span("the runs do not part", "ok")]])
            return
        place = differences.divergences[listed.number]
        where = f"place {listed.number + 1:,} of {len(differences.divergences):,}"
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
        await leave_or_quit(self, may_close=self._may_close)

    def action_bad(self, step: int) -> None:
        """Show the next bad run beside the good one, or the one before."""
        if self._runs.other_bad(step):
            self._show_pair()
        else:
            self.say("There is no other bad run there." if self._runs.is_compared else "It is still being compared.")

    def action_why(self) -> None:
        """Say what would be sent to a model, and ask it where a person agrees."""
        runs = self._runs
        if runs.differences is None or runs.differences.first is None:
            self.say("Nobody is asked why before the runs are known to part.")
        elif runs.settings is None or runs.settings.address is None:
            self.say("Why they part is told by a model, and none is named: start with --model or --base-url.")
        else:
            self.say("working out what would be sent …")
            self.plan_why(runs.both, runs.differences, runs.settings)

    @background("why plan", "Working out what would be sent", "{two_runs.why} tries again")
    def plan_why(self, both: "tuple[Trace, Trace]", differences: Differences, settings: "Settings") -> None:
        """Find out what would be asked, and of whom."""
        from mast_tui.diagnosis.asked_why import why_question

        try:
            asked = asyncio.run(
                why_question(both, differences, settings, usable_state_folder(), redact=self._runs.redact)
            )
            plan = asked.plan()
        except MastError as fault:
            self.app.call_from_thread(self._refused, fault)
            return
        if not self._left.is_set():
            self.app.call_from_thread(self._ask_consent, asked, plan)

    def _refused(self, fault: MastError) -> None:
        self.say(clean_line(f"{fault.what} {fault.to} {fault.next_step}"), error=True)

    def _ask_consent(self, asked: "WhyQuestion", plan: "SendingPlan") -> None:
        def then(answer: str | None) -> None:
            if answer == "send":
                self.say("waiting for the answer …")
                self.ask_why(asked)
            else:
                self.say("Nothing was sent.")

        self.post_message(ConsentAsked(plan, then))

    @background("why", "Asking why they part", "{two_runs.why} tries again")
    async def ask_why(self, asked: "WhyQuestion") -> None:
        """Ask, and show the paragraph with its quotes."""
        from mast_tui.diagnosis.asked_why import told_why
        from mast_tui.diagnosis.cards import why_rows

        try:
            why = await asked.ask()
        except MastError as fault:
            self._refused(fault)
            return
        self.say("")
        self.post_message(CardWanted(lambda width: why_rows(list(told_why(why)), width)))


def _told(place: Divergence) -> str:
    return follows(place) or "Nothing later builds on what came in here."
