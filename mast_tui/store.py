"""What is remembered between two runs: recent traces, diagnoses, decisions, bookmarks, places and turns."""

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

NAME = "memory.sqlite"
_TABLES = """
CREATE TABLE IF NOT EXISTS traces (
    path TEXT PRIMARY KEY, sha256 TEXT, format TEXT, bytes INTEGER, lines INTEGER, opened REAL,
    verdict TEXT, findings INTEGER
);
CREATE TABLE IF NOT EXISTS diagnoses (
    sha256 TEXT, analyst TEXT, made REAL, document TEXT, PRIMARY KEY (sha256, analyst)
);
CREATE TABLE IF NOT EXISTS decisions (
    sha256 TEXT, finding TEXT, decision TEXT, note TEXT, PRIMARY KEY (sha256, finding)
);
CREATE TABLE IF NOT EXISTS keepsakes (sha256 TEXT, kind TEXT, name TEXT, value TEXT, PRIMARY KEY (sha256, kind, name));
CREATE TABLE IF NOT EXISTS turns (sha256 TEXT, at REAL, turn TEXT);
"""
_PATIENCE = 5.0
UNWRITABLE = (
    "The state folder cannot be written, so notes and verdicts last only until you quit; MAST_TUI_HOME names another."
)


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

    def keep_trace(self, trace: Recent) -> None:
        """Remember that a trace was opened."""

    def recent(self) -> list[Recent]:
        """The traces opened last."""

    def drop_trace(self, path: str) -> None:
        """Take a trace off the list."""

    def keep_diagnosis(self, sha256: str, analyst: str, document: dict[str, Any]) -> None:
        """Remember a diagnosis."""

    def diagnosis(self, sha256: str) -> dict[str, Any] | None:
        """The diagnosis made last of a trace."""

    def keep_decision(self, sha256: str, finding: str, decision: str | None, note: str | None) -> None:
        """Remember what a person said of a finding."""

    def decisions(self, sha256: str) -> dict[str, tuple[str | None, str | None]]:
        """What was said of the findings of a trace."""

    def keep(self, sha256: str, kind: str, name: str, value: Any) -> None:
        """Remember a bookmark, a note or a place; None forgets it."""

    def kept(self, sha256: str, kind: str) -> dict[str, Any]:
        """What is remembered of a kind."""

    def keep_turn(self, sha256: str, turn: dict[str, Any]) -> None:
        """Remember a question and its answer."""

    def turns(self, sha256: str) -> list[dict[str, Any]]:
        """The turns about a trace, oldest first."""

    def forget(self, sha256: str | None, path: str | None = None) -> int:
        """Delete all that is remembered of a trace, or of all of them; how many rows went."""

    def close(self) -> None:
        """Let go of the file."""


