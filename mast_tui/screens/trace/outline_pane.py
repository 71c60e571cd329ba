"""The pane with the events of the trace, a row for each."""

import threading
from collections.abc import Iterable

from textual.message import Message

from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Pane, Part, View, hears
from mast_tui.screens.trace.reading_messages import Read
from mast_tui.state.session import Session
from mast_tui.widgets.background_work import background
from mast_tui.widgets.outline_list import Outline

_FEW = 400
"""Events that are listed at once; more of them are listed in the background."""
_TELLING = 20_000


class Listed(Message):
    """More events are listed in the outline."""

    def __init__(self, *, done: bool) -> None:
        super().__init__()
        self.done = done


class OutlinePane(Part):
    """The outline: very wide terminals show it beside the trace, and o gives it the whole screen."""

    outline: Outline

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self.is_wanted = True
        """Whether it stands beside the trace where there is room for it."""
        self._stop = threading.Event()
        self._is_listing = False

    def make_panes(self) -> Iterable[Pane]:
        """The pane left of the trace, or in place of everything."""
        self.outline = outline = Outline(self.session, self.view.symbols, id="outline")
        yield Pane(
            "outline",
            outline,
            "left",
            shown=lambda plan: self.is_wanted and bool(plan.outline),
            alone=lambda: outline.is_alone,
        )

    def draw_place(self) -> None:
        """Stand on the event on the screen."""
        if self.view.is_whole and self.outline.display:
            self._list_more()
            self.outline.follow(self.view.trace.place.line)

    def action_outline(self) -> None:
        """Give the outline the whole screen; from there, back to the trace."""
        panes = self.view.part(PaneLayout)
        if self.outline.is_alone and panes.pane == "outline":
            self.is_wanted = False
            self._leave()
            return
        self.outline.is_alone = self.is_wanted = True
        self._list_more()
        self.view.show_pane("outline")
        self.outline.stand(self.view.trace.place.line)

    def _leave(self) -> None:
        self.outline.is_alone = False
        self.view.show_pane("trace")

    def action_group(self) -> None:
        """List the events by agent, or by phase again."""
        self._begin_anew()
        self.outline.group("phase" if self.outline.index.by == "agent" else "agent")
        self._list_more()
        self.outline.stand(self.view.trace.place.line)

    def go_back(self) -> bool:
        """From the whole screen back to the trace."""
        if not (self.view.is_whole and self.outline.is_alone and self.view.part(PaneLayout).pane == "outline"):
            return False
        self._leave()
        return True

    def _list_more(self) -> None:
        """List what is not listed yet: a few at once, more in the background."""
        events = self.session.trace.events
        if self._is_listing or self.outline.index.seen >= len(events):
            return
        if self.outline.index.extend(events, _FEW):
            self._is_listing = True
            self.list_events()
        self.outline.grown()

    @background("outlining", "The outline")
    def list_events(self) -> None:
        """List every event that is known."""
        index, events, stop = self.outline.index, self.session.trace.events, self._stop
        while index.extend(events, _TELLING, stop.is_set) and not stop.is_set():
            self.view.send(Listed(done=False))
        if not stop.is_set():
            self.view.send(Listed(done=True))

    @hears(Listed)
    def _listed(self, message: Listed) -> None:
        self._is_listing = self._is_listing and not message.done
        self.outline.grown()

    def _begin_anew(self) -> None:
        """Whoever lists events meanwhile lists no more."""
        self._stop.set()
        self._stop, self._is_listing = threading.Event(), False

    def failed(self, work: str) -> None:
        """What is listed stays."""
        self._is_listing = False

    @hears(Read)
    def _read(self, message: Read) -> None:
        if message.done and self.outline.display:
            self._list_more()
            self.outline.renew()

    def grown(self, shared_lines: int) -> None:
        """List the events of a trace that has grown, `shared_lines` of which are as they were."""
        events = self.session.trace.events
        known = events.at_line(shared_lines).number if 0 < shared_lines <= events.lines else 0
        if self._is_listing:
            self._begin_anew()
            self.outline.group(self.outline.index.by)
        self.outline.index.forget_from(known + 1)
        if self.outline.display:
            self._list_more()

    def close(self) -> None:
        """List no more."""
        self._stop.set()
