"""Reads the trace in the background, and folds what repeats in it."""

import threading
import time

from agent.errors import Cancelled, MastError, WrongUse
from agent.trace.trace import Trace
from mast_tui.keys.chosen import key_of, with_keys
from mast_tui.layout.time_words import seconds_between
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.screens.trace.reading_messages import Read, Reopened, Repeats
from mast_tui.screens.trace.screen_words import fault_of, reading_words
from mast_tui.screens.trace.trace_memory import TraceMemory
from mast_tui.state.session import Session
from mast_tui.widgets.background_work import background
from mast_tui.widgets.messages import Furnished, RunsWanted

_EVERY = 0.5
_MOST_LINES = 200_000
"""Lines that are compared with each other: what was seen of them is kept in memory meanwhile."""
EMPTY = "{name} is empty: there is nothing to diagnose; {anywhere.open} opens another trace."
WAITING = "Nothing has come from {name} yet; its lines appear here as they do."


class Loader(Part):
    """What becomes of the trace until it is read."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self._stopping = threading.Event()
        """Set when the screen goes: whatever reads in a thread looks at it."""
        self._is_broken = False

    @hears(Furnished)
    def _begin(self, _: Furnished) -> None:
        self.read_trace()

    @background("reading", "Reading the trace")
    def read_trace(self) -> None:
        """Cut the whole trace into events; after a fault, from the start."""
        trace, told = self.session.trace, 0.0
        if self._is_broken:
            trace = opened_anew(trace)
            self.view.send(Reopened(trace))

        def progress(byte: int) -> None:
            nonlocal told
            now = time.monotonic()
            if now - told >= _EVERY:
                told = now
                self.view.send(Read(byte))

        try:
            trace.read(progress, self._stopping.is_set)
        except Cancelled:
            return
        except MastError as fault:
            self.view.send(Read(0, done=True, trouble=f"{fault.what} {fault.to}"))
            return
        self.view.send(Read(trace.source.size, done=True))

    @hears(Reopened)
    def _reopened(self, message: Reopened) -> None:
        self._is_broken = False
        self.session.adopt(message.trace)
        self.session.stage = "reading"
        self.view.rows.refresh()
        self.view.draw()

    @hears(Read)
    def _read(self, message: Read) -> None:
        """Show what is there."""
        session = self.session
        session.read_bytes = message.byte or session.read_bytes
        self.view.trace.grown()
        self._offer_runs()
        if message.done:
            self._end(message.trouble)
            if message.trouble:
                self.view.say(message.trouble, error=True)
            elif words := reading_words(session):
                self.view.say(words)
            if session.trace.source.arriving:
                session.known = True
            else:
                self.view.part(TraceMemory).hash_trace()
            self.find_repeats()
            self.view.draw()
        else:
            self.view.draw_place()
        if self.view.trace.bound_for_end:
            self.view.trace.action_end()

    def _end(self, trouble: str) -> None:
        """Nothing more is read: what is there is all that there is to see."""
        session, events, trace = self.session, self.session.trace.events, self.view.trace
        if len(events):
            session.seconds = seconds_between(events[1].time, events[len(events)].time)
        session.stage = "undiagnosed"
        session.folds.forget()
        self.view.rows.refresh()
        arriving = session.trace.source.arriving
        if not session.reader.last:
            trace.empty = (WAITING if arriving else with_keys(EMPTY)).format(name=session.name)
        session.fault = fault_of(session, trouble) if not arriving else ""
        self.view.rows.fault = session.fault
        trace.renew()

    def failed(self, work: str) -> None:
        """What is read by now stays in sight, and is said to be no whole trace."""
        if work == "reading":
            self._is_broken = True
            self._end(f"reading failed here; {key_of('panes.again')} tries again")
            self.view.draw()

    @background("repeats", "Looking for repeated lines")
    def find_repeats(self) -> None:
        """Find the blocks of lines that stand earlier in the trace word for word."""
        from agent.chunk.folds import Folds

        trace = self.session.trace
        blocks = [(fold.first, fold.last, fold.again) for fold in Folds(trace, _MOST_LINES, self._stopping.is_set)]
        self.view.send(Repeats(trace, blocks))

    @hears(Repeats)
    def _repeats(self, message: Repeats) -> None:
        """Fold them, but for those that somebody looks at: nothing moves under the eye."""
        if message.trace is self.session.trace:
            self.session.folds.take(message.blocks, self.view.trace.lines_in_sight)
            self.view.rows.refresh()
            self.view.trace.renew()

    def _offer_runs(self) -> None:
        """Let a person choose, once, as soon as it shows that there are several runs and nobody chose."""
        trace = self.session.trace
        if trace.reading.runs and trace.only is None and not self.session.offered:
            self.session.offered = True
            self.view.send(RunsWanted())

    def close(self) -> None:
        """Stop reading."""
        self._stopping.set()


def opened_anew(trace: Trace) -> Trace:
    """The file as it is called now, with the run that was open before, if that is in it."""
    try:
        return Trace.open(trace.source.path, only=trace.only)
    except WrongUse:
        return Trace.open(trace.source.path)