class Store:
    """Memory in a file of one's own; several processes may use it at the same time."""

    def __init__(self, place: str, trouble: str = "") -> None:
        self.trouble = trouble
        self._db = sqlite3.connect(place, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        with self._writing() as db:
            for statement in _TABLES.split(";"):
                db.execute(statement)
            if "run" not in {column[1] for column in db.execute("PRAGMA table_info(traces)")}:
                db.execute("ALTER TABLE traces ADD COLUMN run TEXT")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One change, whole or not at all; the lock is taken at once so that two writers wait instead of failing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield self._db
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def keep_trace(self, trace: Recent) -> None:
        """Remember that a trace was opened."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO traces VALUES (?,?,?,?,?,?,?,?,?)", trace)

    def recent(self) -> list[Recent]:
        """The traces opened last."""
        rows = self._db.execute("SELECT * FROM traces ORDER BY opened DESC LIMIT 12")
        return [Recent(*row) for row in rows]

    def drop_trace(self, path: str) -> None:
        """Take a trace off the list."""
        with self._writing() as db:
            db.execute("DELETE FROM traces WHERE path=?", (path,))

    def keep_diagnosis(self, sha256: str, analyst: str, document: dict[str, Any]) -> None:
        """Remember a diagnosis; decisions about an earlier one of other findings go."""
        with self._writing() as db:
            text = json.dumps(document, ensure_ascii=True)
            db.execute("INSERT OR REPLACE INTO diagnoses VALUES (?,?,?,?)", (sha256, analyst, time.time(), text))

    def diagnosis(self, sha256: str) -> dict[str, Any] | None:
        """The diagnosis made last of a trace."""
        query = "SELECT document FROM diagnoses WHERE sha256=? ORDER BY made DESC LIMIT 1"
        found = self._db.execute(query, (sha256,)).fetchone()
        return json.loads(found[0]) if found else None

    def keep_decision(self, sha256: str, finding: str, decision: str | None, note: str | None) -> None:
        """Remember what a person said of a finding."""
        with self._writing() as db:
            if decision is None and note is None:
                db.execute("DELETE FROM decisions WHERE sha256=? AND finding=?", (sha256, finding))
            else:
                db.execute("INSERT OR REPLACE INTO decisions VALUES (?,?,?,?)", (sha256, finding, decision, note))

    def decisions(self, sha256: str) -> dict[str, tuple[str | None, str | None]]:
        """What was said of the findings of a trace."""
        rows = self._db.execute("SELECT finding, decision, note FROM decisions WHERE sha256=?", (sha256,))
        return {finding: (decision, note) for finding, decision, note in rows}

    def keep(self, sha256: str, kind: str, name: str, value: Any) -> None:
        """Remember a bookmark, a note or a place; None forgets it."""
        with self._writing() as db:
            if value is None:
                db.execute("DELETE FROM keepsakes WHERE sha256=? AND kind=? AND name=?", (sha256, kind, name))
            else:
                row = (sha256, kind, name, json.dumps(value))
                db.execute("INSERT OR REPLACE INTO keepsakes VALUES (?,?,?,?)", row)

    def kept(self, sha256: str, kind: str) -> dict[str, Any]:
        """What is remembered of a kind."""
        rows = self._db.execute("SELECT name, value FROM keepsakes WHERE sha256=? AND kind=?", (sha256, kind))
        return {name: json.loads(value) for name, value in rows}

    def keep_turn(self, sha256: str, turn: dict[str, Any]) -> None:
        """Remember a question and its answer."""
        with self._writing() as db:
            db.execute("INSERT INTO turns VALUES (?,?,?)", (sha256, time.time(), json.dumps(turn)))

    def turns(self, sha256: str) -> list[dict[str, Any]]:
        """The turns about a trace, oldest first."""
        return [
            json.loads(turn)
            for (turn,) in self._db.execute("SELECT turn FROM turns WHERE sha256=? ORDER BY at", (sha256,))
        ]

    def forget(self, sha256: str | None, path: str | None = None) -> int:
        """Delete all that is remembered of a trace, or of all of them; how many rows went."""
        gone = 0
        with self._writing() as db:
            for table in ("diagnoses", "decisions", "keepsakes", "turns", "traces"):
                if sha256 is None and path is None:
                    gone += db.execute(f"DELETE FROM {table}").rowcount  # noqa: S608 - our own five names
                elif sha256 is not None:
                    keys = (sha256, f"{sha256}-*")  # a run of several is kept under the hash and more
                    gone += db.execute(f"DELETE FROM {table} WHERE sha256=? OR sha256 GLOB ?", keys).rowcount  # noqa: S608
            if path is not None:
                gone += db.execute("DELETE FROM traces WHERE path=?", (path,)).rowcount
        self._db.execute("VACUUM")
        return gone

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def open_store(folder: Path | None) -> Store:
    """The store of a folder; where it cannot be written, one that lasts as long as the program, which says so."""
    if folder is not None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / NAME
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            os.close(descriptor)
            return Store(str(path))
        except (OSError, sqlite3.Error):
            pass
    return Store(":memory:", UNWRITABLE)
