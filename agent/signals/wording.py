"""The words of an act without what a log writes before it: the same act at another time has the same words."""

import re
from zlib import crc32

CAP = 20_000
"""How many characters of a text are looked at."""
_HEADER = 200
_CLOCK = re.compile(r":\d\d:\d\d")
_TIME = re.compile(r"(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d+)?Z?")


def timeless(text: str) -> str:
    """A text up to the cap, without the time in its header."""
    if _CLOCK.search(text, 0, _HEADER) is None:
        return text[:CAP]
    return _TIME.sub("", text[:_HEADER]) + text[_HEADER:CAP]


def words_of(text: str) -> list[str]:
    """The words of a text up to the cap."""
    return timeless(text).split()


def fingerprint(text: str) -> int:
    """A number that is equal for equal wording, in every process; of a very long text, also its length counts."""
    return crc32(f"{timeless(text).strip()}\x00{max(0, len(text) - CAP)}".encode("utf-8", "replace"))
