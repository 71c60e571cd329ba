"""Keeps the turns of a conversation in a private file, one line of JSON each, with no text of the trace by itself."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from agent.chat.citations import at_place
from agent.chat.material import Material
from agent.chat.turn import FOLDER, Citation, Turn
from agent.checkpoints.lease import PRIVATE_FILE, Lease, Thread, make_private_folder
from agent.diagnosis.document import part
from agent.diagnosis.quote import Place
from agent.number_words import count


class History:
    """The turns about one trace; whoever is asked, it is one conversation, and one process at a time adds to it."""

    def __init__(self, material: Material, state_folder: Path) -> None:
        self._material = material
        self._thread = Thread(
            state_folder / FOLDER, f"{material.trace.fingerprint()}-{material.trace.format.name}", ".jsonl"
        )
        self.lease = Lease(self._thread)

    def turns(self, tell: Callable[[str], None]) -> list[Turn]:
        """Every turn that was saved, in order; what cannot be read is told, and the others are had all the same."""
        kept = [self._turn(row) for row in [*self._rows_of_checkpoints(tell), *self._rows()]]
        damaged = kept.count(None)
        if damaged:
            tell(f"{count(damaged, 'earlier question')} cannot be read from {self._thread.path.name}, and is left out")
        return [turn for turn in kept if turn is not None]

    def add(self, turn: Turn) -> None:
        """Save one more turn; whole, or as a damaged line that is left out later."""
        record = asdict(replace(turn, citations=tuple(replace(one, quote="") for one in turn.citations), working=""))
        make_private_folder(self._thread.folder)
        descriptor = os.open(self._thread.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, PRIVATE_FILE)
        with os.fdopen(descriptor, "r+b") as file:
            torn = file.seek(0, os.SEEK_END) and (file.seek(-1, os.SEEK_END), file.read(1))[1] != b"\n"
            file.write((b"\n" if torn else b"") + json.dumps(record).encode() + b"\n")

    def _rows(self) -> Iterator[Any]:
        try:
            lines = self._thread.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return
        for line in filter(None, lines):
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                yield None

    def _rows_of_checkpoints(self, tell: Callable[[str], None]) -> Iterator[Any]:
        """The turns that the first edition kept, as checkpoints of a graph: plain values, nothing that could run."""
        path = self._thread.path.with_suffix(".sqlite")
        if not path.is_file():
            return
        from agent.checkpoints.saver import strict

        try:
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection, connection:
                kept = connection.execute("SELECT type, checkpoint FROM checkpoints ORDER BY checkpoint_id").fetchall()
        except sqlite3.Error as fault:
            tell(f"earlier questions cannot be read from {path.name}: {fault}; remove the file to be told no more")
            return
        for kind, data in kept:
            try:
                turn = strict().loads_typed((kind, data))["channel_values"].get("turn")
            except Exception:  # noqa: BLE001 - a damaged checkpoint fails in many ways, and is one turn less
                yield None
                continue
            if turn is not None:
                yield turn

    def _turn(self, row: Any) -> Turn | None:
        """A turn out of its line; its quotes are read from the trace again, and those that left it are left out."""
        if not isinstance(row, dict):
            return None
        try:
            cited = [{"quote": "", **one} for one in row["citations"]]
            turn = part(Turn, {**row, "citations": cited})
        except (ValueError, KeyError, TypeError):
            return None
        citations = (self._again(citation) for citation in turn.citations)
        return replace(turn, citations=tuple(citation for citation in citations if citation is not None))

    def _again(self, citation: Citation) -> Citation | None:
        events = self._material.trace.events
        if not 1 <= citation.event <= len(events):
            return None
        if not 0 <= citation.start <= citation.end <= len(self._material.trace.text(events[citation.event])):
            return None
        place = Place("reference", citation.event, citation.start, citation.end, citation.match)
        return replace(at_place(self._material, place), lines=citation.lines)
