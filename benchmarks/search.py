"""How fast a log is searched, beside ripgrep reading without a map, and how soon a search stops."""

import shutil
import subprocess
import time
from pathlib import Path
from statistics import median

from agent.trace.matcher import Query
from agent.trace.trace import Trace
from benchmarks import generate
from benchmarks.peers import PEERS
from benchmarks.row import Row, at_most

ROUNDS = 5
QUERIES = {
    "literal": Query(generate.NEEDLE),
    "ignore-case": Query(generate.NEEDLE.upper(), ignore_case=True),
    "regex": Query(r"needle_\w+_\d{4}", regex=True),
    "regex, alternatives": Query(r"Traceback|SEVERE|needle_in", regex=True),
}


def run() -> list[Row]:
    """Counts of matching lines in text, where a match is in the file, and in JSON, where it is in unfolded text."""
    text = Trace.open(generate.large_log()).read_to(1000)
    rows = [_row(2, f"search, {name}", "1 GB log", text, query) for name, query in QUERIES.items()]
    rows.append(_row(2, "search, regex, at line ends", "1 GB log", text, Query(r"needle_\w+$|^INFO", regex=True)))
    rows += [_stopped(text, name, query) for name, query in QUERIES.items()]
    text.close()
    lines = Trace.open(generate.large_jsonl()).read()
    rows += [_row(10, f"search, {name}", "250 MB of JSON", lines, query) for name, query in QUERIES.items()]
    lines.close()
    return rows


def _row(goal: float, name: str, what: str, trace: Trace, query: Query) -> Row:
    ours, theirs = [], []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        trace.search(query).count()
        ours.append((time.perf_counter() - start) * 1000)
        start = time.perf_counter()
        subprocess.run(_ripgrep(trace.source.path, query), check=False, capture_output=True)
        theirs.append((time.perf_counter() - start) * 1000)
    return at_most(goal, name, what, median(ours), median(theirs), "rg --no-mmap")


def _ripgrep(path: Path, query: Query) -> list[str]:
    program = str(PEERS / "rg") if (PEERS / "rg").exists() else shutil.which("rg") or "rg"
    options = [*(["-i"] if query.ignore_case else []), *([] if query.regex else ["-F"])]
    return [program, "--no-config", "--no-mmap", "-a", "-c", *options, "-e", query.text, str(path)]


def _stopped(trace: Trace, name: str, query: Query) -> Row:
    """From the wish to stop, somewhere in the middle, to the end of the search."""
    waits = []
    for number in range(ROUNDS):
        wish = time.perf_counter() + 0.01 * (number + 1)
        trace.search(query, lambda wish=wish: time.perf_counter() >= wish).count()  # type: ignore[misc]
        waits.append((time.perf_counter() - wish) * 1000)
    return at_most(1, f"search stopped, {name}", "1 GB log, longest of five", max(waits), 50, "limit")
