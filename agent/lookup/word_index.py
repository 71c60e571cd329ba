"""What was said and what tools printed, indexed by words apart from each other, so that pages do not drown talk."""

import re
import sqlite3
import threading
import weakref
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from agent.errors import Cancelled
from agent.lookup.actor_name import actor_name
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace

Shelf = Literal["talk", "output", "noise"]
SHELVES: tuple[Shelf, ...] = ("talk", "output", "noise")
SPOKEN = frozenset({Kind.TASK, Kind.SYSTEM, Kind.SAY, Kind.THINK, Kind.CALL, Kind.HANDOFF, Kind.PLAN, Kind.ANSWER})
LEFT_OUT = frozenset({Kind.NOISE, Kind.USAGE})
"""What is looked up last: nobody said or returned it."""
LINES, CHARACTERS = 40, 2_000
"""A passage ends where one of these is reached."""
LONGEST = 20_000
"""Characters of one line that are indexed."""
COMMON, RANKED = 4_000, 6_000
"""Passages that may hold one word, and that may hold any of the words, for a search to weigh them all."""
MOST_TERMS = 24
_WORD = re.compile(r"\w+")
_CODES = {kind.value: number for number, kind in enumerate(Kind, 1)}
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Passage:
    """Consecutive lines of one event."""

    event: int
    lines: tuple[int, int]
    shelf: Shelf


