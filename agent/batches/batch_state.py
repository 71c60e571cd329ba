"""What is known of a batch between two starts: which runs, which stage, what was asked and what was answered."""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from agent import private_files
from agent.checkpoints.lease import PRIVATE_FILE, Lease, Thread
from agent.clean import clean_name
from agent.errors import Unfinished, WrongUse
from agent.model.answered_model import Kept

NAME = "batch.json"
_TABLES = (
    "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, status INTEGER, body TEXT)",
    "CREATE TABLE IF NOT EXISTS asked (key TEXT PRIMARY KEY, times INTEGER)",
    "CREATE TABLE IF NOT EXISTS book (key TEXT PRIMARY KEY)",
)


@dataclass
class Submitted:
    """A batch at the server."""

    mark: str
    requests: int
    id: str | None = None
    status: str = "unsent"


@dataclass
class Work:
    """The whole of it, as it is written down."""

    folder: str
    """Where the documents go."""
    paths: list[str]
    model: str
    address: str
    budget: int
    redact: bool
    format: str | None
    task: str | None
    files: str | None = None
    """Where the requests are written for other engines; None where a server is asked."""
    stage: int = 0
    questions: dict[str, int] = field(default_factory=dict)
    """What the stage asks, and how often."""
    batches: list[Submitted] = field(default_factory=list)
    is_cancelled: bool = False


class BatchFolder:
    """The private folder of one batch; one process at a time works in it."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._lease = Lease(Thread(place, "batch"))
        if not self._lease.take():
            raise Unfinished("Another process works on this batch.", f"{place.name} is taken.", "Wait for it.")
        private_files.make(place)
        path = place / "answers.sqlite"
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for statement in _TABLES:
            self._db.execute(statement)

    def close(self) -> None:
        """Let another process work."""
        self._db.close()
        self._lease.give_back()

    def read(self) -> Work | None:
        """What was written down, or None."""
        text = private_files.read(self.place / NAME)
        if text is None:
            return None
        try:
            document = json.loads(text)
            return Work(**{**document, "batches": [Submitted(**each) for each in document["batches"]]})
        except (ValueError, TypeError, KeyError):
            raise WrongUse(
                "The state of the batch cannot be read.", clean_name(self.place / NAME), "Delete it, and start again."
            ) from None

    def write(self, work: Work) -> None:
        """Write everything down, whole or not at all."""
        if not private_files.write(self.place / NAME, json.dumps(asdict(work), indent=1)):
            raise Unfinished("The batch cannot be written down.", clean_name(self.place), "Make room there.")

    def answer(self, key: str) -> Kept | None:
        """The response to a request, as far as one came."""
        row = self._db.execute("SELECT status, body FROM answers WHERE key=?", (key,)).fetchone()
        return {"status": row[0], "body": json.loads(row[1])} if row else None

    def take(self, answers: Iterable[tuple[str, Mapping[str, Any]]]) -> int:
        """Keep responses; how many were new."""
        before = self._db.total_changes
        self._db.execute("BEGIN")
        for key, kept in answers:
            row = (key, int(kept["status"]), json.dumps(kept["body"]))
            self._db.execute("INSERT OR IGNORE INTO answers VALUES (?,?,?)", row)
        self._db.execute("COMMIT")
        return self._db.total_changes - before

    def asked(self, keys: Iterable[str]) -> None:
        """Note that requests go out once more."""
        self._db.execute("BEGIN")
        for key in keys:
            self._db.execute("INSERT INTO asked VALUES (?,1) ON CONFLICT(key) DO UPDATE SET times=times+1", (key,))
        self._db.execute("COMMIT")

    def times(self, key: str) -> int:
        """How often a request went out."""
        row = self._db.execute("SELECT times FROM asked WHERE key=?", (key,)).fetchone()
        return int(row[0]) if row else 0

    def book(self) -> set[str]:
        """The replies that were put together from answers of this batch."""
        return {row[0] for row in self._db.execute("SELECT key FROM book")}

    def keep_book(self, keys: Iterable[str]) -> None:
        """Note more of them."""
        self._db.execute("BEGIN")
        self._db.executemany("INSERT OR IGNORE INTO book VALUES (?)", ((key,) for key in keys))
        self._db.execute("COMMIT")

    def forget(self) -> None:
        """Delete all of it: the replies are kept with those that were asked for online."""
        self.close()
        shutil.rmtree(self.place, ignore_errors=True)


def write_requests(
    folder: Path, stage: int, requests: Mapping[str, Mapping[str, Any]], most: int, most_bytes: int
) -> Iterator[tuple[Path, int]]:
    """The files of a stage, each as long as a server takes it; with how many requests each holds."""
    part, held, size = 1, 0, 0
    path = folder / f"stage-{stage:03}-{part}.jsonl"
    file = path.open("wb")
    try:
        for key, body in requests.items():
            line = (
                json.dumps({"custom_id": key, "method": "POST", "url": "/v1/chat/completions", "body": body}) + "\n"
            ).encode()
            if held and (held >= most or size + len(line) > most_bytes):
                file.close()
                yield path, held
                part, held, size = part + 1, 0, 0
                path = folder / f"stage-{stage:03}-{part}.jsonl"
                file = path.open("wb")
            file.write(line)
            held, size = held + 1, size + len(line)
    finally:
        file.close()
    if held:
        yield path, held


def lines_of(path: Path) -> Iterator[Mapping[str, Any]]:
    """The objects of a file of lines; a line that is none is passed over."""
    with closing(path.open("rb")) as file:
        for line in file:
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict):
                yield value
