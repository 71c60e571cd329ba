"""What was said and what tools printed, indexed by words apart from each other, so that pages do not drown talk."""

import re
import sqlite3
import threading
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from agent.errors import Cancelled
from agent.lookup.actor_name import actor_name
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace

Shelf = Literal["talk", "output"]
SHELVES: tuple[Shelf, ...] = ("talk", "output")
SPOKEN = frozenset({Kind.TASK, Kind.SYSTEM, Kind.SAY, Kind.THINK, Kind.CALL, Kind.HANDOFF, Kind.PLAN, Kind.ANSWER})
LEFT_OUT = frozenset({Kind.NOISE, Kind.USAGE})
LINES, CHARACTERS = 40, 2_000
"""A passage ends where one of these is reached."""
LONGEST = 20_000
"""Characters of one line that are indexed."""
COMMON, RANKED = 4_000, 6_000
"""Passages that may hold one word, and that may hold any of the words, for a search to weigh them all."""
MOST_TERMS = 16
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

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._lock = threading.Lock()
        self._first = array("I")
        self._last = array("I")
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.executescript(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
            "CREATE VIRTUAL TABLE talk USING fts5(words, content='', tokenize='porter unicode61');"
            "CREATE VIRTUAL TABLE output USING fts5(words, content='', tokenize='porter unicode61');"
        )
        self._names: dict[str, int] = {}
        self._actors = array("I")
        self._kinds = bytearray()
        """For each event who did it and of which kind it is; 0 where it was not done, only printed again."""
        self.is_built = False

    def acts(self, first: int, last: int, actor: str | None, kind: str | None) -> list[int]:
        """The numbers of the acts among the events first to last, by an actor whose name holds this, of a kind."""
        kinds = self._kinds[first - 1 : last]
        wanted = {
            number for name, number in self._names.items() if actor is None or actor.casefold() in name.casefold()
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
            waiting: dict[Shelf, list[tuple[int, str]]] = {"talk": [], "output": []}
            for event in self._trace.events:
                self._kinds.append(_CODES[event.kind.value] if event.repeats is None else 0)
                self._actors.append(self._names.setdefault(actor_name(event), len(self._names)))
                if event.repeats is None and event.kind not in LEFT_OUT:
                    shelf: Shelf = "talk" if event.kind in SPOKEN else "output"
                    waiting[shelf].extend(self._passages(event))
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
        first, held, size = 0, 0, 0
        for at, line in enumerate(lines):
            size += len(line)
            held += 1
            if held >= LINES or size >= CHARACTERS or at == len(lines) - 1:
                self._first.append(event.lines[0] + first)
                self._last.append(event.lines[0] + at)
                yield len(self._first), "\n".join([line[:LONGEST] for line in lines[first : at + 1]])
                first, held, size = at + 1, 0, 0

    def best(self, words: str, most: int, shelf: Shelf) -> list[Passage]:
        """The passages that hold these words, the most telling first; words that stand everywhere tell nothing."""
        with self._lock:
            terms = sorted((self._spread(term, shelf), term) for term in _terms(words))
            rare, ranked = [], 0
            for spread, term in terms:
                if 0 < spread < COMMON and ranked + spread <= RANKED:
                    rare.append(term)
                    ranked += spread
            if rare:
                return self._found(" OR ".join(rare), shelf, "rank", most)
            common = [term for spread, term in terms if spread]
            return self._found(" AND ".join(common), shelf, "rowid", most) if common else []

    def holding(self, words: str, most: int, *, last: bool = False) -> list[Passage]:
        """The first or last passages that hold the words one after the other, in the order of the trace."""
        terms = _terms(words)
        if not terms:
            return []
        with self._lock:
            found = [
                passage
                for shelf in SHELVES
                for passage in self._found(" + ".join(terms), shelf, "rowid DESC" if last else "rowid", most)
            ]
        return sorted(found, key=lambda passage: passage.lines, reverse=last)[:most]

    def _spread(self, term: str, shelf: Shelf) -> int:
        """How many passages hold a term, counted as far as it matters."""
        query = f"SELECT count(*) FROM (SELECT 1 FROM {shelf} WHERE {shelf} MATCH ? LIMIT {COMMON})"  # noqa: S608
        (count,) = self._database.execute(query, (term,)).fetchone()
        return int(count)

    def _found(self, query: str, shelf: Shelf, order: str, most: int) -> list[Passage]:
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


def _terms(words: str) -> list[str]:
    return list(dict.fromkeys(f'"{word}"' for word in _WORD.findall(words)))[:MOST_TERMS]
