"""What is remembered between two runs: recent traces, diagnoses, decisions, bookmarks, notes and places."""

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from mast_tui.state.database import as_kept, as_told, copied, make_private, opened, whole
from mast_tui.state.known_hashes import KnownHash, forget, forget_all, hashes_of, keep_hash

NAME = "memory.sqlite"
UNWRITABLE = (
    "The state folder cannot be written, so notes and verdicts last only until you quit; MAST_TUI_HOME names another."
)

T = TypeVar("T")


class Recent(NamedTuple):
    """A trace that was open before."""

    path: str
    sha256: str | None
    format: str
    bytes: int
    lines: int
    opened: float
    verdict: str | None
    findings: int | None
    run: str | None = None
    """Which run of a source that holds several was open."""


class Memory(Protocol):
    """What the app needs remembered."""

    trouble: str
    """Why nothing outlives the program, or nothing."""

    @property
    def place(self) -> Path | None:
        """The folder where it is all kept; None where nothing outlives the program."""

    hears: Callable[[], None] | None
    """Called when trouble comes up later, by whichever thread met it."""

    def news(self) -> str:
        """The trouble, told once."""

    def keep_trace(self, trace: Recent) -> None:
        """Remember that a trace was opened."""

    def keep_hash(self, path: str, known: KnownHash) -> None:
        """Remember by what the trace at a path is known now."""

    def hashes(self, path: str) -> list[KnownHash]:
        """By what the trace at a path was ever known, the last first."""

    def recent(self) -> list[Recent]:
        """The traces opened last."""

    def drop_trace(self, path: str) -> None:
        """Take a trace off the list."""

    def keep_diagnosis(self, sha256: str, analyst: str, document: dict[str, Any]) -> None:
        """Remember a diagnosis."""

    def diagnosis(self, sha256: str, back: int = 0) -> dict[str, Any] | None:
        """The diagnosis kept last of a trace, or one kept before that."""

    def keep_decision(self, sha256: str, finding: str, decision: str | None, note: str | None) -> None:
        """Remember what a person said of a finding."""

    def decisions(self, sha256: str) -> dict[str, tuple[str | None, str | None]]:
        """What was said of the findings of a trace."""

    def keep(self, sha256: str, kind: str, name: str, value: Any) -> None:
        """Remember a bookmark, a note or a place; None forgets it."""

    def kept(self, sha256: str, kind: str) -> dict[str, Any]:
        """What is remembered of a kind."""

    def forget(self, hashes: Collection[str] | None, path: str | None = None) -> int:
        """Delete all that is remembered of a trace by its hashes, None: of all of them; how many rows went."""

    def close(self) -> None:
        """Let go of the file."""


