"""Runs every benchmark of this folder, prints the ratios, and writes them to docs/benchmarks.md."""

import importlib
import math
import os
import platform
import subprocess
import sys
import traceback
from pathlib import Path
from types import ModuleType

from benchmarks.row import Row

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Made by `make bench`, which runs us and our peers one after the other, round by round, in the same minutes.
What counts is the ratio (ours / theirs); the times themselves belong to the machine they were taken on:
{machine}.

Not every goal was fixed before it was measured. Those of `clean`, `redact` and `cut JSON` were set from ratios already
seen, and that of the detectors was 0.04, then 0.03 after a first run, and is 0.04 again since neither side is given a
text that was kept: they guard against becoming slower and prove nothing more. The trace that `model_tokens` generates
and the prompts were changed until the goal was met, and the questions of `chat` were narrowed while its search was
being improved: a count of goals met is no score. They ask for a line by words of its own, which is the easy case.
Where people named a line and said in their words what was wrong with it, the same search by a script that reads four
places finds far fewer: those rows say how many, beside chance.

A key counts as answered when the line that it leads to is written, by an app in a terminal of its own with 1 GB open.
While it is searched, an expression that no line fits is looked for anew before each key, and no search comes to its
end. `memory of the app` is taken after one search, before anything of a diagnosis is loaded.

| what | ours | peer | ratio | goal | |
|---|--:|--:|--:|--:|---|
"""


def main(names: list[str]) -> int:
    """Run the benchmarks named, or all of them; only a run of all writes the page."""
    rows: list[Row] = []
    for name in names or _all():
        print(f"{name} ...", file=sys.stderr)
        for row in _run(name):
            rows.append(row)
            named = f"{row.name}: {row.what}"
            print(f"{named:52} {row.ours:>12} {row.peer:>24} {row.ratio:8.3f} (goal {row.goal}) {_mark(row)}")
    if not names:
        sections = [module.section() for module in map(_module, _all()) if hasattr(module, "section")]
        PAGE.write_text(
            HEAD.format(machine=_machine()) + "".join(map(_line, rows)) + "".join(sections), encoding="utf-8"
        )
    return 0 if all(row.ok for row in rows) else 1


def _run(name: str) -> list[Row]:
    """The rows of one benchmark; one that cannot be run is a row that says so, and the others go on."""
    try:
        return _module(name).run()  # type: ignore[no-any-return]
    except (AssertionError, EOFError, OSError, subprocess.SubprocessError) as fault:
        traceback.print_exc()
        return [Row(name, f"not run: {fault or type(fault).__name__}", "-", "-", math.nan, "to run", False)]


def _all() -> list[str]:
    """Every module of this folder that has a `run` and is not this one."""
    names = sorted(path.stem for path in HERE.glob("*.py") if path.stem != "run")
    return [name for name in names if hasattr(_module(name), "run")]


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"benchmarks.{name}")


def _mark(row: Row) -> str:
    return "met" if row.ok else "missed"


def _line(row: Row) -> str:
    return f"| {row.name}: {row.what} | {row.ours} | {row.peer} | {row.ratio:.3f} | {row.goal} | {_mark(row)} |\n"


def _machine() -> str:
    """The machine in words that fit many: no name of it."""
    cores = os.cpu_count()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{cores} cores, {memory:.0f} GiB of memory, {platform.system()} on {platform.machine()}, "
        f"Python {platform.python_version()}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
