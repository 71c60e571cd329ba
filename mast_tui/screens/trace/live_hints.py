"""Tells while a run goes on what the detectors see in it: a hint in the status line, never a finding."""

import threading

from textual.message import Message

from agent.clean import clean_line
from agent.errors import Cancelled
from agent.trace.trace import SMALL
from mast_tui.diagnosis.hints_so_far import HintSoFar, hints_so_far
from mast_tui.keys.chosen import key_of
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.screens.trace.tail_messages import Grown
from mast_tui.state.session import Session
from mast_tui.widgets.background_work import background


class HintsSeen(Message):
    """What the detectors see in a trace."""

    def __init__(self, hints: list[HintSoFar]) -> None:
        super().__init__()
        self.hints = hints


class LiveHints(Part):
    """What was told already, and what is still to be looked at."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self._told: set[str] = set()
        self._is_looking = self._is_due = False
        self._stopping = threading.Event()

    @hears(Grown)
    def _grown(self, _: Grown) -> None:
        """Look at what has come, unless somebody diagnoses or has done so; of long traces only when asked."""
        session = self.session
        if session.diagnosis is not None or session.stage == "diagnosing" or session.trace.source.size > SMALL:
            return
        self._is_due = True
        if not self._is_looking:
            self._is_looking = True
            self.look_for_hints()

    @background("hints", "Looking for hints in what has come")
    async def look_for_hints(self) -> None:
        """Run the detectors over the trace as it is now, and once more where it has grown meanwhile."""
        try:
            while self._is_due:
                self._is_due = False
                trace, stop = self.session.trace, self._stopping.is_set
                self.view.send(HintsSeen(await self.threads.beside(hints_so_far, trace, stop)))
        except Cancelled:
            return
        finally:
            self._is_looking = False

    @hears(HintsSeen)
    def _seen(self, message: HintsSeen) -> None:
        """Tell the newest that was not told yet; what a detector counts on is told again when it has other words."""
        new = [hint for hint in message.hints if hint.title not in self._told]
        self._told.update(hint.title for hint in message.hints)
        if new:
            line, title = max(new)
            more = f" ({len(new) - 1} more)" if len(new) > 1 else ""
            self.view.say(f"Hint at L{line:,}: {clean_line(title)}{more}; {key_of('panes.diagnose')} diagnoses.")

    def close(self) -> None:
        """Stop looking."""
        self._stopping.set()
