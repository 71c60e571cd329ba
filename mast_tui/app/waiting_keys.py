"""Keys that are typed ahead: they wait for what the key before does, and for what it opens that they are meant for."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from textual.dom import DOMNode
from textual.events import Key, Paste
from textual.timer import Timer

from mast_tui.app.base_app import ThemedApp
from mast_tui.keys.table import early_keys, openers
from mast_tui.screens.trace import TraceScreen
from mast_tui.terminal.textual_internals import draw_now
from mast_tui.widgets.field import takes_letters

_OPENING = 0.3
"""Seconds that keys wait at most for what a key before them opens."""
_LOST = 2.0
"""Seconds after which a key before is given up for lost, with the widget that it was meant for."""
_ROUNDS = 4
"""How often a widget is asked anew whether it has done all that a key made it do."""

Typed = Key | Paste


class WaitingKeys:
    """Holds back what is typed ahead, in order, and hands it on when it can act."""

    def __init__(self, app: ThemedApp, has_trace: Callable[[], bool], act: Callable[[Typed], Awaitable[None]]) -> None:
        self._app = app
        self._has_trace = has_trace
        self._act = act
        self._held: list[Typed] = []
        self._under_way = 0
        """The number of the key that is being acted on; none is where it is 0."""
        self._sent = 0
        self._patience: Timer | None = None
        self._opening: Timer | None = None
        """Runs while something is about to open that the next keys are meant for."""

    def holds(self, typed: Typed) -> bool:
        """Whether a key has to wait; it is kept then."""
        key = typed.key if isinstance(typed, Key) else ""
        if not self._must_wait(key):
            return False
        self._be_patient()
        # until the app has the terminal, it hands on Enter as a line feed
        self._held.append(Key("enter", "\r") if key == "ctrl+j" else typed)
        return True

    def follow(self) -> None:
        """A key is on its way, and what it does may move the focus: what comes behind it waits until then.

        It rises from the widget that has the focus to the app, which knows what it means there; what that makes the
        widget say rises the same way. So each is asked twice, behind all that it still has to do.
        """
        app = self._app
        if not app.screen_stack:
            return
        self._sent += 1
        self._under_way = self._sent
        target = app.focused or app.screen
        up = [node for node in target.ancestors_with_self if node is not app]
        self._ask([*up, app, *up, app], self._sent, _ROUNDS)

    def _ask(self, way: Sequence[DOMNode], number: int, rounds: int) -> None:
        while way and not way[0].call_later(self._asked, way, number, rounds):
            way = way[1:]  # it is about to go

    async def _asked(self, way: Sequence[DOMNode], number: int, rounds: int) -> None:
        if way[0] is not self._app and rounds > 1 and way[0].message_queue_size > 0:
            self._ask(way, number, rounds - 1)
        elif len(way) > 1:
            self._ask(way[1:], number, _ROUNDS)
        else:
            await self._done(number)

    def _be_patient(self) -> None:
        """Wait for a key before, but not for ever."""
        if self._under_way and self._patience is None:
            self._patience = self._app.set_timer(_LOST, partial(self._give_up, self._under_way))

    async def _give_up(self, number: int) -> None:
        self._patience = None
        await self._done(number)
        if self._held:
            self._be_patient()

    async def _done(self, number: int) -> None:
        """Act on what waits behind a key; where nothing does, show at once what the key has done."""
        if number != self._under_way:
            return
        self._under_way = 0
        await self.act()
        if not self._under_way and self._app.screen_stack:
            draw_now(self._app.screen)

    def note(self, typed: Typed) -> None:
        """Let what comes behind a key wait, where that key opens a card, a note or a screen."""
        app = self._app
        if not app.screen_stack:
            return
        if isinstance(typed, Key) and isinstance(app.screen, TraceScreen) and not takes_letters(app.focused):
            bound = app.screen.active_bindings.get(typed.key)
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
        if self.is_opening or self._under_way:
            return True
        if not self._has_trace():
            return False
        if len(app.screen_stack) <= 1:  # none is left where the app has ended: nothing is done any more
            return True
        screen = app.screen
        if not isinstance(screen, TraceScreen) or screen.is_whole:
            return False
        moves = screen.focused is not None and not app.settings.keys and key in early_keys()
        return bool(self._held) or not moves
