"""The trace screen: it has parts, gives them their messages and keys, and ends what they began."""

import gc
from collections.abc import Callable, Iterable
from typing import cast

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from agent.clean import clean_name
from mast_tui.keys.table import bindings
from mast_tui.layout.ruler import Ruler
from mast_tui.layout.trace_rows import TraceRows
from mast_tui.screens.trace.first_parts import FIRST_PARTS
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Kind, Part
from mast_tui.screens.trace.routing import Routing
from mast_tui.screens.trace.status_line import StatusLine
from mast_tui.state.session import Session
from mast_tui.terminal.themes import ASCII, FULL
from mast_tui.widgets.background_work import WorkingScreen, background
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.field import takes_letters
from mast_tui.widgets.messages import Furnished, PageSized
from mast_tui.widgets.trace_ruler import TraceRuler
from mast_tui.widgets.trace_view import TraceView

_SOON = 0.1
_TYPED = ("search", "ask", "pane", "bookmark", "to_bookmark")
"""Actions whose keys are letters: where letters are typed, they are no commands."""


class TraceScreen(WorkingScreen[None]):
    """Read, see what was found, jump, ask, decide."""

    BINDINGS = bindings("panes")
    AUTO_FOCUS = "TraceView"

    def __init__(self, session: Session, *, at_once: bool = False) -> None:
        super().__init__()
        self.session = session
        self.symbols = ASCII if session.settings.ascii else FULL
        self.rows = TraceRows(session.reader, session.actors, session.marks, session.folds, self.symbols)
        self.rows.wrap = session.settings.wrap
        self.trace = TraceView(self.rows, id="trace")
        self.is_whole = False
        """Whether all panes are there, so that any key may be acted on."""
        self.at_once = at_once
        self._takes_keys = False
        self._parts: dict[type[Part], Part] = {}
        self._make_parts(FIRST_PARTS)

    def _make_parts(self, kinds: Iterable[type[Part]]) -> None:
        """Make the parts of these kinds, beside those that are there; the order of all is that of the kinds."""
        self._parts = {kind: self._parts.get(kind) or kind(self.session, self) for kind in kinds}
        self._routing = Routing(self._parts.values())
        for name, action in self._routing.actions.items():
            setattr(self, name, action)

    def part(self, kind: type[Kind]) -> Kind:
        """The part of a kind."""
        return cast(Kind, self._parts[kind])

    @property
    def pane(self) -> str:
        """The pane that one is in."""
        return self.part(PaneLayout).pane

    @property
    def focus_on(self) -> Widget | None:
        """The widget that has the focus."""
        return self.focused

    def compose(self) -> ComposeResult:
        """What the first frame shows, with room for the panes that come after it."""
        session = self.session
        yield Bar(id="title")
        with Horizontal(id="body"):
            yield self.trace
            yield TraceRuler(Ruler(session.reader, session.actors, session.marks, self.symbols), id="ruler")
            yield Vertical(id="side")
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Show what is read already; the other panes and the rest of the trace come after the first frame."""
        panes = self.part(PaneLayout)
        panes.settle()
        if words := self.session.memory.news() or self.session.settings.warning:
            self.say(clean_name(words), error=True)
        if panes.arrangement.too_small:
            self.call_after_refresh(self._take_keys)  # there is no page that could get its size

    @on(PageSized)
    def _take_keys(self) -> None:
        """Let keys move in what is there, so that the first frame shows where they lead; the rest comes after it."""
        if not self._takes_keys:
            self._takes_keys = True
            self.app.post_message(Furnished())
            self.set_timer(_SOON, self._load_parts)

    @background("parts", "Loading the panes", "{anywhere.open} opens the trace again")
    def _load_parts(self) -> None:
        """Load what all the other parts take: what moves in the first frame goes on meanwhile."""
        from mast_tui.screens.trace.parts import PARTS

        self.call_later(self._furnish, PARTS)

    async def _furnish(self, kinds: Iterable[type[Part]]) -> None:
        """Bring the other parts and their panes, then read on."""
        from mast_tui.widgets.too_small import TooSmall

        self._make_parts(kinds)
        with self.app.batch_update():
            panes = [pane for part in self._parts.values() for pane in part.make_panes()]
            await self.part(PaneLayout).mount(panes, TooSmall(id="too_small"))
            if self not in self.app.screen_stack or not all(pane.widget.is_mounted for pane in panes):
                return  # it was left meanwhile, or the app ends
            self.is_whole = self.rows.has_colours = True
            self.trace.renew()
            self.part(PaneLayout).settle()
        gc.enable()
        self.post_message(Furnished())

    def stop_work(self) -> None:
        """Let every part stop what it has begun."""
        for part in self._parts.values():
            part.close()

    @on(Message)
    def _tell_parts(self, message: Message) -> None:
        """Give a message to the parts that hear it; a screen that is going has no panes any more to show it in."""
        if self not in self.app.screen_stack:
            return
        for hear in self._routing.hearers(message):
            hear(message)

    async def on_event(self, event: events.Event) -> None:
        """A key that a part waits for is no command."""
        if isinstance(event, events.Key) and any(part.takes(event) for part in self._parts.values()):
            event.stop()
            return
        await super().on_event(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where letters are typed, a letter is no command; before all panes are there, none is."""
        return self.is_whole and not (action in _TYPED and takes_letters(self.focused))

    def action_back(self) -> None:
        """Go one step back, where a part has one: out of what covers the trace, a selection, a set, a pane."""
        any(part.go_back() for part in self._parts.values())

    def draw(self) -> None:
        """Show the state as it is now in every pane."""
        if self.is_whole:
            for part in self._parts.values():
                part.draw()
        self.draw_place()

    def draw_place(self) -> None:
        """Show where one is: in the bars, the ruler and the outline."""
        for part in self._parts.values():
            part.draw_place()

    def show_pane(self, name: str) -> None:
        """Go to a pane."""
        self.part(PaneLayout).show(name)

    def say(self, words: str, *, error: bool = False) -> None:
        """Tell a person something in the status line."""
        self.part(StatusLine).say(words, error=error)

    def unsay(self, words: str = "") -> None:
        """Show the place again, if these words are told, or whatever is."""
        self.part(StatusLine).unsay(words)

    def send(self, message: Message) -> None:
        """Tell whoever hears a message, from any thread: a part, or the app."""
        self.post_message(message)

    def to_clipboard(self, text: str) -> None:
        """Hand text to the clipboard of the terminal."""
        self.app.copy_to_clipboard(text)

    def cancel(self, name: str) -> None:
        """Cancel work by its name."""
        self.workers.cancel_group(self, name)

    def after(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call something a little later."""
        return self.set_timer(seconds, callback)

    def every(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call something again and again."""
        return self.set_interval(seconds, callback)

    def soon(self, callback: Callable[[], None]) -> None:
        """Call something when what is shown now is drawn."""
        self.call_after_refresh(callback)
