"""A fault of ours, told without the values of variables: they may hold a trace or a key."""

import traceback
from dataclasses import dataclass
from pathlib import Path

from agent import __version__
from agent.clean import Clean, clean_line


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong, and the way through the code to it."""

    kind: str
    places: tuple[str, ...]
    kept: Path | None = None
    """The folder in which what was judged and decided is saved, if it is."""

    @classmethod
    def of_now(cls, fault: BaseException | None) -> "Fault":
        """The fault that was raised."""
        if fault is None:
            return cls("unknown", ())
        frames = traceback.extract_tb(fault.__traceback__)[-6:]
        places = tuple(f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in frames)
        return cls(type(fault).__name__, places)


def fault_rows(fault: Fault) -> list[Clean]:
    """What a person is told."""
    saved = f"What was judged and decided is saved in {fault.kept}; open the trace again to go on."
    if fault.kept is None:
        saved = "Nothing could be saved: the state folder cannot be written, MAST_TUI_HOME names another."
    words = [
        "mast-tui failed, and the fault is its own.",
        f"The cause is a {fault.kind}. {saved}",
        "Report it with these lines; they hold nothing of your trace:",
    ]
    return [*map(clean_line, words), *details(fault)]


def details(fault: Fault) -> list[Clean]:
    """What a report of the fault needs."""
    words = (f"mast-tui {__version__}", fault.kind, *fault.places)
    return [clean_line(f"  {each}") for each in words]
