"""Takes out of an answer what a model thinks aloud between `<think>` and `</think>`, piece by piece."""

OPEN, CLOSE = "<think>", "</think>"


class Thoughts:
    """Lets words through and keeps thoughts back, also where a mark comes in two pieces."""

    def __init__(self) -> None:
        self._held = ""
        self._inside = False

    def without(self, text: str) -> str:
        """The words in another piece; the beginning of a mark waits for its end."""
        self._held += text
        words: list[str] = []
        while True:
            mark = CLOSE if self._inside else OPEN
            before, found, after = self._held.partition(mark)
            if not found:
                break
            if not self._inside:
                words.append(before)
            self._inside = not self._inside
            self._held = after
        keep = _begun(self._held, CLOSE if self._inside else OPEN)
        ready, self._held = self._held[: len(self._held) - keep], self._held[len(self._held) - keep :]
        return "".join(words) + ("" if self._inside else ready)

    def rest(self) -> str:
        """What was held back at the end of the answer and is no mark after all."""
        held, self._held = self._held, ""
        return "" if self._inside else held


def _begun(text: str, mark: str) -> int:
    """How many characters at the end of a text may be the beginning of a mark."""
    return next((size for size in range(min(len(mark) - 1, len(text)), 0, -1) if mark.startswith(text[-size:])), 0)
