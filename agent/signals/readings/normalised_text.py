"""Makes texts comparable: without the time and header that a log wrote, blanks and, for a search, capitals."""

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from zlib import crc32

from agent.signals.readings.log_header import after_header

CAP = 20_000
"""How many characters of a text are looked at."""
LOWERED = 50_000
"""How many characters are searched for words in any case."""
_HEADER = 200
_CLOCK = re.compile(r":\d\d:\d\d")
_COMMENT = re.compile(r"(?:^|(?<=\s))#(?!include|define|if|!).*$|^[ \t]*//.*$", re.MULTILINE)
_TIME = re.compile(r"(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d+)?Z?")


def without_times(text: str) -> str:
    """A text up to the cap, without the time in its header."""
    if _CLOCK.search(text, 0, _HEADER) is None:
        return text[:CAP]
    return _TIME.sub("", text[:_HEADER]) + text[_HEADER:CAP]


def words_of(text: str) -> list[str]:
    """The words of a text up to the cap."""
    return without_times(text).split()


@lru_cache(maxsize=8)
def fingerprint(text: str) -> int:
    """A number that is equal for equal wording, in every process; of a very long text, also its length counts."""
    return crc32(f"{without_times(text).strip()}\x00{max(0, len(text) - CAP)}".encode("utf-8", "replace"))


@lru_cache(maxsize=2)
def lowered(text: str) -> str:
    """The beginning of a text in small letters; remembered, since many detectors look for words in the same event."""
    return text[:LOWERED].lower()


def has_any(text: str, words: Iterable[str]) -> bool:
    """Whether one of these words stands in a text: asked before a pattern is tried, which takes a hundred times longer.

    The words are in small letters; the text may have any.
    """
    lower = lowered(text)
    return any(map(lower.__contains__, words))


@lru_cache(maxsize=16)
def code_hash(code: str) -> bytes:
    """Equal for code that differs only in comments, blank lines and blanks at line ends."""
    lines = map(str.rstrip, _COMMENT.sub("", code).split("\n"))
    return blake2b("\n".join(filter(None, lines)).encode("utf-8", "replace"), digest_size=8).digest()


def content_hash(text: str) -> bytes:
    """Equal for texts that differ only in blanks and in the header above them."""
    words = text[after_header(text) :].split()
    return blake2b(" ".join(words).encode("utf-8", "replace"), digest_size=8).digest()