class Store:
    """Memory in a file of one's own; several processes may use it at the same time."""

    def __init__(self, place: str, trouble: str = "") -> None:
        self.trouble = trouble
        self.hears: Callable[[], None] | None = None
        self._is_told = not trouble
        self._turn = threading.RLock()
        self._db = opened(place)
        self._place = None if trouble else Path(place).parent

    @property
    def place(self) -> Path | None:
        """The folder where it is all kept; None where nothing outlives the program."""
        return None if self.trouble else self._place

    def news(self) -> str:
        """The trouble, told once."""
        told, self._is_told = self._is_told, True
        return "" if told else self.trouble

    def _write(self, change: Callable[[sqlite3.Connection], T]) -> T:
        """Make one change; where the file does not take it, in memory."""
        return self._safely(lambda: whole(self._db, change))

    def _read(self, query: str, *values: Any) -> list[Any]:
        return self._safely(lambda: self._db.execute(query, values).fetchall())

    def _safely(self, act: Callable[[], T]) -> T:
        with self._turn:
            try:
                return act()
            except sqlite3.Error:
                if self.trouble:
                    raise
                self._go_on_in_memory()
                return act()

    def _go_on_in_memory(self) -> None:
        """Take over what the file still tells, and let it be: a full disk or a lock must not end a session."""
        before = self._db
        self._db = copied(before) or opened(":memory:")
        with suppress(sqlite3.Error):
            before.close()
        self.trouble, self._is_told = UNWRITABLE, False
        if self.hears is not None:
            self.hears()

    def keep_trace(self, trace: Recent) -> None:
        """Remember that a trace was opened."""
        row = [as_kept(value) for value in trace]
        self._write(lambda db: db.execute("INSERT OR REPLACE INTO traces VALUES (?,?,?,?,?,?,?,?,?)", row))
        if trace.sha256 is not None:
            self.keep_hash(trace.path, KnownHash(trace.sha256, trace.run))

    def keep_hash(self, path: str, known: KnownHash) -> None:
        """Remember by what the trace at a path is known now."""
        self._write(lambda db: keep_hash(db, path, known))

    def hashes(self, path: str) -> list[KnownHash]:
        """By what the trace at a path was ever known, the last first."""
        return self._safely(lambda: hashes_of(self._db, path))

    def recent(self) -> list[Recent]:
        """The traces opened last."""
        rows = self._read("SELECT * FROM traces ORDER BY opened DESC LIMIT 12")
        return [Recent(*map(as_told, row)) for row in rows]

    def drop_trace(self, path: str) -> None:
        """Take a trace off the list."""
        self._write(lambda db: db.execute("DELETE FROM traces WHERE path=?", (as_kept(path),)))

    def keep_diagnosis(self, sha256: str, analyst: str, document: dict[str, Any]) -> None:
        """Remember a diagnosis; decisions about an earlier one of other findings go."""
        row = (sha256, analyst, time.time(), json.dumps(document, ensure_ascii=True))
        before = self.diagnosis(sha256)
        gone = _others(before, document) if before is not None else []

        def change(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO diagnoses VALUES (?,?,?,?)", row)
            db.executemany("DELETE FROM decisions WHERE sha256=? AND finding=?", [(sha256, id) for id in gone])

        self._write(change)

    def diagnosis(self, sha256: str, back: int = 0) -> dict[str, Any] | None:
        """The diagnosis kept last of a trace, or one kept before that."""
        query = "SELECT document FROM diagnoses WHERE sha256=? ORDER BY made DESC, rowid DESC LIMIT 1 OFFSET ?"
        rows = self._read(query, sha256, back)
        return json.loads(rows[0][0]) if rows else None

    def keep_decision(self, sha256: str, finding: str, decision: str | None, note: str | None) -> None:
        """Remember what a person said of a finding."""
        if decision is None and note is None:
            self._write(lambda db: db.execute("DELETE FROM decisions WHERE sha256=? AND finding=?", (sha256, finding)))
        else:
            row = (sha256, finding, decision, note)
            self._write(lambda db: db.execute("INSERT OR REPLACE INTO decisions VALUES (?,?,?,?)", row))

    def decisions(self, sha256: str) -> dict[str, tuple[str | None, str | None]]:
        """What was said of the findings of a trace."""
        rows = self._read("SELECT finding, decision, note FROM decisions WHERE sha256=?", sha256)
        return {finding: (decision, note) for finding, decision, note in rows}

    def decided_traces(self) -> list[str]:
        """Under what decisions of people are kept, in a fixed order."""
        return [row[0] for row in self._read("SELECT DISTINCT sha256 FROM decisions ORDER BY sha256")]

    def keep(self, sha256: str, kind: str, name: str, value: Any) -> None:
        """Remember a bookmark, a note or a place; None forgets it."""
        key = (sha256, kind, name)
        if value is None:
            self._write(lambda db: db.execute("DELETE FROM keepsakes WHERE sha256=? AND kind=? AND name=?", key))
        else:
            row = (*key, json.dumps(value))
            self._write(lambda db: db.execute("INSERT OR REPLACE INTO keepsakes VALUES (?,?,?,?)", row))

    def kept(self, sha256: str, kind: str) -> dict[str, Any]:
        """What is remembered of a kind."""
        rows = self._read("SELECT name, value FROM keepsakes WHERE sha256=? AND kind=?", sha256, kind)
        return {name: json.loads(value) for name, value in rows}

    def forget(self, hashes: Collection[str] | None, path: str | None = None) -> int:
        """Delete all that is remembered of a trace by its hashes, None: of all of them; how many rows went.

        Where the file does not let go of it this fails: nothing is forgotten by looking away.
        """
        with self._turn:
            gone = whole(self._db, lambda db: forget_all(db) if hashes is None else forget(db, hashes, path))
            self._db.execute("VACUUM")
            # The file has let go by now; the journal beside it, which others may have open too, still holds the words.
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return gone

    def close(self) -> None:
        """Let go of the file."""
        with self._turn:
            self._db.close()


def _others(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """The numbers that name another finding now than before."""
    marks = [{each["id"]: (each["mode"], each["onset"]) for each in one["findings"]} for one in (before, now)]
    return [id for id, mark in marks[0].items() if marks[1].get(id) != mark]


def open_store(folder: Path | None) -> Store:
    """The store of a folder; where it cannot be written, one that lasts as long as the program, which says so."""
    if folder is not None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / NAME
            make_private(path)
            return Store(str(path))
        except (OSError, sqlite3.Error):
            pass
    return Store(":memory:", UNWRITABLE)
