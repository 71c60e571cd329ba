"""Narrates many diagnoses on stderr: one line that is written over on a terminal, else a line now and then."""

import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from agent.many_diagnoses.orders import DiagnosedRun
from agent.number_words import count, duration
from agent.settings import Limits
from mast_tui.cli.output import narrate, visible

if TYPE_CHECKING:
    from agent.many_diagnoses.crew import Crew
    from agent.many_diagnoses.ray_crew import RayCrew

OFTEN, SELDOM = 0.2, 15.0
"""Seconds between two lines: on a terminal, and anywhere else."""
MOST_TOLD = 20
"""So many troubles are told one by one; the rest are counted."""


class ManyTeller:
    """What became of the runs so far."""

    def __init__(self, files: int, crew: "Crew | RayCrew", limits: Limits) -> None:
        self._files, self._crew, self._limits = files, crew, limits
        self._live = sys.stderr is not None and sys.stderr.isatty()
        self._begun = self._drawn = time.monotonic()
        self._states: Counter[str] = Counter()
        self._holes: Counter[str] = Counter()
        self._paths: set[str] = set()
        self._runs_left = 0
        self._failures = self._told = self._incomplete = 0

    def tell(self, row: DiagnosedRun | None) -> None:
        """Take note of a row, and say how far things are if that was not said for a while."""
        if row is not None:
            self._take(row)
        now = time.monotonic()
        if now - self._drawn >= (OFTEN if self._live else SELDOM):
            self._drawn = now
            self._show(self._line())

    def end(self, folder: Path) -> None:
        """The last line: what all of it came to."""
        if self._live:
            self._write("\r\x1b[K")
        if self._told > MOST_TOLD:
            narrate(f"{count(self._told - MOST_TOLD, 'further run', 'further runs')} could not be diagnosed.")
        narrate(f"{self._line(ended=True)}. The documents are in {visible(str(folder))}.")

    def _take(self, row: DiagnosedRun) -> None:
        self._states[row.state] += 1
        self._failures += len(row.findings)
        self._incomplete += bool(row.holes)
        self._holes.update(row.holes)
        if row.path not in self._paths:
            self._paths.add(row.path)
            self._runs_left += row.of
        self._runs_left -= 1
        if row.trouble and row.state != "not_begun":
            self._told += 1
            if self._told <= MOST_TOLD:
                if self._live:
                    self._write("\r\x1b[K")
                which = f" run {row.number} of {row.of}" if row.of > 1 else ""
                narrate(f"{visible(row.path)}{which}: {visible(row.trouble)}")

    def _line(self, *, ended: bool = False) -> str:
        done = sum(self._states.values())
        all_known = done + self._runs_left + max(0, self._files - len(self._paths))
        parts = [count(done, "run") if ended else f"{done:,} of {count(all_known, 'run')}"]
        names = {"there": "done before", "unreadable": "unreadable", "not_begun": "not begun, the budget is used up"}
        parts += [f"{self._states[state]:,} {words}" for state, words in names.items() if self._states[state]]
        parts.append(count(self._failures, "failure"))
        if self._incomplete:
            why = "; ".join(f"{visible(why)} ({number:,})" for why, number in self._holes.most_common(2))
            parts.append(f"{self._incomplete:,} incomplete: {why}")
        spent = self._crew.shared.spent
        if spent.calls:
            dollars = f", ${spent.cost_usd:,.4f}" if spent.cost_usd else ""
            most = f" of ${self._limits.cost_usd:,.2f}" if self._limits.cost_usd is not None and dollars else ""
            parts.append(f"{count(spent.calls, 'call')}, {spent.prompt_tokens:,} tokens sent{dollars}{most}")
        parts.append(self._time(done - self._states["there"], all_known - done, ended))
        return ", ".join(part for part in parts if part)

    def _time(self, done: int, left: int, ended: bool) -> str:
        took = time.monotonic() - self._begun
        if ended:
            return f"in {duration(took)}"
        return f"about {duration(took / done * left)} left" if done and left else ""

    def _show(self, line: str) -> None:
        if self._live:
            self._write(f"\r\x1b[K{line[:160]}")
        else:
            narrate(line)

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            self._live = False
