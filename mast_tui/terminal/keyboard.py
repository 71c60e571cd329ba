"""What comes from the keyboard: with what was typed before the app was there, without late answers of the terminal."""

import re
import time
from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.message import Message

_ANSWER = re.compile(r"\x1b\]11;[^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[\?[0-9;]*c")
_BEGUN = re.compile(r"\x1b(?:\](?:1(?:1(?:;[^\x07\x1b]{0,40}\x1b?)?)?)?|\[(?:\?[0-9;]{0,30})?)?\Z")

_PATIENCE = 0.05
"""Seconds for the rest of an answer to come; the Escape key alone waits as long."""


def listen(typed: bytes, *, late: bool) -> None:
    """Let the app's driver read the keyboard so; the driver makes its parser by the name that is replaced here."""
    if not (typed or late):
        return
    try:
        from textual.drivers import linux_driver
    except ImportError:
        return
    first = typed.decode("utf-8", "replace")

    def made(debug: bool = False) -> Keyboard:
        return Keyboard(first, late=late, debug=debug)

    linux_driver.XTermParser = made  # type: ignore[attr-defined, assignment]


def keys(typed: bytes) -> list[Key]:
    """The keys that were typed before the app was there; a line feed was Enter, as a terminal hands it on by itself."""
    heard = XTermParser().feed(typed.decode("utf-8", "replace").replace("\n", "\r"))
    return [each for each in heard if isinstance(each, Key)]


class Keyboard(XTermParser):
    """A parser that begins with what was typed earlier and leaves answers out."""

    def __init__(self, typed: str = "", *, late: bool = True, debug: bool = False) -> None:
        super().__init__(debug)
        self._typed = typed
        self._late = late
        self._begun = ""
        self._until = 0.0

    def feed(self, data: str) -> Iterable[Message]:
        """Keys and other messages; no data is the end, as in Textual."""
        if not data and not self._typed:
            yield from super().feed(data)
            return
        data, self._typed = self._typed + data, ""
        if self._late:
            data = _ANSWER.sub("", self._begun + data)
            begun = _BEGUN.search(data)
            self._begun = begun.group() if begun else ""
            self._until = time.monotonic() + _PATIENCE
            data = data[: len(data) - len(self._begun)]
        if data:
            yield from super().feed(data)

    def tick(self) -> Iterable[Message]:
        """What is due now: nothing that began as an answer is kept for ever."""
        if self._typed:
            yield from self.feed("")
        elif self._begun and time.monotonic() >= self._until:
            data, self._begun = self._begun, ""
            yield from super().feed(data)
        yield from super().tick()
