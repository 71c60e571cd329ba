"""Replies that were paid for once: found again by what was asked, kept in the state folder."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from agent import private_files
from agent.model.model import Message

FOLDER = "replies"


class Cache:
    """The replies about one trace; with no folder nothing is kept."""

    def __init__(self, state_folder: Path | None, subject: str) -> None:
        self._folder = folder_of(state_folder, subject) if state_folder is not None else None

    def find(self, key: str) -> str | None:
        """The reply that was kept, or None."""
        return private_files.read(self._folder / f"{key}.json") if self._folder is not None else None

    def keep(self, key: str, reply: str) -> None:
        """Keep a reply."""
        if self._folder is not None:
            private_files.write(self._folder / f"{key}.json", reply)

    def drop(self, key: str) -> None:
        """Forget a reply."""
        if self._folder is not None:
            (self._folder / f"{key}.json").unlink(missing_ok=True)


def key_of(address: str, model: str, messages: Sequence[Message], schema: object, answer_tokens: int) -> str:
    """What a request is found by: everything that could change its reply."""
    parts = [address, model, [[one.who, one.text] for one in messages], schema, answer_tokens]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()


def folder_of(state_folder: Path, subject: str) -> Path:
    """Where the replies about a trace (its sha256) are kept."""
    return state_folder / FOLDER / subject[:32]
