"""Begins a diagnosis, asks first where something would be sent, and follows it while it arrives."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from textual.message import Message

from agent.clean import clean_name
from agent.errors import MastError
from mast_tui.diagnosis.status_text import BACK, begun, done, failed, gaps, others, stopped, stopped_in_short, waiting
from mast_tui.keys.chosen import key_of, with_keys
from mast_tui.screens.trace.loader import EMPTY
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.outline_pane import OutlinePane
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.screens.trace.reading_messages import Read
from mast_tui.screens.trace.status_line import StatusLine
from mast_tui.screens.trace.tail import Tail
from mast_tui.screens.trace.tail_messages import TakenIn
from mast_tui.screens.trace.trace_memory import Hashed, TraceMemory
from mast_tui.state.sending_plan import SendingPlan
from mast_tui.state.session import Session, Stage
from mast_tui.widgets.background_work import background, reason
from mast_tui.widgets.messages import ConsentAsked

_EVERY = 0.5
"""Seconds between two states of a number that counts down."""
_AGAIN = "{panes.diagnose} tries again"
_PLANNING = "What would be sent is being worked out; you are asked before anything leaves this machine."


class Diagnosed(Message):
    """The diagnosis has something new."""

    def __init__(self, what: str, trouble: str = "") -> None:
        super().__init__()
        self.what = what
        self.trouble = trouble


class Planned(Message):
    """It is known what a diagnosis would send; no plan means nothing."""

    def __init__(self, plan: SendingPlan | None) -> None:
        super().__init__()
        self.plan = plan


class DiagnosisRun(Part):
    """The diagnosis of the trace, from a key to its last finding."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self.at_once = view.at_once
        """Whether to diagnose as soon as the trace is read."""
        self._stage_before: Stage = "undiagnosed"
        self._waits = ""

    @hears(Hashed)
    def _hashed(self, _: Hashed) -> None:
        """Diagnose without being asked where that was wished; else show what is known."""
        if self.view.part(TraceMemory).is_restored:
            self.show_first()
        elif self.at_once and not self.is_busy:
            self.action_diagnose()

    @hears(Read)
    def _read(self, message: Read) -> None:
        """What still arrives has no hash to wait for."""
        if message.done and self.session.trace.source.arriving and self.at_once:
            self.action_diagnose()

    def action_diagnose(self) -> None:
        """Diagnose, or stop while that goes on."""
        session = self.session
        if session.stage == "diagnosing":
            self.view.cancel("diagnosis")
        elif session.stage == "planning":
            self.view.say(_PLANNING)
        elif session.stage == "reading":
            self.at_once = True
            self.view.say("The trace is still being read; it is diagnosed as soon as it is.")
        elif not session.reader.last:
            self.view.say(with_keys(EMPTY).format(name=session.name))
        elif session.stale:
            self.view.part(Tail).take_in_all()
        elif session.diagnosis is not None and not session.failure and not gaps(session.diagnosis):
            self.view.say(f"This trace is diagnosed; {key_of('panes.again')} diagnoses it again.")
        else:
            self._begin()

    @property
    def is_busy(self) -> bool:
        """Whether the trace is being read or diagnosed, or that is being planned."""
        return self.session.stage in ("diagnosing", "planning", "reading")

    def action_diagnose_again(self) -> None:
        """Start again what has failed; else diagnose the file as it is now, with what was appended to it."""
        if not self.view.retry() and not self.is_busy:
            self.view.part(Tail).take_in_all()

    @hears(TakenIn)
    def _taken_in(self, _: TakenIn) -> None:
        if not self.is_busy:
            self._begin()
        self.view.draw()

    def action_diagnose_offline(self) -> None:
        """Diagnose without a model, from now on."""
        if self.is_busy:
            self.view.say(f"Something is still going on; {key_of('panes.diagnose')} stops a diagnosis.")
            return
        self.session.offline = True
        self.view.part(Tail).take_in_all()

    def _begin(self) -> None:
        """Diagnose offline, or ask first where a model would see the trace."""
        session = self.session
        if session.model is None or session.offline:
            self.diagnose()
        else:
            self._stage_before, session.stage = session.stage, "planning"
            self.view.say(_PLANNING)
            self.make_plan()
            self.view.draw()

    @background("plan", "Working out what would be sent", _AGAIN)
    def make_plan(self) -> None:
        """Find out what would be sent, sending nothing."""
        model = self.session.model
        try:
            self.view.send(Planned(model.plan(self.session) if model is not None else None))
        except MastError as fault:
            self.view.send(Diagnosed("Refused", f"{fault.what} {fault.to} {fault.next_step} {others()}"))

    @hears(Planned)
    def _planned(self, message: Planned) -> None:
        self.view.part(StatusLine).unsay(_PLANNING)  # what is told from now on is about the diagnosis
        if message.plan is None or self.session.consented:
            self.diagnose()
        else:
            self.view.send(ConsentAsked(message.plan, self._answered))

    def _answered(self, answer: str | None) -> None:
        session = self.session
        if session.take_answer(answer):
            self.diagnose()
            return
        session.stage = self._stage_before
        self.view.say("Nothing was sent, nothing was diagnosed.")
        self.view.draw()

    @background("diagnosis", "The diagnosis", _AGAIN)
    async def diagnose(self) -> None:
        """Judge the three categories; what is heavy is imported beside the event loop."""
        session = self.session
        session.stage, session.cause = "diagnosing", ""
        self.view.send(Diagnosed("Preparing"))
        counting = self.view.every(_EVERY, self._count_down)
        try:
            run_diagnosis, seen = await self.threads.beside(_loaded)
            if words := begun(session, seen):
                self.view.say(words)
            async with aclosing(run_diagnosis(session)) as news:
                async for what in news:
                    self.view.send(Diagnosed(what))
        except asyncio.CancelledError:
            words = stopped(session)
            self.view.send(Diagnosed("Stopped", self._end(stopped_in_short(session), words)))
            raise
        except MastError as fault:
            words = failed(session, fault)
            self.view.send(Diagnosed("Failed", self._end(with_keys(_AGAIN), words, clean_name(fault.to.rstrip(".")))))
        except Exception as fault:
            self._end(with_keys(_AGAIN), cause=f"failed: {reason(fault)}")
            raise
        finally:
            counting.stop()

    def _end(self, failure: str, words: str = "", cause: str = "") -> str:
        """It ends before it is whole: the diagnosis from before is shown again where there is one, and that is said."""
        session = self.session
        session.failure, session.cause = failure, cause
        session.stage = "stopped" if session.judged is None else "done"
        if session.progress.before is None:
            return words
        from mast_tui.diagnosis.following import bring_back  # loaded when the diagnosis was begun

        bring_back(session)
        return f"{words} {BACK}".lstrip()

    def failed(self, work: str) -> None:
        """Nothing is planned and nothing diagnosed any more."""
        if self.session.stage == "planning":
            self.session.stage = self._stage_before
        elif self.session.stage == "diagnosing":
            self._end(with_keys(_AGAIN), cause="failed")
        self.view.draw()

    def _count_down(self) -> None:
        if self.session.progress.delay is None or not self.view.is_whole:
            return
        words, before = waiting(self.session), self._waits
        self.view.part(StatusLine).replace(before, words)
        self._waits = words
        self.view.draw()

    @hears(Diagnosed)
    def _diagnosed(self, message: Diagnosed) -> None:
        """Show what is new; at the end, the first finding with its evidence."""
        session = self.session
        if message.what == "Done":
            self.view.part(TraceMemory).keep_trace()
            self.view.part(OutlinePane).outline.renew()
            self.view.say(done(session))
            self.show_first()
            if session.entries and not session.touched and not self.view.part(PaneLayout).arrangement.one_pane:
                self.view.show_pane("findings")  # whoever only watched so far steps on with j and Enter
        elif message.what == "Stopped":
            self.view.say(message.trouble)
        elif message.trouble:
            if session.stage == "planning":
                session.stage = self._stage_before
            self.view.say(message.trouble, error=True)
        self.view.trace.renew()
        self.view.draw()

    def show_first(self) -> None:
        """Light the evidence of the first finding without moving the focus."""
        entries = self.session.entries
        self.view.draw()
        if entries and self.session.diagnosis is not None:
            self.view.part(Navigator).light(entries[0].id, move=self.view.trace.place.line <= 1)


def _loaded() -> "tuple[Callable[[Session], AsyncGenerator[str]], int]":
    """Import what is heavy while nobody waits for the event loop; and how many modes are seen offline."""
    from agent.graph.diagnose import load
    from agent.signals.registry import modes_by_facts
    from mast_tui.diagnosis.following import run_diagnosis

    load()
    return run_diagnosis, len(modes_by_facts())
