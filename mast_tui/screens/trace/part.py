"""A part of the trace screen: the only owner of one concern, of its state, its keys and its messages."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.worker import Worker

from mast_tui.layout.arrangement import Arrangement
from mast_tui.layout.trace_rows import TraceRows
from mast_tui.state.session import Session
from mast_tui.terminal.themes import Symbols
from mast_tui.widgets.background_work import Threads
from mast_tui.widgets.trace_view import TraceView

Method = TypeVar("Method", bound=Callable[..., None])
Kind = TypeVar("Kind", bound="Part")


class View(Protocol):
    """What a part may ask of the screen it belongs to."""

    rows: TraceRows
    trace: TraceView
    symbols: Symbols
    is_whole: bool
    """Whether all panes are there."""
    at_once: bool
    """Whether to diagnose as soon as the trace is read."""

    @property
    def threads(self) -> Threads:
        """Where what runs in threads is counted."""
        ...

    @property
    def size(self) -> Size:
        """How large the terminal is."""
        ...

    @property
    def focus_on(self) -> Widget | None:
        """The widget that has the focus."""
        ...

    def part(self, kind: type[Kind]) -> Kind:
        """Another part of the same screen."""
        ...

    def say(self, words: str, *, error: bool = False) -> None:
        """Tell a person something in the status line."""
        ...

    def unsay(self, words: str = "") -> None:
        """Show the place again, if these words are told, or whatever is."""
        ...

    def draw(self) -> None:
        """Show the state as it is now in every pane."""
        ...

    def draw_place(self) -> None:
        """Show where one is: in the bars, the ruler and the outline."""
        ...

    def show_pane(self, name: str) -> None:
        """Go to a pane."""
        ...

    def retry(self) -> bool:
        """Start again what has failed; False where nothing has."""
        ...

    def query_one(self, selector: str) -> Widget:
        """A widget of the first frame."""
        ...

    def set_focus(self, widget: Widget | None) -> None:
        """Give a widget the focus."""
        ...

    def send(self, message: Message) -> None:
        """Tell whoever hears a message, from any thread: a part, or the app."""
        ...

    def run_worker(
        self, work: Any, name: str, group: str, *, exclusive: bool, thread: bool, exit_on_error: bool
    ) -> Worker[Any]:
        """Start some work; parts do so by methods marked as `background`."""
        ...

    def to_clipboard(self, text: str) -> None:
        """Hand text to the clipboard of the terminal."""
        ...

    def cancel(self, name: str) -> None:
        """Cancel work by its name."""
        ...

    def after(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call something a little later."""
        ...

    def every(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call something again and again."""
        ...

    def soon(self, callback: Callable[[], None]) -> None:
        """Call something when what is shown now is drawn."""
        ...


@dataclass
class Pane:
    """A pane: its widget, where it stands, and when it is shown."""

    name: str
    """The id of its widget, by which keys and hints know it."""
    widget: Widget
    room: str = "side"
    """`side`: the column beside the trace; `left` of the trace; `trace`: in its place; `bar`: above the key hints."""
    group: str = "diagnosis"
    """Side panes of one group are shown together where there is room for one pane only."""
    height: Callable[[Arrangement], int | str] = lambda plan: "1fr"
    shown: Callable[[Arrangement], bool] = lambda plan: True
    alone: Callable[[], bool] = lambda: False
    """Whether it has the whole screen while one is in it."""
    covers: bool = False
    """Whether it takes the place of all other side panes while it is shown."""
    leave: Callable[[], None] = lambda: None
    """Called where one goes to a pane of another group."""
    rows_wanted: Callable[[], int] = lambda: 0
    """How many rows it would fill."""
    focus: Callable[[bool], Widget] | None = None
    """The widget that takes the focus, if it is not the pane's own; told whether one comes back from the trace."""


class Part:
    """What all parts have: the session and the view. Whatever a part does not need, it leaves as it is here."""

    def __init__(self, session: Session, view: View) -> None:
        self.session = session
        self.view = view

    @property
    def threads(self) -> Threads:
        """Where what runs in threads is counted."""
        return self.view.threads

    def run_worker(
        self, work: Any, name: str, group: str, *, exclusive: bool, thread: bool, exit_on_error: bool
    ) -> Worker[Any]:
        """Start some work on the screen."""
        return self.view.run_worker(work, name, group, exclusive=exclusive, thread=thread, exit_on_error=exit_on_error)

    def make_panes(self) -> Iterable[Pane]:
        """Its panes; they are made after the first frame."""
        return ()

    def draw(self) -> None:
        """Show the state as it is now."""

    def draw_place(self) -> None:
        """Show the place as it is now."""

    def go_back(self) -> bool:
        """Go one step back, as Esc does; False where there is none here."""
        return False

    def takes(self, key: events.Key) -> bool:
        """Whether a key is meant for this part, whatever it does elsewhere."""
        return False

    def failed(self, work: str) -> None:
        """Leave the state in which work was under way that has failed."""

    def close(self) -> None:
        """Stop what it has started."""


def hears(*kinds: type[Message]) -> Callable[[Method], Method]:
    """Mark the method of a part that is called with each message of these kinds."""

    def mark(method: Method) -> Method:
        method.heard_messages = kinds  # type: ignore[attr-defined]
        return method

    return mark
