"""The table of many runs as rows of the screen, made when they are drawn."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from agent.clean import clean_line, clean_name
from agent.number_words import duration
from agent.run_table.run_row import RunRow
from mast_tui.layout.row import Row, Span
from mast_tui.layout.run_rows import when
from mast_tui.layout.width import cells, elided, fitted, padded

_VERDICTS = {"failure": "fatal", "partial": "major", "success": "ok", "undetermined": "quiet"}
_EDGE, _GAP = 4, 2


class RowKey(NamedTuple):
    """Which row: the number of its file in the table, and of the run in the file; both count from 0."""

    file: int
    run: int


class Table(Protocol):
    """What is to be known of a table to draw it."""

    sort: str
    marked: set[RowKey]

    def row(self, key: RowKey) -> RunRow | None:
        """The row of a key, if it is still there."""
        ...

    def is_read(self, key: RowKey) -> bool:
        """Whether a row is more than the name of its file."""
        ...


class _Column(NamedTuple):
    heading: str
    field: str
    width: int
    narrowest: int
    """From which width of the screen on it is there."""
    is_number: bool = False


_COLUMNS = (
    _Column("start", "start", 12, 110),
    _Column("time", "seconds", 12, 90, True),
    _Column("agents", "agents", 6, 100, True),
    _Column("events", "events", 7, 60, True),
    _Column("tokens", "tokens", 11, 120, True),
    _Column("outcome", "outcome", 12, 70),
    _Column("fails", "failures", 5, 100, True),
    _Column("root", "root_mode", 11, 80),
)


class RunTableRows(Sequence[Row]):
    """A heading, and a row for each run that is shown."""

    def __init__(self, table: Table, keys: Sequence[RowKey], width: int, mark: str) -> None:
        self._table = table
        self._keys = keys
        self._mark = mark
        self._columns = [column for column in _COLUMNS if width >= column.narrowest]
        left = width - _EDGE - 1 - sum(column.width + _GAP for column in self._columns)
        self._name = max(14, min(36, left * 2 // 5))
        self._task = max(8, left - self._name - _GAP)

    def __len__(self) -> int:
        return len(self._keys) + 1

    def __getitem__(self, at: int) -> Row:  # type: ignore[override]
        if at == 0:
            return self._heading()
        key = self._keys[at - 1]
        row = self._table.row(key)
        return self._row(key, row) if row is not None else Row((Span("    no run after all", "faint"),))

    def _heading(self) -> Row:
        spans = [Span(" " * _EDGE)]
        for heading, field, width, is_number in (
            ("name", "path", self._name, False),
            ("task", "task", self._task, False),
            *((c.heading, c.field, c.width, c.is_number) for c in self._columns),
        ):
            ink = "accent bold" if field == self._table.sort else "quiet"
            spans.append(Span(_set(heading, width, is_number=is_number) + " " * _GAP, ink))
        return Row(tuple(spans))

    def _row(self, key: RowKey, row: RunRow) -> Row:
        spans = [Span(f"  {self._mark if key in self._table.marked else ' '} ", "accent bold")]
        which = f" {row.number}/{row.of}" if row.of > 1 else ""
        name = elided(clean_name(Path(row.path).name), self._name - len(which)) + which
        spans.append(Span(padded(name, self._name) + " " * _GAP, "text bold"))
        if not self._table.is_read(key):
            spans.append(Span(elided("not read yet", self._task), "faint"))
            return Row(tuple(spans))
        task = row.task or row.trouble or "no task is told"
        spans.append(Span(fitted(clean_line(task), self._task) + " " * _GAP, _task_ink(row)))
        for column in self._columns:
            text = _words(row, column.field)
            ink = _VERDICTS.get(row.outcome or "", "quiet") if column.field == "outcome" else "text"
            spans.append(Span(_set(text, column.width, is_number=column.is_number) + " " * _GAP, ink))
        return Row(tuple(spans))


def _task_ink(row: RunRow) -> str:
    return "text" if row.task else "major" if row.trouble else "faint"


def _words(row: RunRow, field: str) -> str:
    value = getattr(row, field)
    if field == "outcome" and value is None and row.is_running:
        return "running"
    if value is None:
        return ""
    if field == "start":
        return when(value)
    if field == "seconds":
        return duration(value)
    return f"{value:,}" if isinstance(value, int) else clean_line(value)


def _set(text: str, width: int, *, is_number: bool) -> str:
    return " " * max(0, width - cells(text)) + text if is_number else fitted(text, width)
