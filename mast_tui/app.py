"""The app: opens traces, pushes screens, keeps the terminal safe."""

import asyncio
import signal
import sys
import threading
from collections.abc import Sequence
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.filter import LineFilter
from textual.theme import Theme

from mast_tui.guard import Colourless, Guard
from mast_tui.keys import bindings
from mast_tui.screens.trace import TraceScreen
from mast_tui.session import Session
from mast_tui.settings import Settings
from mast_tui.themes import PALETTES, Palette

_ENDING = {signal.SIGTERM: 143, signal.SIGHUP: 129}


class MastApp(App[None]):
    """One session, its screens and their theme."""

    CSS_PATH = "app.tcss"
    TITLE = "mast-tui"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = bindings("anywhere")

    def __init__(self, session: Session, settings: Settings, *, diagnose: bool = False) -> None:
        super().__init__()
        self.session = session
        self.settings = settings
        self.guard = Guard()
        self._colourless = Colourless()
        self._diagnose = diagnose
        for palette in PALETTES.values():
            self.register_theme(_theme(palette))
        wanted = settings.theme if settings.theme in PALETTES else "dark"
        self.theme = _name(wanted)
        if settings.keys:
            self.set_keymap(settings.keys)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Whatever a widget draws, no control character and no link leaves; with NO_COLOR no colour either."""
        return [self.guard, *([self._colourless] if self.no_color else [])]

    def on_mount(self) -> None:
        """Show the trace and listen for the signals that end a program."""
        loop = self._loop_for_signals()
        if loop is not None:
            for number in _ENDING:
                loop.add_signal_handler(number, self.exit, None, _ENDING[number])
        self.push_screen(TraceScreen(self.session, at_once=self._diagnose))

    def _loop_for_signals(self) -> asyncio.AbstractEventLoop | None:
        """The loop that may handle signals, if the app runs where signals arrive."""
        if threading.current_thread() is not threading.main_thread() or self.is_headless:
            return None
        return asyncio.get_running_loop()

    def action_leave(self) -> None:
        """End the program."""
        self.exit()

    def action_help(self) -> None:
        """Show the keys."""

    def action_open_trace(self) -> None:
        """Show the traces to open."""


def _name(palette: str) -> str:
    return "mast-" + palette.replace(" ", "-")


def _theme(palette: Palette) -> Theme:
    """The colours as style sheets name them; `text` and `accent` are names of Textual's own."""
    own = {"text": "text-token", "accent": "accent-token"}
    variables = {own.get(name, name): css(colour) for name, colour in palette.colours.items()}
    solid = {name: colour if colour.startswith("#") else "#808080" for name, colour in palette.colours.items()}
    return Theme(
        name=_name(palette.name),
        primary=solid["accent"],
        background=variables["page"],
        surface=variables["pane"],
        panel=variables["bar"],
        foreground=variables["text-token"],
        dark=palette.dark,
        variables=variables,
    )


def css(colour: str) -> str:
    """A colour of ours as style sheets write it."""
    return colour if colour.startswith("#") else f"ansi_{colour}"


def run(session: Session, settings: Settings, *, diagnose: bool = False) -> int:
    """Run the app until it is left; the exit code."""
    app = MastApp(session, settings, diagnose=diagnose)
    app.run()
    sys.stdout.flush()
    return app.return_code or 0
