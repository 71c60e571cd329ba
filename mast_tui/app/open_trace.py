"""How the app comes by its trace: a path, a run of a folder, another run of the open file."""

from collections.abc import Sequence
from pathlib import Path

from textual import on
from textual.message import Message
from textual.worker import Worker

from agent.clean import clean_name
from agent.errors import MastError, WrongUse
from agent.trace.trace import Trace
from mast_tui.app import screen_factory as screens
from mast_tui.app.base_app import DressedApp
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.session import Session
from mast_tui.state.store import Memory
from mast_tui.widgets.background import Threads, attempt_of, background, has_failed
from mast_tui.widgets.messages import TraceChosen


class Opened(Message):
    """A trace is open, or cannot be opened."""

    def __init__(self, session: Session | None, trouble: str = "") -> None:
        super().__init__()
        self.session = session
        self.trouble = trouble


class OpeningApp(DressedApp):
    """An app with one trace at a time, which can be exchanged for another."""

    def __init__(self, session: Session | None, settings: ScreenSettings, memory: Memory) -> None:
        super().__init__(settings)
        self.session = session
        self.memory = memory
        self.threads = Threads()

    def failed(self, work: str) -> None:
        """The trace that is open stays open."""

    @on(Worker.StateChanged)
    def _work_changed(self, message: Worker.StateChanged) -> None:
        attempt = attempt_of(message)
        if attempt is not None and has_failed(message):
            self.tell(attempt.words(message.worker.error), error=True)

    def show_trace(self, session: Session, *, diagnose: bool = False) -> None:
        """Show a trace that is open; which screen that takes, the app knows."""
        raise NotImplementedError

    def on_trace_chosen(self, message: TraceChosen) -> None:
        """Open what was picked."""
        held = screens.runs_of_folder(message.path) if message.run is None else None
        if held is not None:
            self.push_screen(screens.chooser(held), lambda at: self._open_inside(held.paths, at))
        else:
            self.open_path(message.path, message.run)

    def _open_inside(self, paths: Sequence[Path], at: int | None) -> None:
        """Open one of the runs of a folder."""
        if at is not None:
            self.open_path(str(paths[at]))

    def on_runs_wanted(self) -> None:
        """Show the runs of the open file; the one that is open stays until another is chosen."""
        session = self.session
        if session is not None and type(self.screen).__name__ != "ChooserScreen":
            held = screens.runs_of(session)
            self.push_screen(screens.chooser(held), lambda at: self._open_run(session, at))

    def _open_run(self, session: Session, at: int | None) -> None:
        """Read another run of the open file in place of the one that is shown."""
        runs = session.trace.runs()
        if at is None or session is not self.session or runs[at].id == session.trace.reading.run:
            return
        chosen = Session(session.trace.one(runs[at]), self.memory, self.settings, offline=session.offline)
        self.post_message(Opened(chosen))

    @background("opening", "Opening the trace", "Ctrl+O chooses one again")
    def open_path(self, path: str, run: str | None = None) -> None:
        """Open a trace beside the event loop: a pipe or a slow disk may take its time."""
        try:
            trace = opened_again(Path(path), run)
        except MastError as fault:
            self.post_message(Opened(None, f"{fault.what} {fault.to} {fault.next_step}"))
            return
        self.post_message(Opened(Session(trace, self.memory, self.settings)))

    def on_opened(self, message: Opened) -> None:
        """Show the trace in place of the one before."""
        if message.session is None:
            self.tell(clean_name(message.trouble), error=True)
            return
        before = self.session
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.show_trace(message.session)
        if before is not None:
            same = before.trace.source is message.session.trace.source
            self.call_after_refresh(before.trace.events.close if same else before.trace.close)


def opened_again(path: Path, run: str | None) -> Trace:
    """A trace with the run that was open before, if that is still in it."""
    try:
        return Trace.open(path, only=run, live=True)
    except WrongUse:
        return Trace.open(path, live=True)
