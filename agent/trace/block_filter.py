"""Blocks of a JSON file in which a query cannot match, told from the raw bytes, so that they need not be unfolded."""

import re

from agent.trace.matcher import Query
from agent.trace.required_words import unbroken
from agent.trace.source import Source
from agent.trace.word_lines import WordLines, find_bytes, word_lines

STEP = 64 * 1024
OVERLAP = 1024
_UNKNOWN, _EMPTY, _FULL = 0, 1, 2
_WRITTEN_OTHERWISE = re.compile(r"[^ !#-.0-\[\]-~]")
"""What JSON may write with a backslash or by its number, whoever writes it."""
_OTHERWISE_IN_ANY_CASE = re.compile(r"[^ !#-.0-\[\]-~]|[kKsSiI]")
_NUMBER = b"\\u00"
_NUMBER_OF_ASCII = re.compile(rb"\\u00[0-7]")
"""A plain character written by its number: then any may be written that way."""


class BlockFilter:
    """Remembers for each block of 64 KiB whether anything in it may be what is looked for."""

    def __init__(self, source: Source, query: Query) -> None:
        self._source = source
        self._blocks = bytearray()
        words = unbroken(query.required, _OTHERWISE_IN_ANY_CASE if query.ignore_case else _WRITTEN_OTHERWISE)
        self._words = word_lines(words, ignore_case=query.ignore_case)

    def may_match(self, start: int, end: int) -> bool:
        """Whether the text made from the bytes from start to end can match at all."""
        if self._words is None or end <= start:
            return True
        first, last = start // STEP, (end - 1) // STEP
        if last >= len(self._blocks):
            self._blocks.extend(bytes(last + 1 - len(self._blocks)))
        return any(self._is_full(block, self._words) for block in range(first, last + 1))

    def may_hold(self, start: int, end: int) -> bool:
        """The same of one piece: where it is short, these bytes alone are looked at."""
        if not self.may_match(start, end):
            return False
        if self._words is None or not 0 < end - start <= STEP:
            return True
        return _may_hold(self._source.read(start, end), self._words)

    def _is_full(self, block: int, words: WordLines) -> bool:
        state = self._blocks[block]
        if state == _UNKNOWN:
            data = self._source.read(max(0, block * STEP - OVERLAP), (block + 1) * STEP)
            state = self._blocks[block] = _FULL if _may_hold(data, words) else _EMPTY
        return state == _FULL


def _may_hold(data: bytes, words: WordLines) -> bool:
    return words.within(data) or _has_numbers(data)


def _has_numbers(data: bytes) -> bool:
    return find_bytes(data, _NUMBER) >= 0 and _NUMBER_OF_ASCII.search(data) is not None
