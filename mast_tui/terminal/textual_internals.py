"""What this program needs of Textual beyond its public interface; everything else here uses only what is public.

Seven things have no public way: to end after an unhandled exception without printing the values of variables, to keep
answers of the terminal that come late from being read as keys, to let a palette that has no room or is gone take no
key and no click, to know what keys are called, to read Alt+Enter, to show the terminal's cursor, and to draw at once.
A test names what is gone when another version of Textual lacks it.
"""

import re
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import Enum
from functools import cache
from typing import Any

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.command import CommandList, CommandPalette
from textual.drivers import linux_driver
from textual.events import Click, Key
from textual.keys import Keys, _character_to_key
from textual.message import Message
from textual.screen import Screen

_ANSWER = re.compile(r"\x1b\]11;[^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[\?[0-9;]*c")
_BEGUN = re.compile(r"\x1b(?:\](?:1(?:1(?:;[^\x07\x1b]{0,40}\x1b?)?)?)?|\[(?:\?[0-9;]{0,30})?)?\Z")

_PATIENCE = 0.05
"""Seconds for the rest of an answer to come; the Escape key alone waits as long."""


@cache
def key_names() -> frozenset[str]:
    """The names of keys, without those that are held with them."""
    return frozenset(key.value for key in Keys) | {_character_to_key(chr(code)) for code in range(33, 127)}


class _MoreKeys(Enum):
    """Keys that Textual takes for others in terminals without the protocol of kitty."""

    ALT_ENTER = "alt+enter"


def know_alt_enter() -> None:
    """Read Escape and Enter in one as Alt+Enter, which is how most terminals send it."""
    for sequence in ("\x1b\r", "\x1b\n"):
        ANSI_SEQUENCES_KEYS[sequence] = (_MoreKeys.ALT_ENTER,)  # type: ignore[index]


def end_on_fault(app: App[None], note: Callable[[BaseException | None], None]) -> None:
    """Let an app that meets an unhandled exception hand it to `note` and end, instead of printing variables."""

    def end() -> None:
        app.bell()
        note(sys.exc_info()[1])
        app.panic()

    app._fatal_error = end  # type: ignore[method-assign]


def show_cursor(app: App[Any]) -> None:
    """Show the terminal's own cursor, which whoever hears the screen follows; Textual hides it as it begins."""
    if app._driver is not None:
        app._driver.write("\x1b[?25h")


def draw_now(screen: Screen[Any]) -> None:
    """Draw what has changed on a screen, without waiting until the next sixtieth of a second."""
    screen._on_timer_update()


def guard_palette(palette: CommandPalette) -> None:
    """Let a palette gather nothing once it is gone, and move in its list only once that has rows."""
    gather, move = palette._gather_commands, palette._action_command_list

    def gather_if_there(search_value: str) -> Any:
        return gather(search_value) if palette in palette.app.screen_stack and palette.query(CommandList) else None

    def move_if_drawn(action: str) -> None:
        with suppress(LookupError):  # the list knows no rows before it has been drawn
            move(action)

    palette._gather_commands = gather_if_there  # type: ignore[method-assign]
    palette._action_command_list = move_if_drawn  # type: ignore[method-assign]


def _is_gone_by_now(listed: CommandList, click: Click) -> None:
    """Let a click on a row that was drawn, and is not in the list any more, do nothing."""
    if click.style.meta.get("option", 0) >= listed.option_count:
        click.prevent_default()


CommandList._on_click = _is_gone_by_now  # type: ignore[assignment, method-assign]


def typed_keys(typed: str) -> tuple[list[Key], str]:
    """The keys that were typed before the app was there, and what may be the beginning of a late answer.

    A line feed was Enter, as a terminal hands it on by itself.
    """
    begun = _BEGUN.search(typed)
    answer = begun.group() if begun else ""
    heard = XTermParser().feed(typed.removesuffix(answer).replace("\n", "\r"))
    return [each for each in heard if isinstance(each, Key)], answer


def leave_out_late_answers(begun: str) -> None:
    """Let the app's driver, which makes its parser by the name that is replaced here, leave late answers out."""

    def make_parser(debug: bool = False) -> AnswerlessParser:
        return AnswerlessParser(begun, debug=debug)

    linux_driver.XTermParser = make_parser  # type: ignore[attr-defined, assignment]


class AnswerlessParser(XTermParser):
    """Reads keys from what a terminal sends, without its answers; one may have begun before."""

    def __init__(self, begun: str = "", *, debug: bool = False) -> None:
        super().__init__(debug)
        self._begun = begun
        self._until = time.monotonic() + _PATIENCE

    def feed(self, data: str) -> Iterable[Message]:
        """Keys and other messages; no data is the end, as in Textual."""
        if not data:
            yield from super().feed(data)
            return
        data = _ANSWER.sub("", self._begun + data)
        begun = _BEGUN.search(data)
        self._begun = begun.group() if begun else ""
        self._until = time.monotonic() + _PATIENCE
        data = data.removesuffix(self._begun)
        if data:
            yield from super().feed(data)

    def tick(self) -> Iterable[Message]:
        """What is due now: nothing that began as an answer is kept for ever."""
        if self._begun and time.monotonic() >= self._until:
            data, self._begun = self._begun, ""
            yield from super().feed(data)
        yield from super().tick()
