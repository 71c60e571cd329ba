"""Takes in what is appended to the trace, and tells what else becomes of the file."""

import threading
import time

from textual import events
from textual.timer import Timer

from agent.errors import Cancelled
from agent.number_words import count
from agent.trace.change import Change
from agent.trace.trace import SMALL, Trace
from mast_tui.keys.chosen import key_of, with_keys
from mast_tui.screens.trace.end_follower import EndFollower
from mast_tui.screens.trace.line_notes import LineNotes
from mast_tui.screens.trace.loader import EMPTY, Loader, opened_anew
from mast_tui.screens.trace.outline_pane import OutlinePane
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.screens.trace.screen_words import GONE, fault_of, gone_words
from mast_tui.screens.trace.search import Search
from mast_tui.screens.trace.set_growth import SetGrowth
from mast_tui.screens.trace.tail_messages import Grown, Moved, TakenIn
from mast_tui.screens.trace.trace_memory import TraceMemory
from mast_tui.state.session import Session
from mast_tui.widgets.background_work import background
from mast_tui.widgets.messages import Furnished

_EVERY, _SELDOM = 0.1, 5
"""Seconds between two looks where the end is followed; where it is not, so many times as long."""
_REST = 9
"""How many times as long as reading a whole file anew took nothing is read: a tenth of the time is spent on it."""


