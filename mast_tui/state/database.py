"""The file in which the program remembers: its tables, and changes that happen whole or not at all."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

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
"""
_PATIENCE = 5.0
"""Seconds to wait for another process that writes."""

T = TypeVar("T")


def opened(place: str) -> sqlite3.Connection:
    """A connection to a file, or to memory, with all tables."""
    db = sqlite3.connect(place, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        if not db.execute("SELECT 1 FROM pragma_table_info('traces') WHERE name='run'").fetchall():
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
