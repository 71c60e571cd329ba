"""Reads the trace in the background, and remembers where a person was in it."""

import threading
import time

from textual import on, work
from textual.message import Message

from agent.errors import Cancelled, MastError
from agent.trace.trace import Trace
from mast_tui.layout.time_words import seconds_between
from mast_tui.screens.trace.desk import Desk
from mast_tui.screens.trace.words import changed_words, fault_of, reading_words
from mast_tui.state.session import Session
from mast_tui.state.store import Recent
from mast_tui.widgets.messages import Furnished, PageSized, RunsWanted

_EVERY = 0.5
_SOON = 0.1
_MOST_LINES = 200_000
"""Lines that are compared with each other: what was seen of them is kept in memory meanwhile."""
EMPTY = "{name} is empty: there is nothing to diagnose; choose another trace with Ctrl+P, Open trace."
WAITING = "Nothing has come from {name} yet; its lines appear here as they do."


class Read(Message):
    """More of the trace is read."""

    def __init__(self, byte: int, *, done: bool = False, trouble: str = "") -> None:
        super().__init__()
        self.byte = byte
        self.done = done
        self.trouble = trouble


class Hashed(Message):
    """The hash of the trace is known."""

    def __init__(self, sha256: str, restored: bool, stale: bool, earlier: str | None = None) -> None:
        super().__init__()
        self.earlier = earlier
        self.sha256 = sha256
        self.restored = restored
        self.stale = stale


class Repeats(Message):
    """The blocks are found that repeat earlier lines of a trace: first line, last line, and where they stand first."""

    def __init__(self, trace: Trace, blocks: list[tuple[int, int, int]]) -> None:
        super().__init__()
        self.trace = trace
        self.blocks = blocks


