"""The table of many runs as the app keeps it: rows that fill in, sorted, narrowed and marked by a person."""

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from agent.errors import WrongUse
from agent.many_diagnoses.orders import DiagnosedRun
from agent.run_table.candidates import Candidate, candidates
from agent.run_table.row_reader import Saved, rows_of
from agent.run_table.run_row import RunRow
from agent.terms import Term, terms_of
from agent.trace.event_filter import value_fits
from mast_tui.layout.run_table_rows import RowKey
from mast_tui.state.address import RunAddress

OFFLINE = "offline"
BATCH = 1000
"""So many files are found at a time, before some of those in sight are read."""
SORTS = ("path", "start", "seconds", "agents", "events", "tokens", "outcome", "failures", "root_mode")
_FIELDS = ("path", "task", "format", "outcome", "root", "id", "agents", "events", "tokens", "failures")


class RunTable:
    """All runs below some paths; one thread finds and reads them, the screen's thread looks at what is there."""

    def __init__(self, words: Sequence[str], *, arriving: str = "") -> None:
        self.words = list(words)
        self.arriving = arriving
        """Where runs come from while one looks, in a few words; none where all are there from the beginning."""
        self.files: list[Candidate] = []
        self.is_found = False
        """Whether all files are found."""
        self.marked: set[RowKey] = set()
        self.sort = SORTS[0]
        self.is_backwards = False
        self.sought = ""
        self.cursor: RowKey | None = None
        self.read_files = 0
        self._rows: list[list[RunRow] | None] = []
        """The rows of each file that is read; those of the others are made when they are looked at."""
        self._is_read = bytearray()
        self._next = 0
        self._finding: Iterator[Candidate] | None = None
        self._lock = threading.Lock()

    @property
    def awaited(self) -> str:
        """What is said where there is no run yet."""
        return f"no run yet, {self.arriving}" if self.arriving else "no run yet"

    def find_more(self, most: int = BATCH) -> None:
        """Find some more files, by their names alone."""
        self._finding = self._finding or candidates(self.words)
        files = list(islice(self._finding, most))
        with self._lock:
            self.files += files
            self._rows += [None] * len(files)
            self._is_read += bytes(len(files))
        self.is_found = len(files) < most

    def find_again(self) -> bool:
        """Take in files that have come or changed since; whether there is anything to read."""
        known = {each.path: at for at, each in enumerate(self.files)}
        news = False
        for each in candidates(self.words):
            at = known.get(each.path)
            if at is None:
                with self._lock:
                    self.files.append(each)
                    self._rows.append(None)
                    self._is_read.append(0)
            elif self.files[at] != each:
                self.files[at] = each
                self._reread(at)
            news = news or at is None or not self._is_read[at]
        return news

    def read_again(self, path: str) -> None:
        """Read a file once more: more is known of its runs."""
        for at, each in enumerate(self.files):
            if each.path == path:
                self._reread(at)

    def _reread(self, at: int) -> None:
        with self._lock:
            self.read_files -= self._is_read[at]
            self._is_read[at] = 0
            self._next = min(self._next, at)

    def read_one(self, wanted: Iterable[int], saved: Saved, stop: Callable[[], bool]) -> bool:
        """Read one more file, those that are wanted first; False where all are read."""
        at = next((at for at in wanted if not self._is_read[at]), None)
        if at is None:
            while self._next < len(self._is_read) and self._is_read[self._next]:
                self._next += 1
            if self._next >= len(self._is_read):
                return False
            at = self._next
        rows = rows_of(self.files[at], saved, stop)
        with self._lock:
            self._rows[at] = rows
            self._is_read[at] = 1
            self.read_files += 1
        return True

    def row(self, key: RowKey) -> RunRow | None:
        """The row of a key, if it is still there: a file may turn out to be none."""
        rows = self._of(key.file)
        return rows[key.run] if key.run < len(rows) else None

    def _of(self, at: int) -> list[RunRow]:
        """The rows of a file; of one that is not read, its name."""
        rows = self._rows[at]
        return rows if rows is not None else [RunRow(self.files[at].path, self.files[at].bytes)]

    def take(self, told: DiagnosedRun) -> None:
        """Take in what became of a run that was diagnosed; its mark goes, if it had one."""
        for at, each in enumerate(self.files):
            if each.path != told.path:
                continue
            rows = self._rows[at] = self._of(at)
            for run, row in enumerate(rows):
                if row.of == 1 or row.number == told.number:
                    self.marked.discard(RowKey(at, run))
                    row.trouble = told.trouble or row.trouble
                    if told.outcome is not None:
                        row.outcome, row.failures, row.root_mode = told.outcome, len(told.findings), told.root_mode
                        row.diagnosis = OFFLINE

    def is_read(self, key: RowKey) -> bool:
        """Whether a row is more than the name of its file."""
        row = self.row(key)
        return bool(self._is_read[key.file]) or (row is not None and row.format is not None)

    def shown(self) -> list[RowKey]:
        """The rows that are to be shown, in their order; what nobody knows comes last either way."""
        fits = wanted(self.sought)
        with self._lock:
            if fits is None and self.sort == SORTS[0]:
                numbers = (1 if rows is None else len(rows) for rows in self._rows)
                keys = [RowKey(at, run) for at, number in enumerate(numbers) for run in range(number)]
                return keys[::-1] if self.is_backwards else keys
            held = [(RowKey(at, run), row) for at in range(len(self._rows)) for run, row in enumerate(self._of(at))]
        if fits is not None:
            held = [each for each in held if fits(each[1])]
        if self.sort != SORTS[0]:
            known = [each for each in held if getattr(each[1], self.sort) is not None]
            known.sort(key=lambda each: getattr(each[1], self.sort), reverse=self.is_backwards)
            return [key for key, _ in known] + [key for key, row in held if getattr(row, self.sort) is None]
        keys = [key for key, _ in held]
        return keys[::-1] if self.is_backwards else keys

    def step(self, step: int) -> RunAddress | None:
        """The run that many places after the one that the cursor stands on, which it moves to."""
        keys = self.shown()
        if not keys:
            return None
        at = keys.index(self.cursor) + step if self.cursor in keys else 0
        if not 0 <= at < len(keys):
            return None
        self.cursor = keys[at]
        row = self.row(keys[at])
        return RunAddress(row.path, row.id if row.of > 1 else None) if row is not None else None


def wanted(sought: str) -> Callable[[RunRow], bool] | None:
    """What some words ask of a row: `task:auth outcome:failure events:>100 -path:old`; every one of them must hold."""
    try:
        terms = terms_of(sought, _FIELDS)
    except WrongUse:
        return lambda row: False
    return (lambda row: all(_holds(row, term) != term.is_not for term in terms)) if terms else None


def _holds(row: RunRow, term: Term) -> bool:
    if term.field is None:
        texts = (Path(row.path).name, row.id, row.task, row.format, row.outcome, row.root_mode)
        return any(value_fits(term, text) for text in texts if text)
    value = getattr(row, "root_mode" if term.field == "root" else term.field)
    if value is None:
        return False
    if isinstance(value, int):
        sign, word = ("", term.words) if term.words[:1] not in "<>" else (term.words[0], term.words[1:])
        number = float(word.replace(",", "")) if re.fullmatch(r"[\d,]*\d(\.\d+)?", word) else None
        return number is not None and (value > number if sign == ">" else value < number if sign else value == number)
    return value_fits(term, str(value))
