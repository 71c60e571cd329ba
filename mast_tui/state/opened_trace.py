"""What a person names to be opened: a trace, a place in it, or a saved diagnosis with its trace."""

from pathlib import Path
from typing import NamedTuple

from agent.trace.trace import Trace
from mast_tui.state.address import Goal, divided
from mast_tui.state.saved_diagnosis import SavedDiagnosis, is_diagnosis, read_saved, run_of, trace_of


class Opened(NamedTuple):
    """A trace, the diagnosis that was named with it, and where to stand in it."""

    trace: Trace
    given: SavedDiagnosis | None = None
    goal: Goal = Goal()


def opened(
    words: str,
    run: str | None = None,
    *,
    format_name: str | None = None,
    task: str | None = None,
    diagnosis: Path | None = None,
) -> Opened:
    """What the words lead to; a file that is to be read in a format is a trace, whatever it looks like."""
    path, goal = divided(words)
    given = None
    if diagnosis is not None:
        given = read_saved(diagnosis)
    elif format_name is None and is_diagnosis(path):
        given = read_saved(Path(path))
        path = str(trace_of(given, Path(path)))
    if run is None and given is not None:
        run = run_of(given)
    return Opened(Trace.open(path, format_name=format_name, task=task, only=run, live=True), given, goal)
