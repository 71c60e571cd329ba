"""Tells code that is new from code that a trace has held before, comments and blank lines left aside."""

from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.normalised_text import code_hash

_LANGUAGES = frozenset("python py python3 sh bash javascript js typescript java go rust c cpp".split())
_LEAST = 60
_MOST = 10_000


class NewCode:
    """Remembers the code of a trace by its hashes."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()

    def see(self, text: str) -> int | None:
        """Where the last block of new code begins in a text; None where it holds none."""
        at = None
        for block in code_blocks(text):
            if block.language not in _LANGUAGES or block.end - block.start < _LEAST:
                continue
            own = code_hash(text[block.start : block.end])
            if own not in self._seen:
                at = block.start
                if len(self._seen) < _MOST:
                    self._seen.add(own)
        return at
