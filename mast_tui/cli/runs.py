"""`mast-tui runs`: a table of many runs, a row for each, written as the rows are made."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from agent.clean import clean_line, clean_name
from agent.errors import WrongUse
from agent.number_words import count, duration
from agent.run_table.candidates import candidates, listed
from agent.run_table.row_reader import Saved, rows_of
from agent.run_table.run_row import RunRow, document
from mast_tui.cli.output import flush, narrate, write, write_json, write_part
from mast_tui.layout.width import fitted
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.store import open_store

NAME, TASK = 36, 48


def add_arguments(parser: ArgumentParser) -> None:
    """Where the runs are, and how to write the table."""
    parser.add_argument(
        "paths", metavar="PATH", nargs="*", help="a file, a folder, or a pattern such as 'logs/*.jsonl'"
    )
    parser.add_argument(
        "-0", dest="from_stdin", action="store_true", help="read more paths from stdin, each ended by a zero byte"
    )
    parser.add_argument("--json", action="store_true", help="one JSON list; null stands for what nobody knows")


def run(options: Namespace) -> int:
    """Write a row for each run, in the order of the paths."""
    memory = open_store(usable_state_folder())
    try:
        rows = numbered(words_of(options), memory.diagnosis)
        if options.json:
            _write_list(rows)
        else:
            _write_table(rows)
    finally:
        memory.close()
    return 0


def words_of(options: Namespace) -> list[str]:
    """The paths of a command line, and those of the list on standard input."""
    words = list(options.paths)
    if options.from_stdin:
        words += listed(sys.stdin.buffer)
    if not words:
        raise WrongUse("No run is named.", "There is no PATH.", "Name a file, a folder or a pattern.")
    return words


def numbered(words: Sequence[str], saved: Saved) -> Iterator[tuple[int, RunRow]]:
    """The rows with their numbers, each as soon as it is made."""
    number = 0
    for candidate in candidates(words):
        for row in rows_of(candidate, saved):
            number += 1
            yield number, row


def _write_list(rows: Iterator[tuple[int, RunRow]]) -> None:
    """A JSON list whose elements are written one by one."""
    before = "[\n"
    for number, row in rows:
        write_part(before)
        write_json(document(row, number), indent=None)
        flush()
        before = ","
    write("[]" if before == "[\n" else "]")


def _write_table(rows: Iterator[tuple[int, RunRow]]) -> None:
    troubles = total = 0
    for total, row in rows:
        if total == 1:
            write(_line("run", "name", "task", "start", "time", ("agents", "events", "tokens"), "outcome", "root"))
        troubles += not row.events and bool(row.trouble)
        write(_row(total, row))
        flush()
    words = count(total, "run") if total else "no run was found"
    narrate(words + (f", {count(troubles, 'of them was', 'of them were')} not counted" if troubles else ""))


def _row(number: int, row: RunRow) -> str:
    which = f" run {row.number} of {row.of}" if row.of > 1 else ""
    name = fitted(clean_name(Path(row.path).name), NAME - len(which)).rstrip() + which
    task = clean_line(row.task or row.trouble or "")
    numbers = tuple(f"{value:,}" if value is not None else "" for value in (row.agents, row.events, row.tokens))
    outcome = row.outcome or ""
    if row.failures is not None:
        outcome += f", {count(row.failures, 'failure')}"
    start, time = (row.start or "")[:16].replace("T", " "), duration(row.seconds) if row.seconds is not None else ""
    return _line(f"{number:,}", name, task, start, time, numbers, outcome, clean_line(row.root_mode or ""))


def _line(
    number: str, name: str, task: str, start: str, time: str, numbers: Sequence[str], outcome: str, root: str
) -> str:
    counts = (f"{each:>{width}}" for each, width in zip(numbers, (6, 7, 10), strict=True))
    parts = (f"{number:>6}", fitted(name, NAME), fitted(task, TASK), f"{start:16}", f"{time:>12}", *counts)
    return "  ".join((*parts, f"{outcome:22}", root)).rstrip()