class ReadingDesk(Desk):
    """The desk while the trace arrives."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.stopping = threading.Event()
        self._takes_keys = False

    def on_mount(self) -> None:
        """Show what is read already; the other panes and the rest of the trace come after the first frame."""
        self.settle_panes()
        if words := self.session.memory.news():
            self.say(words, error=True)
        if self.arrangement.too_small:
            self.call_after_refresh(self._take_keys)  # there is no page that could get its size

    @on(PageSized)
    def _take_keys(self) -> None:
        """Let keys move in what is there, so that the first frame shows where they lead; the rest comes after it."""
        if not self._takes_keys:
            self._takes_keys = True
            self.app.post_message(Furnished())
            self.set_timer(_SOON, self.furnish)

    async def furnish(self) -> None:
        """Bring the other panes, then read on."""
        await super().furnish()
        self.read_trace()

    def on_unmount(self) -> None:
        """Stop what goes on in threads, and keep the place."""
        self.stopping.set()
        self.keep_place()

    @work(thread=True, exclusive=True, group="reading", exit_on_error=False)
    def read_trace(self) -> None:
        """Cut the whole trace into events."""
        session, told = self.session, 0.0

        def progress(byte: int) -> None:
            nonlocal told
            now = time.monotonic()
            if now - told >= _EVERY:
                told = now
                self.post_message(Read(byte))

        try:
            session.trace.read(progress, self.stopping.is_set)
            events = session.trace.events
            if len(events):
                session.seconds = seconds_between(events[1].time, events[len(events)].time)
            self.post_message(Read(session.trace.source.size, done=True))
        except Cancelled:
            return
        except MastError as fault:
            self.post_message(Read(0, done=True, trouble=f"{fault.what} {fault.to}"))

    def on_read(self, message: Read) -> None:
        """Show what is there."""
        session = self.session
        session.read_bytes = message.byte or session.read_bytes
        self.view.grown()
        self._offer_runs()
        if message.done:
            session.stage = "undiagnosed"
            session.folds.forget()
            self.rows.refresh()
            if not session.reader.last:
                self.view.empty = EMPTY.format(name=session.name)
                if session.trace.source.arriving:
                    self.view.empty = WAITING.format(name=session.name)
            session.fault = fault_of(session, message.trouble) if not session.trace.source.arriving else ""
            self.rows.fault = session.fault
            self.outline.renew()
            self.view.renew()
            if message.trouble:
                self.say(message.trouble, error=True)
            elif words := reading_words(session):
                self.say(words)
            if session.trace.source.arriving:
                session.known = True
                self.ready(restored=False)
            else:
                self.hash_trace()
            self.find_repeats()
            self.draw()
        else:
            self.draw_bars()
        if self.view.bound_for_end:
            self.view.action_end()

    @work(thread=True, exclusive=True, group="repeats", exit_on_error=False)
    def find_repeats(self) -> None:
        """Find the blocks of lines that stand earlier in the trace word for word."""
        from agent.chunk.folds import Folds

        trace = self.session.trace
        blocks = [(fold.first, fold.last, fold.again) for fold in Folds(trace, _MOST_LINES, self.stopping.is_set)]
        self.post_message(Repeats(trace, blocks))

    def on_repeats(self, message: Repeats) -> None:
        """Fold them, but for those that somebody looks at: nothing moves under the eye."""
        if message.trace is self.session.trace:
            self.session.folds.take(message.blocks, self.view.lines_in_sight)
            self.rows.refresh()
            self.view.renew()

    def _offer_runs(self) -> None:
        """Let a person choose, once, as soon as it shows that there are several runs and nobody chose."""
        trace = self.session.trace
        if trace.reading.runs and trace.only is None and not self.session.offered:
            self.session.offered = True
            self.post_message(RunsWanted())

    @work(thread=True, exclusive=True, group="hashing", exit_on_error=False)
    def hash_trace(self) -> None:
        """Know the trace by its bytes, and bring back what was said about it."""
        session = self.session
        try:
            sha256 = session.trace.fingerprint(self.stopping.is_set)
        except Cancelled:
            return
        before = next((each for each in session.memory.recent() if each.path == str(session.path.absolute())), None)
        restored = _restored(session, sha256)
        stale = False
        if before is not None and before.run != session.trace.reading.run:
            before = None
        if not restored and before is not None and before.sha256 not in (None, sha256):
            stale = _restored(session, str(before.sha256))
        self.post_message(Hashed(sha256, restored or stale, stale, before.sha256 if before else None))

    def on_hashed(self, message: Hashed) -> None:
        """Bring back bookmarks, notes and place; begin to diagnose if that was asked for."""
        session = self.session
        session.sha256 = message.sha256
        session.known = True
        session.stale = message.stale
        memory = session.memory
        session.marks.bookmarks = {name: int(line) for name, line in memory.kept(message.sha256, "bookmark").items()}
        self.bring_turns()
        place = memory.kept(message.sha256, "place").get("trace")
        if message.stale:
            self.say(changed_words(session), error=True)
            session.marks.show(piece._replace(stale=True) for piece in session.marks.pieces)
        self.keep_trace()
        if isinstance(place, int) and self.view.place.line <= 1:
            self.view.go(place)
        self.rows.refresh()
        self.ready(restored=message.restored)
        self.draw()

    def bring_turns(self) -> object:
        """Show what was asked about this trace before."""

    def ready(self, *, restored: bool) -> None:
        """The trace is read and known."""

    def keep_trace(self) -> None:
        """Put the trace on the list of recent ones."""
        session = self.session
        if str(session.path) == "-":
            return
        diagnosis = session.diagnosis
        session.memory.keep_trace(
            Recent(
                str(session.path.absolute()),
                session.sha256,
                session.trace.format.name,
                session.trace.source.size,
                session.reader.last,
                time.time(),
                diagnosis.outcome.verdict if diagnosis else None,
                len(diagnosis.findings) if diagnosis else None,
                session.trace.reading.run,
            )
        )

    def keep_place(self) -> None:
        """Remember where the cursor stands."""
        if self.session.sha256 is not None and self.session.reader.last:
            self.session.memory.keep(self.session.sha256, "place", "trace", self.view.place.line)


def _restored(session: Session, sha256: str) -> bool:
    """Bring back the diagnosis that is remembered; what knows diagnoses is loaded only where there is one."""
    if session.memory.diagnosis(sha256) is None:
        return False
    from mast_tui.diagnosis.following import restore

    return restore(session, sha256)
