"""Asks the terminal whether its background is light or dark, without waiting for terminals that do not answer."""

import os
import re
import select
import sys
import termios
import time
import tty

_QUESTION = b"\x1b]11;?\x1b\\\x1b[c"
"""The colour behind the text; then what the terminal is, which all of them answer: after that nothing more comes."""
_COLOUR = re.compile(
    rb"\x1b\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})[^\x07\x1b]*(?:\x07|\x1b\\)"
)
_FENCE = re.compile(rb"\x1b\[\?[0-9;]*c")
_SILENT = ("dumb", "unknown", "linux")
_LIGHT_OF_16 = (7, 9, 10, 11, 12, 13, 14, 15)


class Question:
    """A question that was put to the terminal; what was typed meanwhile is kept for the app."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._before = termios.tcgetattr(descriptor)
        self._heard = b""
        tty.setcbreak(descriptor, termios.TCSANOW)
        os.write(sys.stdout.fileno(), _QUESTION)

    def listen(self, seconds: float) -> str | None:
        """`light` or `dark` as soon as the terminal says so; None where it has not yet."""
        end = time.monotonic() + seconds
        while not self.answered:
            left = max(0.0, end - time.monotonic())
            if not select.select([self._descriptor], [], [], left)[0]:
                break
            self._heard += os.read(self._descriptor, 4096)
        return self.theme

    @property
    def answered(self) -> bool:
        """Whether nothing more will come."""
        return _FENCE.search(self._heard) is not None

    @property
    def theme(self) -> str | None:
        """What the terminal said."""
        match = _COLOUR.search(self._heard)
        if match is None:
            return None
        red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in match.groups())
        return "light" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 else "dark"

    def leave(self) -> bytes:
        """Give the terminal back as it was; what a person typed meanwhile."""
        termios.tcsetattr(self._descriptor, termios.TCSANOW, self._before)
        return _FENCE.sub(b"", _COLOUR.sub(b"", self._heard))


def ask() -> Question | None:
    """Put the question, where somebody is there to answer it."""
    if os.environ.get("TERM", "") in _SILENT or "NO_COLOR" in os.environ:
        return None
    try:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return None
        return Question(sys.stdin.fileno())
    except (OSError, ValueError, termios.error):
        return None


def has_16_colours() -> bool:
    """Whether the terminal says of itself that it has no more: others would be mixed up with each other there."""
    many = os.environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit")
    return not many and os.environ.get("TERM", "").rpartition("-")[2] not in ("256color", "kitty")


def from_environment() -> str:
    """What COLORFGBG says of the background, else dark."""
    last = os.environ.get("COLORFGBG", "").split(";")[-1]
    return "light" if last.isdigit() and int(last) in _LIGHT_OF_16 else "dark"
