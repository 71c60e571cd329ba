"""Takes out of an answer what a model thinks aloud, up to `</think>`, piece by piece, also where no mark opens it."""

import re

OPEN, CLOSE = "<think>", "</think>"
_MARK = re.compile(f"{OPEN}|{CLOSE}")
_QUOTES = frozenset("\"'`“„«")


class Thinking:
    """Lets words through and keeps thoughts back, also where a mark comes in two pieces."""

    def __init__(self) -> None:
        self._held = ""
        self._last = ""
        """The last character that was let through."""
        self._inside = self._was_inside = self._took_back = False

    def took_back(self) -> bool:
        """Whether all that was let through turned out to be a thought that no mark had opened; said once."""
        took_back, self._took_back = self._took_back, False
        return took_back

    def without(self, text: str) -> str:
        """The words in another piece; the beginning of a mark waits for its end."""
        self._held += text
        words = ""
        while True:
            if self._inside:
                _, closed, after = self._held.partition(CLOSE)
                if not closed:
                    break
                self._inside, self._held = False, after
                continue
            mark = _MARK.search(self._held)
            if mark is None:
                break
            before, self._held = self._held[: mark.start()], self._held[mark.end() :]
            if mark[0] == OPEN:
                words += before
                self._inside = self._was_inside = True
            elif (words + before or self._last)[-1:] in _QUOTES:
                words += before + CLOSE
            elif self._was_inside:
                words += before
            else:
                words, self._took_back, self._was_inside = "", True, True
        keep = max(_begun(self._held, mark) for mark in ((CLOSE,) if self._inside else (OPEN, CLOSE)))
        ready, self._held = self._held[: len(self._held) - keep], self._held[len(self._held) - keep :]
        words += "" if self._inside else ready
        self._last = words[-1:] or self._last
        return words

    def rest(self) -> str:
        """What was held back at the end of the answer and is no mark after all."""
        held, self._held = self._held, ""
        return "" if self._inside else held


def _begun(text: str, mark: str) -> int:
    """How many characters at the end of a text may be the beginning of a mark."""
    return next((size for size in range(min(len(mark) - 1, len(text)), 0, -1) if mark.startswith(text[-size:])), 0)
