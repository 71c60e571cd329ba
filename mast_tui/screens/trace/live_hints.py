"""Tells while a run goes on what the detectors see in it: a hint in the status line, never a finding."""

import threading
from typing import TYPE_CHECKING

from textual.message import Message

from agent.clean import clean_line
from agent.errors import Cancelled
from agent.trace.trace import SMALL, Trace
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.screens.trace.tail_messages import Grown
from mast_tui.state.session import Session
from mast_tui.widgets.background_work import background

if TYPE_CHECKING:
    from agent.signals.signal import Signal


class HintsSeen(Message):
    """What the detectors see in a trace, each by its first line and its title."""

    def __init__(self, hints: list[tuple[int, str]]) -> None:
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
                self.view.send(HintsSeen(await self.threads.beside(self._hints, self.session.trace)))
        except Cancelled:
            return
        finally:
            self._is_looking = False

    def _hints(self, trace: Trace) -> list[tuple[int, str]]:
        from agent.signals.detection import detect  # loads the detectors

        return [(_line(trace, signal), signal.title) for signal in detect(trace, stop=self._stopping.is_set).signals]

    @hears(HintsSeen)
    def _seen(self, message: HintsSeen) -> None:
        """Tell the newest that was not told yet; what a detector counts on is told again when it has other words."""
        new = [hint for hint in message.hints if hint[1] not in self._told]
        self._told.update(title for _, title in message.hints)
        if new:
            line, title = max(new)
            more = f" ({len(new) - 1} more)" if len(new) > 1 else ""
            self.view.say(f"Hint at L{line:,}: {clean_line(title)}{more}; D diagnoses.")

    def close(self) -> None:
        """Stop looking."""
        self._stopping.set()


def _line(trace: Trace, signal: "Signal") -> int:
    acts = [trace.events[act.event].lines[0] for act in signal.acts if act.event <= len(trace.events)]
    return max(acts, default=trace.events.lines)
