"""What is looked for, and how: which lines of a block match, by the fastest engine that can do it exactly."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from agent.trace.confirm import Confirmer, Spans
from agent.trace.engine import all_lines, candidates, compiled, matches
from agent.trace.unfold import scrub

try:
    from stringzilla import find as _find
except ImportError:  # the standard library does the same, slower
    _find = bytes.find

find_bytes = _find
LONGEST_MARKED = 256 * 1024
_ONE_LINE = re.compile(r"(?:[^\\\[(]|\\[bBdwAz.\\+*?()\[\]{}|^$/-]|\[(?!\^)[^\\\]]+\]|\((?!\?)|\(\?:)*")

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


class Matcher(Protocol):
    """Finds the lines of a block that match, and the places in a line."""

    note: str | None
    """What a person should know about how is searched."""

    def lines(self, data: bytes, end: int, stop: Stop) -> Iterator[tuple[int, int]]:
        """Start and end of each matching line in the first `end` bytes, which are whole lines."""
        ...

    def spans(self, text: str, stop: Stop) -> Spans:
        """Where in a line's text it matches, in characters."""
        ...

    def close(self) -> None:
        """Let go of what was started."""
        ...


def matcher(query: Query) -> Matcher:
    """The engine for a query: a search for bytes where that is enough, else an automaton."""
    if not query.regex and not query.ignore_case:
        return Literal(query.text)
    if query.regex:
        return Automaton(query.text, ignore_case=query.ignore_case)
    return Automaton(re.escape(query.text), ignore_case=query.ignore_case, in_one_line="\n" not in query.text)


class Literal:
    """The bytes as they are."""

    note: str | None = None

    def __init__(self, text: str) -> None:
        self._text = text
        self._sought = text.encode("utf-8", "surrogateescape")

    def lines(self, data: bytes, end: int, stop: Stop) -> Iterator[tuple[int, int]]:
        """Start and end of each line that holds the bytes."""
        sought, at = self._sought, 0
        if b"\n" in sought:
            return
        while at < end and (hit := find_bytes(data, sought, at, end)) >= 0:
            start = data.rfind(b"\n", 0, hit) + 1
            at = data.find(b"\n", hit + len(sought), end)
            at = end if at < 0 else at
            yield start, at
            at += 1

    def spans(self, text: str, stop: Stop) -> Spans:
        """Every place, from left to right."""
        return [found.span() for found in re.finditer(re.escape(self._text), text) if self._text]

    def close(self) -> None:
        """Nothing was started."""


class Automaton:
    """A regular expression as a hyperscan database; what that cannot do is confirmed by Python, line by line.

    ASCII is scanned byte by byte, everything else as UTF-8; bytes that are no UTF-8 as the replacement character.
    """

    def __init__(self, pattern: str, *, ignore_case: bool, in_one_line: bool | None = None) -> None:
        self._in_one_line = _ONE_LINE.fullmatch(pattern) is not None if in_one_line is None else in_one_line
        self._pattern = pattern
        self._ignore_case = ignore_case
        self._made: dict[str, Any] = {}
        self._confirmer: Confirmer | None = None
        self.note: str | None = None
        if self._database("bytes") is None:
            self._confirmer = Confirmer(pattern, ignore_case=ignore_case)
            self.note = "The pattern looks around or back, so each line is matched by a slower engine."

    def _database(self, use: str) -> Any:
        """The pattern compiled for bytes, for UTF-8, for a first sieve or to mark places; None where it cannot be."""
        if use not in self._made:
            self._made[use] = compiled(self._pattern, self._ignore_case, use)
        return self._made[use]

    def lines(self, data: bytes, end: int, stop: Stop) -> Iterator[tuple[int, int]]:
        """Start and end of each matching line."""
        if self._database("bytes") is not None and data.isascii():
            yield from self._exact(self._database("bytes"), data, end)
            return
        places = None
        try:
            str(memoryview(data)[:end], "utf-8")
        except UnicodeDecodeError:
            scrubbed = scrub(data[:end].decode("utf-8", "surrogateescape")).encode()
            places = _Places(data, scrubbed)
            data, end = scrubbed, len(scrubbed)
        utf8 = self._database("utf8")
        found = self._confirmed(data, end, stop) if utf8 is None else self._exact(utf8, data, end)
        yield from found if places is None else map(places.original, found)

    def _exact(self, database: Any, data: bytes, end: int) -> Iterator[tuple[int, int]]:
        for start, stop in candidates(database, data, end):
            if self._in_one_line or matches(database, data[start:stop]):
                yield start, stop

    def _confirmed(self, data: bytes, end: int, stop: Stop) -> Iterator[tuple[int, int]]:
        sieve, confirmer = self._database("sieve"), self._slow()
        lines = list(all_lines(data, end) if sieve is None else candidates(sieve, data, end))
        if lines:
            found = confirmer.spans([data[start:end] for start, end in lines], stop)
            if confirmer.gave_up:
                self.note = f"{confirmer.gave_up} lines took the pattern too long and were passed over."
            yield from (lines[number] for number in sorted(found))

    def spans(self, text: str, stop: Stop) -> Spans:
        """The longest match from each leftmost start; none of them empty."""
        data = text[:LONGEST_MARKED].encode("utf-8", "surrogatepass")
        marks = self._database("marks")
        if marks is None:
            found = self._slow().spans([data], stop).get(0, [])
            return [(start, end) for start, end in found if end > start]
        longest: dict[int, int] = {}

        def note(_: int, start: int, end: int, flags: int, context: object) -> None:
            longest[start] = max(end, longest.get(start, 0))

        marks.scan(data, match_event_handler=note)
        spans: Spans = []
        for start, end in sorted(longest.items()):
            if not spans or start >= spans[-1][1]:
                spans.append((start, end))
        return spans if len(data) == len(text) else _in_characters(data, spans)

    def _slow(self) -> Confirmer:
        if self._confirmer is None:
            self._confirmer = Confirmer(self._pattern, ignore_case=self._ignore_case)
        return self._confirmer

    def close(self) -> None:
        """End the process that confirms, if there is one."""
        if self._confirmer is not None:
            self._confirmer.close()


class _Places:
    """Where the lines of a scrubbed block stand in the original, asked for in order."""

    def __init__(self, original: bytes, scrubbed: bytes) -> None:
        self._original = original
        self._scrubbed = scrubbed
        self._there = self._here = 0

    def original(self, line: tuple[int, int]) -> tuple[int, int]:
        for _ in range(self._scrubbed.count(b"\n", self._there, line[0])):
            self._here = self._original.index(b"\n", self._here) + 1
        self._there = line[0]
        end = self._original.find(b"\n", self._here)
        return self._here, len(self._original) if end < 0 else end


def _in_characters(data: bytes, spans: Spans) -> Spans:
    """Places in UTF-8 as places in its text."""
    text, at, passed = [], 0, 0
    for offset in sorted({offset for span in spans for offset in span}):
        passed += len(data[at:offset].decode("utf-8", "surrogatepass"))
        at = offset
        text.append((offset, passed))
    places = dict(text)
    return [(places[start], places[end]) for start, end in spans]