class Tail(Part):
    """The end of the file, and what comes there."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self._told: Change = Change.NONE
        self._watched: Trace | None = None
        self._is_arriving = session.trace.source.arriving
        self._is_looking = self._takes_all = False
        self._glance = 0
        self._rest_until = 0.0
        self._stopping = threading.Event()
        self._glances: Timer | None = None

    @hears(Furnished)
    def _begin(self, _: Furnished) -> None:
        """Look at the file now and then."""
        self._glances = self.view.every(_EVERY, self._look)

    @hears(events.ScreenSuspend)
    def _suspended(self, _: events.ScreenSuspend) -> None:
        """Under another screen nothing is looked at: whatever stirs there would have the whole terminal drawn anew."""
        if self._glances is not None:
            self._glances.pause()

    @hears(events.ScreenResume)
    def _resumed(self, _: events.ScreenResume) -> None:
        """See at once what became of the file meanwhile."""
        if self._glances is not None:
            self._glances.resume()
        self._glance = -1
        self._look()

    def _look(self) -> None:
        self._glance += 1
        if self._glance % _SELDOM and not self.view.part(EndFollower).minds_end:
            return
        if self.session.known and not self._is_looking:
            self._is_looking = True
            self.look_at_file()

    @background("following", "Looking at what is appended to the file")
    async def look_at_file(self) -> None:
        """See what became of the file; take in what is new."""
        try:
            trace = self.session.trace
            if self._glances is not None:
                self._glances.resume()
            change, behind = await self.threads.beside(self._see, trace)
            if change in GONE and change is not self._told:
                self.view.send(Moved(change))
            if not behind or change is Change.TRUNCATED:
                self._arrived()
            elif self._is_due(trace):
                await self._take_in(trace)
            elif self._told is Change.NONE and not self.view.part(EndFollower).minds_end:
                self._told = Change.GROWN
                follows = f"{key_of('panes.follow')} follows it"
                self.view.say(f"{self.session.name} has grown since it was opened; {follows}.")
        finally:
            self._is_looking = False

    def _see(self, trace: Trace) -> tuple[Change, int]:
        source = trace.source
        if trace is not self._watched:
            source.watch()
            self._watched = trace
        return source.change(), source.behind

    def _is_due(self, trace: Trace) -> bool:
        """What costs no more than what is new is always taken in; a file that is read anew, now and then."""
        if trace.reads_on or trace.source.size <= SMALL or self._takes_all:
            return True
        return (self.view.part(EndFollower).minds_end or self._is_arriving) and time.monotonic() >= self._rest_until

    async def _take_in(self, trace: Trace) -> None:
        begun = time.monotonic()
        try:
            grown = await self.threads.beside(trace.grown, self._stopping.is_set)
        except Cancelled:
            return
        rest = 0.0 if trace.reads_on else (time.monotonic() - begun) * _REST
        self._rest_until = time.monotonic() + rest
        self.view.part(EndFollower).rest = rest
        self._watched = grown
        self.view.send(Grown(trace, grown))

    @hears(Grown)
    def _grown(self, message: Grown) -> None:
        """Show what is new; the place stays, or is the end where that is followed."""
        session, shared = self.session, message.trace.events.shared_lines
        if message.before is not session.trace:
            return
        is_first = self._told is Change.NONE
        session.adopt(message.trace)
        session.fault = self.view.rows.fault = ""  # what is still being written does not break off
        self._keep_evidence(shared)
        self.view.part(LineNotes).look_again()
        self._show_growth()
        self.view.part(OutlinePane).grown(shared)
        self.view.part(SetGrowth).extend()
        if is_first and not self._takes_all:
            self._tell_growth()
        self.view.draw()
        self._arrived()

    def _show_growth(self) -> None:
        """Draw the new lines, and stand at the end where that is wanted."""
        trace, follower = self.view.trace, self.view.part(EndFollower)
        self.view.rows.refresh()
        trace.grown()
        if follower.follows or (self._is_arriving and trace.bound_for_end):
            follower.go_to_end()
        else:
            trace.renew()
        trace.grown()

    def _tell_growth(self) -> None:
        session = self.session
        new = session.lines_not_diagnosed
        if new:
            self._told = Change.GROWN
            words = f"{session.name} grew by {count(new, 'line')} that the diagnosis has not seen"
            self.view.say(f"{words}; {key_of('panes.again')} diagnoses again.")
        elif not self.view.part(EndFollower).minds_end and not self._is_arriving and session.diagnosis is None:
            self._told = Change.GROWN
            self.view.say(f"{session.name} grows; {key_of('panes.follow')} follows its end.")

    def _arrived(self) -> None:
        """The end of what came through a pipe is there: now the trace has a hash to be remembered by."""
        session = self.session
        if not self._is_arriving or session.trace.source.arriving:
            return
        self._is_arriving = False
        if not session.reader.last:
            self.view.trace.empty = with_keys(EMPTY).format(name=session.name)
            self.view.trace.renew()
        self.view.draw_place()
        self.view.part(Loader).find_repeats()
        if session.diagnosis is None:
            self.view.part(TraceMemory).hash_trace()

    def _keep_evidence(self, shared: int) -> None:
        """Look again for evidence in lines that may have changed."""
        session = self.session
        if any(piece.lines[1] > shared for piece in session.marks.pieces):
            from mast_tui.diagnosis.evidence_marks import evidence_marks  # loads what knows diagnoses

            session.marks.show(tuple(evidence_marks(session)))

    @hears(Moved)
    def _moved(self, message: Moved) -> None:
        """Say what became of the file; evidence in a file that was cut short may not be there any more."""
        session, self._told = self.session, message.change
        if message.change is not Change.DELETED and session.diagnosis is not None:
            session.stale = True
        if message.change is Change.TRUNCATED or not session.trace.source.intact:
            session.marks.show(tuple(piece._replace(stale=True) for piece in session.marks.pieces))
            self.view.trace.renew()
        self.view.draw()
        self.view.say(gone_words(session, message.change))

    def take_in_all(self) -> None:
        """Read what is appended, or the file that has taken its place, before a diagnosis is begun."""
        if not self._takes_all:
            self._takes_all = True
            self.take_in()

    @background("again", "Reading what is new in the file")
    async def take_in(self) -> None:
        """Read it, and tell when nothing more is to be read."""
        trace = self.session.trace
        try:
            change, behind = await self.threads.beside(self._see, trace)
            if change in (Change.REPLACED, Change.TRUNCATED):
                now = await self.threads.beside(lambda: opened_anew(trace).read(stop=self._stopping.is_set))
                self._show_other(now)
            elif behind and not self._is_looking:
                self._is_looking = True
                try:
                    await self._take_in(trace)
                finally:
                    self._is_looking = False
        finally:
            self._takes_all = False
        self._told = Change.NONE
        self.view.soon(lambda: self.view.send(TakenIn()))

    def _show_other(self, trace: Trace) -> None:
        """Show the file that has taken the place of this one; nothing found, listed or selected here is about it."""
        session = self.session
        session.adopt(trace)
        session.fault = self.view.rows.fault = fault_of(session, "")
        self._keep_evidence(0)
        self.view.part(LineNotes).look_again()
        self.view.trace.selected = None
        self.view.part(Search).forget()
        self._show_growth()
        self.view.part(OutlinePane).grown(0)

    def failed(self, work: str) -> None:
        """Look no more until somebody tries again."""
        if self._glances is not None:
            self._glances.pause()

    def close(self) -> None:
        """Stop reading."""
        self._stopping.set()
        if self._glances is not None:
            self._glances.stop()
