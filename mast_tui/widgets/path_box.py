"""Completes a path from what is there, and lists what a path could become."""

import os
from pathlib import Path
from typing import NamedTuple

from textual.message import Message
from textual.suggester import Suggester

from agent.clean import clean_name
from agent.errors import MastError
from agent.number_words import count, size
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, row
from mast_tui.layout.width import cut, padded
from mast_tui.widgets.rows_view import RowsView

MOST = 2_000
_NAME = 40


class Candidate(NamedTuple):
    """A path that what was typed could become; folders end in a slash and have no size."""

    path: str
    name: str
    bytes: int | None


class CandidatePicked(Message):
    """A candidate was chosen, or left."""

    def __init__(self, candidate: Candidate | None) -> None:
        super().__init__()
        self.candidate = candidate


def candidates(typed: str, most: int = MOST) -> list[Candidate]:
    """What begins as typed, folders first; a folder that cannot be listed raises OSError."""
    folder, start = os.path.split(os.path.expanduser(typed))  # noqa: PTH111 - the last slash has to stay
    shown = typed[: len(typed) - len(start)] if start else typed
    listed = []
    with os.scandir(folder or ".") as entries:
        for entry in entries:
            if entry.name.startswith(start) and (start or not entry.name.startswith(".")):
                listed.append(_candidate(entry, shown))
                if len(listed) >= most:
                    break
    return sorted(listed, key=lambda each: (each.bytes is not None, each.name))


def _candidate(entry: "os.DirEntry[str]", shown: str) -> Candidate:
    try:
        if entry.is_dir():
            return Candidate(f"{shown}{entry.name}/", f"{entry.name}/", None)
        return Candidate(shown + entry.name, entry.name, entry.stat().st_size)
    except OSError:
        return Candidate(shown + entry.name, entry.name, 0)


class Paths(Suggester):
    """Completes a path while it is typed."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """The first path that begins so."""
        if not value or (value.startswith("~") and "/" not in value):
            return None
        try:
            listed = candidates(value)
        except (OSError, ValueError):
            return None
        names = sorted(each.path for each in listed if clean_name(each.name) == each.name)
        return next((path for path in names if path != value), None)


class CandidateList(RowsView):
    """The candidates, each with its size; Enter takes one."""

    BINDINGS = bindings("paths")
    tone = "page"

    def __init__(self) -> None:
        super().__init__()
        self.candidates: list[Candidate] = []
        self.trouble = ""

    def seek(self, typed: str) -> None:
        """Look what is there."""
        self.trouble = ""
        try:
            self.candidates = candidates(typed)
        except (OSError, ValueError) as fault:
            self.candidates = []
            why = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
            self.trouble = f"Cannot list {clean_name(typed)}: {why.lower()}."
        self.cursor = 0
        self.renew()

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """One row each."""
        if not self.candidates:
            return [row((f"  {self.trouble or 'Nothing begins so.'}", "major" if self.trouble else "quiet"))], []
        rows = []
        room = max(_NAME, width - 20)
        for each in self.candidates:
            name = clean_name(each.name)
            ink = "quiet" if each.bytes is None else "text"
            shown = "folder" if each.bytes is None else size(each.bytes, "B")
            rows.append(row((f"  {padded(cut(name, room), room)} ", ink), (f"{shown:>10}", "quiet")))
        stops = [(at, at) for at in range(len(rows))]
        if len(self.candidates) >= MOST:
            rows.append(row((f"  The first {count(MOST, 'name')}; type more of it.", "quiet italic")))
        return rows, stops

    def action_before(self) -> None:
        """Go up; above the first row is the path again."""
        if self.cursor == 0:
            self.action_leave()
        else:
            self.action_cursor(-1)

    def action_enter(self) -> None:
        """Take it."""
        self.post_message(CandidatePicked(self.candidates[self.cursor] if self.candidates else None))

    def action_leave(self) -> None:
        """Back to the path as it was typed."""
        self.post_message(CandidatePicked(None))


def expanded(typed: str) -> Path:
    """The path that was typed; a home that nobody has is a name like any other."""
    return Path(os.path.expanduser(typed))  # noqa: PTH111 - it never raises


def with_suffix(typed: str, suffix: str, proposed: str) -> str:
    """The path that was typed, with another suffix; where it names a folder only, the proposed name stands in that."""
    folder, name = os.path.split(typed)  # a Path would lose what was typed: ./ and the last slash
    if name in ("", ".", "..", "~"):
        return os.path.join(typed, proposed)  # noqa: PTH118
    return os.path.join(folder, str(Path(name).with_suffix(suffix)))  # noqa: PTH118


def cannot_write(fault: MastError | OSError, place: Path) -> str:
    """Why a report cannot be written to a place."""
    cause = fault if isinstance(fault, OSError) else fault.__context__
    if isinstance(cause, OSError):
        why = (cause.strerror or "the system refused").lower()
        return f"Cannot write to {place.absolute().parent}: {why}; choose another place, the report is still here."
    return str(fault)
