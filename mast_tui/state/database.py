"""The file in which the program remembers: its tables, and changes that happen whole or not at all."""

import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

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
CREATE TABLE IF NOT EXISTS hashes (path TEXT, sha256 TEXT, run TEXT, seen REAL, PRIMARY KEY (path, sha256));
"""
_PATIENCE = 5.0
"""Seconds to wait for another process that writes."""

_MAKING = threading.Lock()

T = TypeVar("T")


def opened(place: str) -> sqlite3.Connection:
    """A connection to a file, or to memory, with all tables."""
    db = sqlite3.connect(place, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name='hashes'").fetchall():
            whole(db, _make_tables)
    except BaseException:
        db.close()
        raise
    return db


def _make_tables(db: sqlite3.Connection) -> None:
    for statement in _TABLES.split(";"):
        db.execute(statement)
    if "run" not in {column[1] for column in db.execute("PRAGMA table_info(traces)")}:
        db.execute("ALTER TABLE traces ADD COLUMN run TEXT")
    known = "SELECT path, sha256, run, opened FROM traces WHERE sha256 IS NOT NULL"
    db.execute(f"INSERT OR IGNORE INTO hashes {known}")


def whole(db: sqlite3.Connection, change: Callable[[sqlite3.Connection], T]) -> T:
    """One change, whole or not at all; the lock is taken at once so that two writers wait instead of failing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        made = change(db)
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
    return made


def copied(before: sqlite3.Connection) -> sqlite3.Connection | None:
    """What a file holds, in memory; None where that is no whole database."""
    held = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    with suppress(sqlite3.Error):
        before.backup(held)
        if held.execute("PRAGMA quick_check(1)").fetchone() == ("ok",):
            held.execute("SELECT count(*) FROM traces")
            return held
    held.close()
    return None


def make_private(path: Path) -> None:
    """Make a file for its owner alone, where there is none.

    One that is there is never opened here: closing it would give back every lock that this process has on it, and
    another process would take away the journal that is written to.
    """
    with _MAKING, suppress(FileExistsError):
        if not path.exists():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    if not os.access(path, os.R_OK | os.W_OK):
        raise PermissionError


def as_kept(value: Any) -> Any:
    """A value as the database takes it: names that are no text are kept as bytes."""
    is_text = not isinstance(value, str) or not any("\ud800" <= sign <= "\udfff" for sign in value)
    return value if is_text else value.encode("utf-8", "surrogatepass")


def as_told(value: Any) -> Any:
    """A value of the database as it was before it was kept."""
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value
