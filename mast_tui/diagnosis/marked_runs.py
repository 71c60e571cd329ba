"""Diagnoses the runs that are marked in the table, one after the other, by the offline analyst."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from agent.analyst.offline import OfflineAnalyst
from agent.many_diagnoses.one_file import Diagnoser
from agent.many_diagnoses.orders import DiagnosedRun, Orders, Task
from agent.salt import salt
from agent.settings import Settings
from mast_tui.layout.run_table_rows import RowKey
from mast_tui.state.kept_review import kept_quietly
from mast_tui.state.run_table import RunTable

Told = Callable[[DiagnosedRun], bool]
"""Hears what became of a run, and says whether anybody waits for the next."""


def diagnose(table: RunTable, keys: Sequence[RowKey], folder: Path | None, told: Told) -> None:
    """Diagnose runs, and remember it in the state folder."""
    orders = Orders(None, Settings(), salt(folder), state_folder=folder, keep=kept_quietly)
    asyncio.run(_diagnose(table, keys, orders, told))


async def _diagnose(table: RunTable, keys: Sequence[RowKey], orders: Orders, told: Told) -> None:
    diagnoser = Diagnoser(orders, OfflineAnalyst, asyncio.Semaphore(1))
    for task in _tasks(table, keys):
        async for row in diagnoser.rows(task):
            table.take(row)
            if not told(row):
                return


def _tasks(table: RunTable, keys: Sequence[RowKey]) -> list[Task]:
    """A piece of work for each file: those of its runs that are marked."""
    wanted: dict[str, list[int]] = {}
    for key in keys:
        row = table.row(key)
        if row is not None:
            wanted.setdefault(row.path, []).extend([row.number] if row.of > 1 else [])
    return [Task(path, tuple(sorted(runs))) for path, runs in wanted.items()]
