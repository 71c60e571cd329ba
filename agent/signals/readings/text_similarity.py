"""Measures how alike two texts are by their word sequences, and finds the earlier text most like a new one."""

from array import array
from collections import deque
from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from agent.signals.readings.normalised_text import CAP, words_of

WIDTH = 4
"""How many words in a row make one shingle."""
SIZE = 48
"""How many hashes a sketch keeps: the smallest ones of its text."""
LIMIT = 16_384
"""How many texts are remembered."""
_HALF = 1 << 63
_PROBES = 6
_MEETINGS = 2
"""How many of the smallest hashes two texts must share to be compared at all."""
_RECENT = 4
_LETTERS_PER_WORD = 16


class _Hashes(dict[str, int]):
    """The hash of each word, computed once; forgotten when there are too many."""

    def __missing__(self, word: str) -> int:
        if len(self) > 100_000:
            self.clear()
        number = self[word] = crc32(word.encode("utf-8", "replace"))
        return number


_HASHES = _Hashes()


class Sketch(NamedTuple):
    """The smallest hashes of a text's shingles, in order, and how many words it has."""

    words: int
    hashes: "array[int]"


def word_sequences(text: str) -> frozenset[int]:
    """The hashes of all runs of a few words; texts that put no blanks between words go by characters."""
    return _sequences(text)[1]


@lru_cache(maxsize=4)
def _sequences(text: str) -> tuple[int, frozenset[int]]:
    """How many words a text has, and the hashes of their runs."""
    words = words_of(text)
    count = len(words)
    if not text.isascii() and len(words) * _LETTERS_PER_WORD < min(len(text), CAP):
        words = list("".join(words))
    numbers = list(map(_HASHES.__getitem__, words))
    runs = zip(*(numbers[start:] for start in range(WIDTH)), strict=False)
    return count, frozenset(map(hash, runs)) or frozenset({hash(tuple(numbers))})


@lru_cache(maxsize=4)
def sketch(text: str) -> Sketch:
    """The sketch of a text; the last few are remembered, since several detectors ask about the same event."""
    words, runs = _sequences(text)
    return Sketch(words, array("q", _smallest(runs)))


def _smallest(runs: frozenset[int]) -> list[int]:
    """The smallest hashes in order: those below a bound that most likely holds twice as many, else all are sorted."""
    bound = (4 * SIZE * _HALF) // max(1, len(runs)) - _HALF
    few = sorted([number for number in runs if number < bound])
    return few[:SIZE] if len(few) >= SIZE else sorted(runs)[:SIZE]


def estimated_similarity(one: Sketch, other: Sketch) -> float:
    """An estimate of the share of shingles that two texts have in common (Jaccard)."""
    first, second = set(one.hashes), set(other.hashes)
    union = sorted(first | second)[:SIZE]
    return len((first & second).intersection(union)) / len(union)


def similarity(one: str, other: str) -> float:
    """The share of shingles that two texts have in common (Jaccard), up to the cap."""
    first, second = word_sequences(one), word_sequences(other)
    return len(first & second) / len(first | second)


class SimilarTexts:
    """Finds, for each text that comes, the most alike among the last ones that came with the same key."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._sketches: dict[int, Sketch] = {}
        self._order: deque[int] = deque()
        self._places: dict[int, tuple[int, ...]] = {}

    def add(self, number: int, key: Hashable, own: Sketch) -> tuple[int, float]:
        """Find the most alike earlier text, and remember this one under its number."""
        best = self.find(key, own)
        self.keep(number, key, own)
        return best

    def find(self, key: Hashable, own: Sketch) -> tuple[int, float]:
        """The number of the most alike text that was kept under the key (0: none), and how alike it is."""
        best, most = 0, 0.0
        salt = hash_of(key)
        meetings: dict[int, int] = {}
        for value in own.hashes[:_PROBES]:
            for other in self._places.get(value ^ salt, ()):
                meetings[other] = meetings.get(other, 0) + 1
        enough = min(_MEETINGS, len(own.hashes))
        for other in reversed(meetings):
            if meetings[other] >= enough and other in self._sketches and most < 1:
                share = estimated_similarity(own, self._sketches[other])
                if share > most:
                    best, most = other, share
        return best, most

    def keep(self, number: int, key: Hashable, own: Sketch) -> None:
        """Remember a text under its number; the oldest one makes room."""
        salt = hash_of(key)
        for value in own.hashes[:_PROBES]:
            place = value ^ salt
            self._places[place] = (*self._places.get(place, ())[1 - _RECENT :], number)
        self._sketches[number] = own
        self._order.append(number)
        if len(self._order) > self._limit:
            self._forget()

    def _forget(self) -> None:
        del self._sketches[self._order.popleft()]
        if len(self._places) > 2 * _PROBES * self._limit:
            kept = {place: tuple(n for n in numbers if n in self._sketches) for place, numbers in self._places.items()}
            self._places = {place: numbers for place, numbers in kept.items() if numbers}


@lru_cache(maxsize=1024)
def hash_of(key: Hashable) -> int:
    """A hash that is the same in every process."""
    return crc32(repr(key).encode("utf-8", "replace"))
