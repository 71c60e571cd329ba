"""Takes in what is appended to the trace, follows its end, and tells what else becomes of the file."""

import asyncio
import time

from textual import on, work
from textual.message import Message

from agent.errors import MastError, WrongUse
from agent.number_words import count, duration
from agent.trace.change import Change
from agent.trace.trace import SMALL, Trace
from mast_tui.screens.trace.extending import ExtendingDesk
from mast_tui.screens.trace.reading import EMPTY
from mast_tui.state.session import Session
from mast_tui.widgets.messages import TraceMoved

_EVERY = 0.5
_REST = 9
"""How many times as long as reading a whole file anew took nothing is read: a tenth of the time is spent on it."""
_SLOW = 1.5
_GONE = {
    Change.REPLACED: "{name} was replaced by another file; what was read stays readable, Ctrl+O opens the new one.",
    Change.TRUNCATED: "{name} was cut short, so lines that are not on the screen may be gone; Ctrl+O opens it anew.",
    Change.DELETED: "{name} was deleted; what was read stays readable until it is closed.",
}
_REWRITTEN = "{name} was written anew, so lines that are not on the screen may be gone; Ctrl+O opens it as it is now."


class Grown(Message):
    """The trace as it is now."""

    def __init__(self, before: Trace, trace: Trace) -> None:
        super().__init__()
        self.before = before
        self.trace = trace


class Moved(Message):
    """Something else became of the file."""

    def __init__(self, change: Change) -> None:
        super().__init__()
        self.change = change