class WordIndex:
    """The words of one trace in memory, without its text; made once, asked by any thread."""

    def __init__(self, trace: Trace, name: Callable[[Event], str] = lambda event: "") -> None:
        self._trace = trace
        self._name = name
        """What an event is called beside its text: words that it is found by as well."""
        self._lock = threading.Lock()
        self._first = array("I")
        self._last = array("I")
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, self._database.close)
        self._database.executescript(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
            "CREATE VIRTUAL TABLE talk USING fts5(words, content='', tokenize='porter unicode61');"
            "CREATE VIRTUAL TABLE output USING fts5(words, content='', tokenize='porter unicode61');"
            "CREATE VIRTUAL TABLE noise USING fts5(words, content='', tokenize='porter unicode61');"
        )
        self._names: dict[str, int] = {}
        self._actors = array("I")
        self._kinds = bytearray()
        """For each event who did it and of which kind it is; 0 where it was not done, only printed again."""
        self._phases: list[tuple[str, int]] = []
        self.is_built = False

    def phases(self, first: int, last: int) -> list[tuple[str, int, int]]:
        """The phases that the format names among the events first to last, each with its first and last event."""
        starts = [start for _, start in self._phases]
        inside = self._phases[max(0, bisect_right(starts, first) - 1) : bisect_right(starts, last)]
        ends = [start - 1 for _, start in inside[1:]] + [last]
        return [(name, max(first, start), end) for (name, start), end in zip(inside, ends, strict=True)]

    def acts(
        self, first: int, last: int, actor: str | None, kind: str | None, show: Callable[[str], str] = str
    ) -> list[int]:
        """The numbers of the acts among the events first to last, by an actor shown by a name with this, of a kind."""
        kinds = self._kinds[first - 1 : last]
        wanted = {
            number for name, number in self._names.items() if not actor or actor.casefold() in show(name).casefold()
        }
        code = _CODES.get(kind.casefold(), len(_CODES) + 1) if kind else 0
        whose = self._actors[first - 1 : last]
        return [
            number
            for number, (one, who_did) in enumerate(zip(kinds, whose, strict=True), first)
            if one and (not code or one == code) and who_did in wanted
        ]

    def build(self, tell: Callable[[int], None] | None = None, stop: Callable[[], bool] | None = None) -> None:
        """Index every act, once; `tell` hears the number of the event reached now and then."""
        with self._lock:
            if self.is_built:
                return
            waiting: dict[Shelf, list[tuple[int, str]]] = {shelf: [] for shelf in SHELVES}
            for event in self._trace.events:
                self._kinds.append(_CODES[event.kind.value] if event.repeats is None else 0)
                self._actors.append(self._names.setdefault(actor_name(event), len(self._names)))
                if not self._phases or self._phases[-1][0] != (event.section or ""):
                    self._phases.append((event.section or "", event.number))
                if event.repeats is None:
                    waiting[_shelf(event.kind)].extend(self._passages(event))
                    self._keep(waiting, _BATCH)
                if event.number % 1024 == 0:
                    if tell is not None:
                        tell(event.number)
                    if stop is not None and stop():
                        raise Cancelled("Indexing was stopped.", "The trace is indexed in part.", "Ask again.")
            self._keep(waiting, 1)
            self.is_built = True

    def _keep(self, waiting: "dict[Shelf, list[tuple[int, str]]]", enough: int) -> None:
        for shelf, rows in waiting.items():
            if len(rows) >= enough:
                self._database.executemany(f"INSERT INTO {shelf}(rowid, words) VALUES (?, ?)", rows)  # noqa: S608
                rows.clear()

    def _passages(self, event: Event) -> Iterator[tuple[int, str]]:
        """The passages of an event, each with the number it gets."""
        lines = self._trace.unfold(event).lines
        name = self._name(event)
        first, held, size = 0, 0, 0
        for at, line in enumerate(lines):
            size += len(line)
            held += 1
            if held >= LINES or size >= CHARACTERS or at == len(lines) - 1:
                self._first.append(event.lines[0] + first)
                self._last.append(event.lines[0] + at)
                yield len(self._first), "\n".join([name, *(line[:LONGEST] for line in lines[first : at + 1])])
                name = ""
                first, held, size = at + 1, 0, 0

    def best(self, words: Sequence[str], most: int, shelf: Shelf) -> tuple[list[Passage], int]:
        """The passages that hold some of these words, the most telling first, and how many there are in all.

        Words that stand everywhere tell nothing: they count only where there are no others.
        """
        with self._lock:
            terms = sorted((self._spread(term, shelf), term) for term in _terms(words))
            rare, ranked = [], 0
            for spread, term in terms:
                if 0 < spread < COMMON and ranked + spread <= RANKED:
                    rare.append(term)
                    ranked += spread
            common = [term for spread, term in terms if spread]
            if not common:
                return [], 0
            query, order = (" OR ".join(rare), "rank") if rare else (" AND ".join(common), "rowid")
            return self._matching(query, shelf, order, most), self._total(query, shelf)

    def holding(self, words: str, most: int, *, last: bool = False) -> list[Passage]:
        """The first or last passages that hold the words one after the other, in the order of the trace."""
        terms = _terms(_WORD.findall(words))
        if not terms:
            return []
        with self._lock:
            passages = [
                passage
                for shelf in SHELVES
                for passage in self._matching(" + ".join(terms), shelf, "rowid DESC" if last else "rowid", most)
            ]
        return sorted(passages, key=lambda passage: passage.lines, reverse=last)[:most]

    def rarity(self, word: str) -> float:
        """How much a word tells: more, the fewer passages hold it."""
        (term,) = _terms([word])
        with self._lock:
            spread = sum(self._spread(term, shelf) for shelf in SHELVES)
        return log(1 + len(self._first) / (1 + spread))

    def _spread(self, term: str, shelf: Shelf) -> int:
        """How many passages hold a term, counted as far as it matters."""
        query = f"SELECT count(*) FROM (SELECT 1 FROM {shelf} WHERE {shelf} MATCH ? LIMIT {COMMON})"  # noqa: S608
        (count,) = self._database.execute(query, (term,)).fetchone()
        return int(count)

    def _total(self, query: str, shelf: Shelf) -> int:
        (count,) = self._database.execute(
            f"SELECT count(*) FROM {shelf} WHERE {shelf} MATCH ?",  # noqa: S608
            (query,),
        ).fetchone()
        return int(count)

    def _matching(self, query: str, shelf: Shelf, order: str, most: int) -> list[Passage]:
        rows = self._database.execute(
            f"SELECT rowid FROM {shelf} WHERE {shelf} MATCH ? ORDER BY {order} LIMIT ?",  # noqa: S608
            (query, most),
        ).fetchall()
        return [self._passage(row, shelf) for (row,) in rows]

    def _passage(self, row: int, shelf: Shelf) -> Passage:
        lines = self._first[row - 1], self._last[row - 1]
        return Passage(self._trace.events.at_line(lines[0]).number, lines, shelf)

    def close(self) -> None:
        """Let go of the memory."""
        self._database.close()


def _shelf(kind: Kind) -> Shelf:
    return "talk" if kind in SPOKEN else "noise" if kind in LEFT_OUT else "output"


def _terms(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(f'"{word}"' for word in words))[:MOST_TERMS]
