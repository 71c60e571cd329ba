"""Recognises the trace by its bytes, brings back what was said about it, and remembers where a person is in it."""

import threading

from textual.message import Message

from agent.errors import Cancelled
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.screens.trace.screen_words import changed_words, given_words
from mast_tui.state.address import Goal
from mast_tui.state.kept_review import recent
from mast_tui.state.session import Session
from mast_tui.state.store import Memory
from mast_tui.widgets.background_work import background


class Hashed(Message):
    """The hash of the trace is known, and with it what was remembered about it."""

    def __init__(self, sha256: str, earlier: str | None, judged: str | None) -> None:
        super().__init__()
        self.sha256 = sha256
        self.earlier = earlier
        """The hash that the file had when it was open last; None where it was never open or had this one."""
        self.judged = judged
        """The hash under which a diagnosis is kept: this one, else one that the file had before it changed."""


class TraceMemory(Part):
    """What the store holds about the trace, under the hash of its bytes."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self.is_restored = False
        """Whether an earlier diagnosis of the trace is back."""
        self._stopping = threading.Event()

    @background("hashing", "Recognising the trace by its bytes")
    def hash_trace(self) -> None:
        """Know the trace by its bytes; what brings back a diagnosis is loaded only where there is one."""
        session, memory = self.session, self.session.memory
        try:
            sha256 = session.trace.fingerprint(self._stopping.is_set)
        except Cancelled:
            return
        run = session.trace.reading.run
        known = [each.sha256 for each in memory.hashes(str(session.path.absolute())) if each.run == run]
        judged = next((each for each in (sha256, *known) if memory.diagnosis(each) is not None), None)
        if session.given is not None or judged is not None:
            import mast_tui.diagnosis.following  # noqa: F401 - loaded here, so that nobody waits for it there
        opened = next((each for each in (sha256, *known) if _was_open(memory, each)), sha256)
        self.view.send(Hashed(sha256, opened if opened != sha256 else None, judged))

    @hears(Hashed)
    def _hashed(self, message: Hashed) -> None:
        """Bring back the diagnosis and the place."""
        session = self.session
        session.stale = False
        self.is_restored = self._show_given(message.sha256) or _restored(session, message)
        session.sha256, session.known = message.sha256, True
        if session.stale:
            self.view.say(changed_words(session), error=True)
            session.marks.show(piece._replace(stale=True) for piece in session.marks.pieces)
        self.keep_trace()
        place = session.memory.kept(message.sha256, "place").get("trace")
        if isinstance(place, int) and self.view.trace.place.line <= 1 and session.goal == Goal():
            self.view.trace.go(place)
        self.view.rows.refresh()
        self.view.draw()

    def _show_given(self, sha256: str) -> bool:
        """Show the diagnosis that was named together with the trace; False where none was."""
        session = self.session
        if session.given is None:
            return False
        from mast_tui.diagnosis.following import show_saved  # loads what knows diagnoses

        show_saved(session, session.given, sha256)
        if not session.stale:
            self.view.say(given_words(session))
        return True

    def keep_trace(self) -> None:
        """Put the trace on the list of recent ones."""
        session = self.session
        if str(session.path) == "-":
            return
        session.memory.keep_trace(recent(session.trace, session.sha256, session.diagnosis))

    def close(self) -> None:
        """Stop reading, and remember where the cursor stands."""
        self._stopping.set()
        session = self.session
        if session.sha256 is not None and session.reader.last:
            session.memory.keep(session.sha256, "place", "trace", self.view.trace.place.line)


def _was_open(memory: Memory, sha256: str) -> bool:
    """Whether a person had a trace before them as it was then: notes were taken along, and the place was kept."""
    return bool(memory.kept(sha256, "place") or memory.kept(sha256, "note"))


def _restored(session: Session, message: Hashed) -> bool:
    """Bring back the diagnosis that is remembered, if there is one."""
    if message.judged is None:
        return False
    from mast_tui.diagnosis.following import restore  # loads what knows diagnoses

    return restore(session, message.sha256, message.judged)
