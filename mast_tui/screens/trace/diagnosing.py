"""Follows a diagnosis while it arrives, and leads from findings to the lines they rest on."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from textual import on, work
from textual.message import Message

from agent.clean import clean_name
from agent.errors import MastError
from mast_tui.diagnosis.status_text import begun, done, failed, gaps, stopped, waiting
from mast_tui.layout.marks import EvidenceMark
from mast_tui.screens.trace.reading import EMPTY, ReadingDesk
from mast_tui.state.session import Session
from mast_tui.state.trace_search import PlaceSet
from mast_tui.widgets.messages import ConsentAsked, EvidenceLit, FindingEntered, FindingLit, LineEntered, LineWanted

_LONGEST = 1_000
_EVERY = 0.5
"""Seconds between two states of a number that counts down."""


class Diagnosed(Message):
    """The diagnosis has something new."""

    def __init__(self, what: str, trouble: str = "") -> None:
        super().__init__()
        self.what = what
        self.trouble = trouble


class DiagnosingDesk(ReadingDesk):
    """The desk with a diagnosis on it."""

    def __init__(self, session: Session, *, at_once: bool = False) -> None:
        super().__init__(session)
        self.at_once = at_once
        self.places: PlaceSet | None = None
        self._waits = ""

    def ready(self, *, restored: bool) -> None:
        """Diagnose without being asked where that was wished; else show what is known."""
        if restored:
            self.show_first()
        elif self.at_once:
            self.action_diagnose()

    def action_diagnose(self) -> None:
        """Diagnose, or stop while that goes on."""
        session = self.session
        if session.stage == "diagnosing":
            self.workers.cancel_group(self, "diagnosis")
            return
        if session.stage == "reading":
            self.at_once = True
            self.say("The trace is still being read; it is diagnosed as soon as it is.")
            return
        if not session.reader.last:
            self.say(EMPTY.format(name=session.name))
            return
        if session.diagnosis is not None and not session.stale and not gaps(session.diagnosis):
            self.say("This trace is diagnosed; R diagnoses it again.")
            return
        self.begin()

    def action_diagnose_again(self) -> None:
        """Diagnose anew."""
        if self.session.stage not in ("diagnosing", "reading"):
            self.session.stale = False
            self.begin()

    def action_diagnose_offline(self) -> None:
        """Diagnose without a model, from now on."""
        if self.session.stage in ("diagnosing", "reading"):
            self.say("Something is still going on; D stops a diagnosis.")
            return
        self.session.offline = True
        self.action_diagnose_again()

    def begin(self) -> None:
        """Diagnose offline, or ask first where a model would see the trace."""
        session = self.session
        if session.model is None or session.offline:
            self.diagnose()
        else:
            self.make_plan()

    @work(thread=True, exclusive=True, group="plan", exit_on_error=False)
    def make_plan(self) -> None:
        """Find out what would be sent, sending nothing."""
        model = self.session.model
        if model is None:
            return
        try:
            plan = model.plan(self.session)
        except MastError as fault:
            self.post_message(Diagnosed("Refused", f"{fault.what} {fault.to} {fault.next_step}"))
            return
        if plan is None or self.session.consented:
            self.app.call_from_thread(self.diagnose)
        else:
            self.post_message(ConsentAsked(plan, self._answered))

    def _answered(self, answer: str | None) -> None:
        session = self.session
        if answer is None:
            self.say("Nothing was sent, nothing was diagnosed.")
            return
        session.consented = answer == "send"
        session.offline = answer == "offline"
        self.diagnose()

    @work(exclusive=True, group="diagnosis", exit_on_error=False)
    async def diagnose(self) -> None:
        """Walk the three categories; what is heavy is imported beside the event loop."""
        session = self.session
        session.stage, session.cause = "diagnosing", ""
        self.post_message(Diagnosed("Preparing"))
        counting = self.set_interval(_EVERY, self._count_down)
        try:
            run_diagnosis, seen = await asyncio.to_thread(_loaded)
            if session.model is None and not session.offline:
                self.say(begun(seen))
            async with aclosing(run_diagnosis(session)) as news:
                async for what in news:
                    self.post_message(Diagnosed(what))
        except asyncio.CancelledError:
            session.stage, session.failure = "stopped", "stopped · D goes on where it stopped"
            self.post_message(Diagnosed("Stopped"))
            raise
        except MastError as fault:
            session.stage, session.failure = "stopped", "D tries again"
            session.cause = clean_name(fault.to.rstrip("."))
            self.post_message(Diagnosed("Failed", failed(session, fault)))
        except Exception as fault:  # noqa: BLE001 - a diagnosis that fails must not take the trace away
            session.stage, session.failure = "stopped", "D tries again"
            session.cause = f"failed: {type(fault).__name__}"
            self.post_message(Diagnosed("Failed", f"The diagnosis failed ({type(fault).__name__}); D tries again."))
        finally:
            counting.stop()

    def _count_down(self) -> None:
        if self.session.progress.delay is None or not self.is_whole:
            return
        words, before = waiting(self.session), self._waits
        if self.message is None or self.message[0] == before:
            self.say(words) if words else self.unsay()
        self._waits = words
        self.draw()

    def on_diagnosed(self, message: Diagnosed) -> None:
        """Show what is new; at the end, the first finding with its evidence."""
        session = self.session
        if message.what == "Done":
            self.keep_trace()
            self.outline.renew()
            self.say(done(session))
            self.show_first()
            if self.session.entries and not self.session.touched and not self.arrangement.one_pane:
                self.show_pane("findings")  # whoever only watched so far steps on with j and Enter
        elif message.what == "Stopped":
            self.say(stopped(session))
        elif message.trouble:
            self.say(message.trouble, error=True)
        self.view.renew()
        self.draw()

    def show_first(self) -> None:
        """Light the evidence of the first finding without moving the focus."""
        entries = self.session.entries
        self.draw()
        if entries and entries[0].settled:
            self.light(entries[0].id, move=self.view.place.line <= 1)

    def light(self, finding: str, *, move: bool = True) -> None:
        """Fill the words of a finding, and make its evidence the set that n and N step through."""
        marks = self.session.marks
        marks.select(finding)
        pieces = [piece for piece in marks.pieces if piece.finding == finding]
        if pieces:
            self.places = PlaceSet("evidence", [piece.target for piece in pieces], 0)
            self.set_words = f"{finding} {self.places.words}"
            if move:
                self.reveal(pieces[0])
        self.view.renew()
        self.draw()

    def reveal(self, piece: EvidenceMark) -> None:
        """Show a piece of evidence whole, with its note; a filter that hides it is lifted, folds over it open."""
        self.lift_filter(piece.target)
        first, last = (piece.target, piece.target) if piece.part == "absence" else piece.lines
        for line in range(first, min(last, first + _LONGEST) + 1):
            self.session.folds.open(line)
        self.view.go(piece.target, through=last)

    def lift_filter(self, line: int) -> None:
        """Show all events again where the filter hides a line that is gone to."""
        if self.rows.is_filtered and not self.rows.shows(line):
            self.rows.only(None)
            if self.places is not None and self.places.kind == "event":
                self.places, self.set_words = None, ""
            self.say(f"L{line} was hidden by the filter, so all events are shown again.")

    @on(FindingLit)
    def _lit(self, message: FindingLit) -> None:
        self.light(message.finding)

    @on(FindingEntered)
    def _entered(self, message: FindingEntered) -> None:
        self.light(message.finding)
        self.came_from = "findings"
        self.show_pane("trace")

    @on(LineWanted)
    def _wanted(self, message: LineWanted) -> None:
        self.came_from = self.pane
        self.lift_filter(message.line)
        self.view.go(message.line)
        self.show_pane("trace")

    @on(EvidenceLit)
    def _evidence(self, message: EvidenceLit) -> None:
        pieces = [piece for piece in self.session.marks.pieces if piece.finding == message.finding]
        if not 0 <= message.index < len(pieces):
            return
        self.session.marks.select(message.finding)
        self.places = PlaceSet("evidence", [piece.target for piece in pieces], message.index)
        self.set_words = f"{message.finding} {self.places.words}"
        self.reveal(pieces[message.index])
        if message.enter:
            self.came_from = "finding"
            self.show_pane("trace")
        self.draw_bars()

    @on(LineEntered)
    def _line_entered(self, message: LineEntered) -> None:
        found = self.session.marks.at(message.place.line)
        own = [piece for piece in found if piece.finding == self.session.marks.selected]
        if message.kind in ("text", "note") and (own or found):
            self.open_finding((own or found)[0].finding)

    def open_finding(self, finding: str) -> None:
        """Open a finding beside the trace."""

    came_from = "trace"

    def action_finding(self, step: int) -> None:
        """Go to the next finding or the one before, to its act."""
        entries = [entry for entry in self.session.entries if entry.settled]
        if not entries:
            self.say("There is no finding to go to yet; D diagnoses.")
            return
        ids = [entry.id for entry in entries]
        here = self.session.marks.selected
        at = (ids.index(here) + step) % len(ids) if here in ids else 0
        self.findings.choose(ids[at])
        self.light(ids[at])


def _loaded() -> "tuple[Callable[[Session], AsyncGenerator[str]], int]":
    """Import what is heavy while nobody waits for the event loop; and how many modes are seen offline."""
    from agent.graph.run import load
    from mast_tui.diagnosis.following import run_diagnosis
    from mast_tui.diagnosis.offline import modes_seen

    load()
    return run_diagnosis, modes_seen()