class FollowingDesk(ExtendingDesk):
    """The desk with an eye on the file."""

    def __init__(self, session: Session, *, at_once: bool = False) -> None:
        super().__init__(session, at_once=at_once)
        self._told: Change = Change.NONE
        self._looking = False
        self._watched: Trace | None = None
        self._arriving = session.trace.source.arriving
        self._paused_at: int | None = None
        self._end = 0
        self._again = self._grown = False
        self._rest_until = 0.0
        self._rest = 0.0

    def on_mount(self) -> None:
        """Look at the file now and then."""
        self._glances = self.set_interval(_EVERY, self._look)

    def on_screen_suspend(self) -> None:
        """Under another screen nothing is looked at: whatever stirs there would have the whole terminal drawn anew."""
        self._glances.pause()

    def on_screen_resume(self) -> None:
        """See at once what became of the file meanwhile."""
        self._glances.resume()
        self._look()

    def _look(self) -> None:
        if self.session.known and not self._looking:
            self._looking = True
            self.look_at_file()

    @work(group="following", exit_on_error=False)
    async def look_at_file(self) -> None:
        """See what became of the file; take in what is new."""
        try:
            trace = self.session.trace
            change, behind = await asyncio.to_thread(self._see, trace)
            if change in _GONE and change is not self._told:
                self.post_message(Moved(change))
            if not behind or change is Change.TRUNCATED:
                self._arrived()
                return
            if self._is_due(trace):
                await self._take_in(trace)
            elif self._told is Change.NONE and not self._minds_end:
                self._told = Change.GROWN
                self.say(f"{self.session.name} has grown since it was opened; F follows it.")
        except (MastError, OSError):
            return
        finally:
            self._looking = False

    def _see(self, trace: Trace) -> tuple[Change, int]:
        source = trace.source
        if trace is not self._watched:
            source.watch()
            self._watched = trace
        return source.change(), source.behind

    @property
    def _minds_end(self) -> bool:
        return self.following or self._paused_at is not None

    def _is_due(self, trace: Trace) -> bool:
        """What costs no more than what is new is always taken in; a file that is read anew, now and then."""
        if trace.reads_on or trace.source.size <= SMALL or self._again:
            return True
        return (self._minds_end or self._arriving) and time.monotonic() >= self._rest_until

    async def _take_in(self, trace: Trace) -> None:
        begun = time.monotonic()
        grown = await asyncio.to_thread(trace.grown, self.stopping.is_set)
        self._rest = 0.0 if trace.reads_on else (time.monotonic() - begun) * _REST
        self._rest_until = time.monotonic() + self._rest
        self._watched = grown
        self.post_message(Grown(trace, grown))

    def on_grown(self, message: Grown) -> None:
        """Show what is new; the place stays, or is the end where that is followed."""
        session = self.session
        if message.before is not session.trace:
            return
        first = not self._told_growth
        session.adopt(message.trace)
        self._grown = True
        session.fault = self.rows.fault = ""  # what is still being written does not break off
        self._keep_evidence(message.trace.events.shared_lines)
        self.look_again()
        self.rows.refresh()
        self.view.grown()
        if self.following or (self._arriving and self.view.bound_for_end):
            self._go_to_end()
        else:
            self.view.renew()
        self.view.grown()
        if len(session.trace.events) < 5_000 or not message.trace.events.shared_lines:
            self.outline.renew()
        self.extend_set()
        if first and not self._again:
            self._tell_growth()
        self.draw()
        self._arrived()

    @property
    def _told_growth(self) -> bool:
        return self._told is not Change.NONE

    def _tell_growth(self) -> None:
        session = self.session
        new = session.lines_not_diagnosed
        if new:
            self._told = Change.GROWN
            self.say(f"{session.name} grew by {count(new, 'line')} that the diagnosis has not seen; R diagnoses again.")
        elif not self._minds_end and not self._arriving and session.diagnosis is None:
            self._told = Change.GROWN
            self.say(f"{session.name} grows; F follows its end.")

    def _arrived(self) -> None:
        """The end of what came through a pipe is there: now the trace has a hash to be remembered by."""
        session = self.session
        if self._arriving and not session.trace.source.arriving:
            self._arriving = False
            if not session.reader.last:
                self.view.empty = EMPTY.format(name=session.name)
                self.view.renew()
            self.draw_bars()
            self.find_repeats()
            if session.diagnosis is None and not session.turns and not session.marks.bookmarks:
                self.hash_trace()

    def _keep_evidence(self, shared: int) -> None:
        """Look again for evidence in lines that may have changed."""
        session = self.session
        if any(piece.lines[1] > shared for piece in session.marks.pieces):
            from mast_tui.diagnosis.evidence_marks import evidence_marks  # loads what knows diagnoses

            session.marks.show(tuple(evidence_marks(session)))

    def on_moved(self, message: Moved) -> None:
        """Say what became of the file; evidence in a file that was cut short may not be there any more."""
        session, self._told = self.session, message.change
        if message.change is not Change.DELETED and session.diagnosis is not None:
            session.stale = True
        words = _GONE[message.change]
        if message.change is Change.TRUNCATED or not session.trace.source.intact:
            words = words if message.change is Change.TRUNCATED else _REWRITTEN
            session.marks.show(tuple(piece._replace(stale=True) for piece in session.marks.pieces))
            self.view.renew()
        self.draw()
        self.say(words.format(name=session.name))

    def draw_bars(self) -> None:
        """Say with the place whether the end is followed."""
        self.session.pace = self.following_words()
        super().draw_bars()

    def following_words(self) -> str:
        """Whether the end is followed, and at which pace."""
        if self._paused_at is not None:
            new = max(0, self.session.reader.last - self._paused_at)
            return f"paused, {count(new, 'new line')}"
        if not self.following:
            return ""
        pace = f", read anew every {duration(self._rest)}" if self._rest > _SLOW else ""
        return f"following{pace}"

    def action_follow(self) -> None:
        """Follow the end of a growing trace, go on with it, or stop."""
        self.following, self._paused_at = not self.following, None
        if self.following:
            self._go_to_end()
        self.draw_bars()

    def _go_to_end(self) -> None:
        self._end = self.session.reader.last
        self.view.action_end()

    @on(TraceMoved)
    def _left_or_reached_end(self, message: TraceMoved) -> None:
        """Going up pauses; going to the end goes on."""
        if not message.by_person:
            return
        last = self.session.reader.last
        if self.following and message.place.line < self._end:
            self.following, self._paused_at = False, last
        elif self._paused_at is not None and message.place.line >= last:
            self.following, self._paused_at = True, None
            self._end = last
        else:
            return
        self.draw_bars()

    def action_diagnose(self) -> None:
        """Diagnose the trace as it is on the screen."""
        self._know_anew()
        super().action_diagnose()

    def action_diagnose_again(self) -> None:
        """Diagnose the file as it is now: with what was appended, or anew where it is another one."""
        if self.session.stage in ("diagnosing", "reading") or self._again:
            return
        self._again = True
        self.take_in_all()

    @work(group="again", exit_on_error=False)
    async def take_in_all(self) -> None:
        """Read what is to be read before a diagnosis is begun."""
        trace = self.session.trace
        try:
            change, behind = await asyncio.to_thread(self._see, trace)
            if change in (Change.REPLACED, Change.TRUNCATED):
                now = await asyncio.to_thread(lambda: opened_anew(trace).read(stop=self.stopping.is_set))
                self._told = Change.NONE
                self.session.adopt(now)
                self._grown = True
                self.rows.refresh()
            elif behind and not self._looking:
                self._looking = True
                try:
                    await self._take_in(trace)
                finally:
                    self._looking = False
        except (MastError, OSError) as fault:
            self.say(str(fault), error=True)
            return
        finally:
            self._again = False
        self.call_after_refresh(self._begin_again)

    def _begin_again(self) -> None:
        self._know_anew()
        self._told = Change.NONE
        super().action_diagnose_again()
        self.draw()

    def _know_anew(self) -> None:
        """A trace that has grown is another one to whoever remembers: its diagnosis brings the hash with it."""
        if self._grown and self.session.stage != "diagnosing":
            self.session.sha256, self._grown = None, False


def opened_anew(trace: Trace) -> Trace:
    """The file as it is called now, with the run that was open before, if that is in it."""
    try:
        return Trace.open(trace.source.path, only=trace.only)
    except WrongUse:
        return Trace.open(trace.source.path)
