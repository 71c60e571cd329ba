"""Makes the rows about the runs of a file: a look at its beginning, then counting where it is not too long."""

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from agent.errors import Cancelled, MastError
from agent.number_words import size
from agent.run_table.candidates import Candidate
from agent.run_table.run_row import RunRow
from agent.statistics.run_statistics import statistics
from agent.trace.running import goes_on
from agent.trace.trace import Trace

COUNTED = 8 * 1024 * 1024
"""Longer files are looked at, and not counted: a table must not wait for them."""
FEW_LINES = 40
WORDS = 160
_DIAGNOSIS = b'"mast-tui/diagnosis/'

Saved = Callable[[str], Mapping[str, Any] | None]
"""The diagnosis that is kept of a trace with a fingerprint."""


def rows_of(
    candidate: Candidate, saved: Saved = lambda _: None, stop: Callable[[], bool] = lambda: False
) -> list[RunRow]:
    """The rows about a file: one for each of its runs, one with the trouble where it cannot be read.

    A saved diagnosis is no run, and has none.
    """
    row = RunRow(candidate.path, candidate.bytes)
    try:
        if is_diagnosis(candidate):
            return []
        with closing(Trace.open(candidate.path)) as trace:
            if candidate.bytes > COUNTED:
                _look(trace, row)
                row.trouble = f"{size(candidate.bytes)} are too long to be counted here"
                return [row]
            runs = trace.runs()
            if not runs:
                _count(trace.read(stop=stop), row, saved, stop)
                row.is_running = goes_on(trace, candidate.changed)
                return [row]
            rows = []
            for run in runs:
                one = RunRow(row.path, run.end - run.start, run.number, len(runs), run.id)
                held = trace.one(run)
                try:
                    _count(held.read(stop=stop), one, saved, stop)
                finally:
                    held.events.close()
                rows.append(one)
            return rows
    except Cancelled:
        raise
    except MastError as fault:
        row.trouble = f"{fault.what} {fault.to}"
    except OSError as fault:
        row.trouble = f"It cannot be read: {fault.strerror}."
    return [row]


def is_diagnosis(candidate: Candidate) -> bool:
    """Whether a file is what we wrote about a run, and not a run."""
    path = Path(candidate.path)
    if path.suffix != ".json" or not path.is_file():
        return False
    with path.open("rb") as file:
        return _DIAGNOSIS in file.read(200)


def _look(trace: Trace, row: RunRow) -> None:
    trace.read_to(FEW_LINES)
    row.format = trace.format.name
    row.task = _task(trace)
    row.start = next((event.time for event in trace.events if event.time is not None), None)


def _task(trace: Trace) -> str | None:
    task = trace.task()
    if task is None or not task.text.strip():
        return None
    return " ".join(task.text[: 4 * WORDS].split())[:WORDS]


def _count(trace: Trace, row: RunRow, saved: Saved, stop: Callable[[], bool]) -> None:
    """All numbers of a run that is read to its end."""
    counted = statistics(trace, stop)
    spending = counted.spending
    row.format, row.task = trace.format.name, _task(trace)
    row.start, row.seconds = counted.first_time, counted.seconds
    row.agents = sum(actor.is_agent for actor in counted.actors)
    row.events, row.acts, row.lines = len(trace.events), trace.events.acts, trace.lines_count
    if spending.sent is not None or spending.answered is not None:
        row.tokens = (spending.sent or 0) + (spending.answered or 0)
    _add_diagnosis(row, saved(trace.fingerprint()))


def _add_diagnosis(row: RunRow, kept: Mapping[str, Any] | None) -> None:
    """What a kept diagnosis says of the run, whatever edition it is."""
    if kept is None:
        return
    findings = {each["id"]: each for each in kept.get("findings") or () if each.get("decision") != "rejected"}
    row.outcome = (kept.get("outcome") or {}).get("verdict")
    row.failures = len(findings)
    row.diagnosis = (kept.get("made_by") or {}).get("analyst")
    root = kept.get("root") or {}
    finding = findings.get(root.get("finding") or "")
    row.root_mode = (finding.get("mode") or finding.get("kind")) if finding is not None else root.get("cause")
