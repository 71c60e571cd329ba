"""Keys that are typed ahead: they wait until the pane, the card or the screen is there that they are meant for."""

from collections.abc import Awaitable, Callable

from textual.events import Key
from textual.timer import Timer
from textual.widgets import Input

from mast_tui.app.base_app import ThemedApp
from mast_tui.keys.table import early_keys, openers
from mast_tui.screens.trace import TraceScreen

_OPENING = 0.3
"""Seconds that keys wait at most for what a key before them opens."""


class WaitingKeys:
    """Holds back what is typed ahead, in order, and hands it on when it can act."""

    def __init__(self, app: ThemedApp, has_trace: Callable[[], bool], act: Callable[[Key], Awaitable[None]]) -> None:
        self._app = app
        self._has_trace = has_trace
        self._act = act
        self._held: list[Key] = []
        self._opening: Timer | None = None
        """Runs while something is about to open that the next keys are meant for."""

    def holds(self, key: Key) -> bool:
        """Whether a key has to wait; it is kept then."""
        if not self._must_wait(key.key):
            return False
        # until the app has the terminal, it hands on Enter as a line feed
        self._held.append(Key("enter", "\r") if key.key == "ctrl+j" else key)
        return True

    def note(self, key: Key) -> None:
        """Let what comes behind a key wait, where that key opens a card, a note or a screen."""
        app = self._app
        if isinstance(app.screen, TraceScreen) and not isinstance(app.focused, Input):
            bound = app.screen.active_bindings.get(key.key)
            if bound is not None and bound.binding.id in openers():
                self._opening = app.set_timer(_OPENING, self.opened)

    async def opened(self) -> None:
        """Something has opened, or a key turned out to open nothing."""
        if self._opening is not None:
            self._opening.stop()
            self._opening = None
            await self.act()

    @property
    def is_opening(self) -> bool:
        """Whether something is about to open."""
        return self._opening is not None

    async def act(self) -> None:
        """Act on what waits, as far as what is there allows."""
        held, self._held = self._held, []
        for key in held:
            await self._act(key)

    def _must_wait(self, key: str) -> bool:
        app = self._app
        if key == "ctrl+c":
            return False
        if self.is_opening:
            return True
        if not self._has_trace():
            return False
        if len(app.screen_stack) == 1:
            return True
        screen = app.screen
        if not isinstance(screen, TraceScreen) or screen.is_whole:
            return False
        moves = screen.focused is not None and not app.settings.keys and key in early_keys()
        return bool(self._held) or not moves
