"""What is looked for, and how: which lines of a block match, by the fastest engine that can do it exactly."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from agent.trace.event_text import scrub
from agent.trace.required_words import Words, required, unbroken
from agent.trace.timed_pattern import Spans, TimedPattern
from agent.trace.word_lines import WordLines, word_lines

LONGEST_MARKED = 256 * 1024
_IN_ONE_LINE = re.compile(r"(?:[^\\\[(\n]|\\(?:[bdw]|[^a-zA-Z0-9\n])|\[(?!\^)[^\\\]\x00-\x1f]+\]|\((?!\?)|\(\?:)*")
"""Patterns of which no match reaches over the end of a line, so that many lines can be searched as one text."""
_UNDECODABLE = re.compile("[\ufffd]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_ALSO_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]|[kKsSiI]")
"""Letters that are the same as one beyond ASCII when case is ignored, beside those."""

Stop = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Query:
    """What a person looks for in the lines of a trace."""

    text: str
    regex: bool = False
    ignore_case: bool = False

    @classmethod
    def smart(cls, text: str, *, regex: bool = False) -> "Query":
        """Ignores case as long as nothing is written in capitals."""
        return cls(text, regex, ignore_case=text == text.lower())

    @property
    def required(self) -> Words | None:
        """Words of which every line that matches holds one."""
        return required(self.text) if self.regex else (self.text,)


class Matcher(Protocol):
    """Finds the lines of a block that match, and the places in a line."""

    @property
    def note(self) -> str | None:
        """What a person should know about how is searched."""
        ...

    def lines(self, data: bytes, end: int, stop: Stop) -> Iterator[tuple[int, int]]:
        """Start and end of each matching line in the first `end` bytes, which are whole lines."""
        ...

    def spans(self, text: str) -> Spans:
        """Where in a line's text it matches, in characters."""
        ...


def matcher(query: Query) -> Matcher:
    """The engine for a query: a search for bytes where that is enough, else one for words and a pattern."""
    text = scrub(query.text)
    if not query.regex and not query.ignore_case and not _UNDECODABLE.search(text):
        return Literal(text)
    return Pattern(Query(text, query.regex, query.ignore_case))


class Literal:
    """The bytes as they are."""

    note: str | None = None

    def __init__(self, text: str) -> None:
        self._text = text
        self._words = WordLines((text,))

    def lines(self, data: bytes, end: int, stop: Stop) -> Iterator[tuple[int, int]]:
        """Start and end of each line that holds the bytes."""
        return self._words.lines(data, end) if "\n" not in self._text else iter(())

    def spans(self, text: str) -> Spans:
        """Every place, from left to right."""
        return [match.span() for match in re.finditer(re.escape(self._text), text) if self._text]


class Pattern:
    """A regular expression: lines that hold one of the words it requires are matched one by one.

    Where it requires none, a block is searched as one text if that finds the same, else each line of it.
    """

    def __init__(self, query: Query) -> None:
        pattern, ignores = query.text if query.regex else re.escape(query.text), query.ignore_case
        self._pattern = TimedPattern(pattern, ignore_case=ignores)
        in_ascii = unbroken(query.required, _BEYOND_ASCII if ignores else _UNDECODABLE)
        anywhere = unbroken(query.required, _ALSO_BEYOND_ASCII if ignores else _UNDECODABLE)
        self._in_ascii = word_lines(in_ascii, ignore_case=ignores, in_ascii=True)
        self._anywhere = word_lines(anywhere, ignore_case=ignores)
        self._is_word = not query.regex and in_ascii == (query.text,) and "\n" not in query.text
        self._in_block: TimedPattern | None = None
        if _IN_ONE_LINE.fullmatch(pattern):
            self._in_block = TimedPattern(pattern, ignore_case=ignores, lines=True)

    @property
    def note(self) -> str | None:
        """That lines were passed over, if any were, or that each is matched by itself."""
        if given_up := self._pattern.given_up:
            return f"{given_up} lines took the pattern too long and were passed over."
        by_itself = self._anywhere is None and self._in_block is None
        return "The pattern requires no word, so each line is matched alone, which is slower." if by_itself else None

    def lines(self, data: bytes, end: int, stop: Stop) -> Iterator[tuple[int, int]]:
        """Start and end of each matching line; in ASCII the lines that hold a word of ASCII are known by that."""
        words = self._in_ascii if data.isascii() else self._anywhere
        if words is not None and words is self._in_ascii and self._is_word:
            return words.lines(data, end)
        return self._matched(words, data, end, stop)

    def _matched(self, words: WordLines | None, data: bytes, end: int, stop: Stop) -> Iterator[tuple[int, int]]:
        """Those of the lines that may match that do."""
        if words is not None:
            candidates = words.lines(data, end)
        elif self._in_block is not None:
            candidates = self._lines_in_block(self._in_block, data, end)
        else:
            candidates = _all_lines(data, 0, end)
        for start, after in candidates:
            if stop():
                return
            if self._pattern.matches(scrub(_decode(data[start:after]))):
                yield start, after

    def _lines_in_block(self, pattern: TimedPattern, data: bytes, end: int) -> Iterator[tuple[int, int]]:
        """The lines in which the block matches, and all lines of one that takes too long or is no UTF-8."""
        text = _decode(data[:end])
        is_text = scrub(text) == text
        at = start = 0  # where a line begins, in characters and in bytes
        try:
            while is_text and at < len(text):
                place = pattern.first(text, at)
                line = len(text) if place is None else text.rfind("\n", at, place[0]) + 1 or at
                if place is None or line == len(text):
                    return
                after = text.find("\n", place[0])
                after = len(text) if after < 0 else after
                start += _size(text[at:line])
                size = _size(text[line:after])
                yield start, start + size
                at, start = after + 1, start + size + 1
        except TimeoutError:
            self._in_block = None
            is_text = False
        if not is_text:
            yield from _all_lines(data, start, end)

    def spans(self, text: str) -> Spans:
        """Every place that is not empty, from left to right."""
        return self._pattern.spans(text[:LONGEST_MARKED])


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8"))


def _all_lines(data: bytes, at: int, end: int) -> Iterator[tuple[int, int]]:
    """Start and end of every line from one on."""
    while at < end:
        after = data.find(b"\n", at, end)
        after = end if after < 0 else after
        yield at, after
        at = after + 1
