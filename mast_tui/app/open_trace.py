"""Opens the trace that a person chose: a path, a run of a folder, or another run of the open file."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.message import Message
from textual.screen import Screen

from agent.clean import clean_line
from agent.errors import WrongUse
from mast_tui.app import screen_factory as screens
from mast_tui.app.base_app import ThemedApp
from mast_tui.screens.trace import TraceScreen
from mast_tui.state.opened_trace import Opened, opened
from mast_tui.state.session import Session
from mast_tui.state.store import Memory
from mast_tui.widgets.messages import FindingEntered, LineWanted, TraceChosen

if TYPE_CHECKING:
    from mast_tui.screens.compare import EnteredFinding
    from mast_tui.state.overview import Overview


class TraceOpener:
    """Opens traces for an app, and lets it ask which run is meant."""

    def __init__(
        self,
        app: ThemedApp,
        current: Callable[[], Session | None],
        open_path: Callable[[str, str | None], object],
        show: Callable[[Session], Awaitable[None]],
        memory: Memory,
        overview: "Overview | None" = None,
    ) -> None:
        self._app = app
        self._current = current
        self._open_path = open_path
        self._show = show
        self._memory = memory
        self._overview = overview

    def first_screen(self) -> Screen[Any]:
        """The runs that are looked at together, where there are some, else the traces to open."""
        settings = self._app.settings
        if self._overview is not None:
            return screens.overview(self._overview, self._memory, settings, may_close=False)
        return screens.first_screen(self._memory, settings.warning)

    def _step(self, step: int) -> None:
        """Open the next of the runs that are looked at together."""
        if self._overview is None:
            self._app.tell("There is no table of runs: mast-tui FOLDER opens one.")
        elif (there := self._overview.step(step)) is not None:
            self._open_path(there.words, there.run)
        else:
            self._app.tell("This is the last run." if step > 0 else "This is the first run.")

    def choose(self, message: TraceChosen) -> None:
        """Open what was picked."""
        held = screens.runs_of_folder(message.path) if message.run is None else None
        if held is not None:
            self._app.push_screen(screens.chooser(held), partial(self._open_inside, held.paths))
        else:
            self._open_path(message.path, message.run)

    def _open_inside(self, paths: Sequence[Path], at: int | None) -> None:
        """Open one of the runs of a folder."""
        if at is not None:
            self._open_path(str(paths[at]), None)

    def choose_run(self, step: int = 0) -> None:
        """Show what the run was opened from, or the runs of the open file; it stays until another is chosen."""
        if step:
            self._step(step)
            return
        session = self._current()
        if session is None or not isinstance(self._app.screen, TraceScreen):
            return
        if self._overview is not None:
            self._app.push_screen(screens.overview(self._overview, self._memory, self._app.settings, may_close=True))
        elif not session.trace.reading.runs:
            self._app.tell(f"{session.name} holds one run, as far as it is read.")
        else:
            self._app.push_screen(screens.chooser(screens.runs_of(session)), partial(self._open_run, session))

    def _open_run(self, session: Session, at: int | None) -> None:
        """Read another run of the open file in place of the one that is shown."""
        runs = session.trace.runs()
        if at is None or session is not self._current() or runs[at].id == session.trace.reading.run:
            return
        other = session.trace.one(runs[at])
        self._app.call_later(self._show, Session(other, session.memory, self._app.settings, offline=session.offline))

    def leave_screen(self, entered: "Message | EnteredFinding | None") -> None:
        """Go to the lines, or to the finding of a comparison, for which a screen beside the trace was left.

        A finding of another diagnosis opens that with its trace.
        """
        session = self._current()
        if isinstance(entered, Message):
            self._app.screen.post_message(entered)
            return
        if entered is None or session is None:
            return
        finding, screen = entered.finding, self._app.screen
        if entered.document:
            self._open_path(f"{entered.document}#{finding.id}", None)
        elif session.finding(finding.id) == finding:
            screen.post_message(FindingEntered(finding.id))
        else:
            screen.post_message(LineWanted(finding.onset))
            self._app.tell(f"{finding.id} of the diagnosis before, at L{finding.onset}: {clean_line(finding.title)}")


def open_again(words: str, run: str | None) -> Opened:
    """What some words lead to, with the run that was open before, if that is still there."""
    try:
        return opened(words, run)
    except WrongUse:
        return opened(words)
