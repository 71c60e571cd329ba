"""By which hashes the trace at a path was ever known: what was said of it is found after it has changed."""

import os
import sqlite3
import time
from collections.abc import Collection
from typing import Any, NamedTuple

from mast_tui.state.database import as_kept, as_told

_TABLES = ("diagnoses", "decisions", "keepsakes", "traces")


class KnownHash(NamedTuple):
    """By what a trace was known at some time."""

    sha256: str
    run: str | None
    """Which run of a source that holds several that was."""


def keep_hash(db: sqlite3.Connection, path: str, known: KnownHash) -> None:
    """Remember by what the trace at a path is known now."""
    for each in set(_spellings(path)):
        row = [each, *map(as_kept, known), time.time()]
        db.execute("INSERT OR REPLACE INTO hashes VALUES (?,?,?,?)", row)


def hashes_of(db: sqlite3.Connection, path: str) -> list[KnownHash]:
    """By what the trace at a path was ever known, the last first."""
    query = "SELECT sha256, run FROM hashes WHERE path IN (?,?) GROUP BY sha256, run ORDER BY max(seen) DESC"
    return [KnownHash(*map(as_told, row)) for row in db.execute(query, _spellings(path))]


def _spellings(path: str) -> list[Any]:
    """A path as it was given, and without links and `..`: whoever names it again may write it in another way."""
    return [as_kept(path), as_kept(os.path.realpath(path))]


def forget(db: sqlite3.Connection, hashes: Collection[str], path: str | None) -> int:
    """Delete what is kept under some hashes, and about a path; how many rows that were, hashes not counted."""
    gone = 0
    for sha256 in hashes:
        keys = (sha256, f"{sha256}-*")  # a run of several is kept under the hash and more
        for table in (*_TABLES, "hashes"):
            rows = db.execute(f"DELETE FROM {table} WHERE sha256=? OR sha256 GLOB ?", keys).rowcount  # noqa: S608
            gone += rows if table in _TABLES else 0
    if path is not None:
        gone += db.execute("DELETE FROM traces WHERE path=?", (as_kept(path),)).rowcount
        db.execute("DELETE FROM hashes WHERE path IN (?,?)", _spellings(path))
    return gone


def forget_all(db: sqlite3.Connection) -> int:
    """Delete all that is kept; how many rows that were, hashes not counted."""
    db.execute("DELETE FROM hashes")
    return sum(db.execute(f"DELETE FROM {table}").rowcount for table in _TABLES)  # noqa: S608 - our own names
