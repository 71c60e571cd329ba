"""Tells the acts of runs on stderr while they come in, a row for each, and what the detectors see in them."""

import shutil
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from agent.clean import clean_title
from agent.errors import MastError
from agent.trace.trace import Trace
from mast_tui.cli.output import narrate
from mast_tui.diagnosis.hints_so_far import hints_so_far
from mast_tui.layout.width import cut

OFTEN = 0.3
LONGEST = 4 * 1024 * 1024
"""Bytes of a trace that is read again each time something has come."""
NARROWEST, NAME = 40, 18


class ToldActs:
    """Reads what has grown now and then, in a thread, and tells what is new in it."""

    def __init__(self, tell: Callable[[str, str, str], None] | None = None) -> None:
        self._say = tell or _narrated
        """Is told who did what kind of act, and its title."""
        self._grown: set[Path] = set()
        self._told: dict[Path, set[tuple[int, int, str]]] = {}
        self._hinted: dict[Path, set[str]] = {}
        self._running: dict[Path, set[str]] = {}
        self._faulty: set[Path] = set()
        self._lock = threading.Lock()
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="acts", daemon=True)
        self._thread.start()

    def hear(self, path: Path) -> None:
        """A trace has grown."""
        with self._lock:
            self._grown.add(path)

    def close(self) -> None:
        """Tell what is left, and end."""
        self._ends.set()
        self._thread.join()

    def _watch(self) -> None:
        ends = False
        while not ends:
            ends = self._ends.wait(OFTEN)
            with self._lock:
                grown, self._grown = self._grown, set()
            for path in sorted(grown):
                try:
                    self._tell(path)
                except Exception as fault:  # noqa: BLE001 - a run that cannot be told silences no other
                    self._tell_fault(path, fault)

    def _tell_fault(self, path: Path, fault: Exception) -> None:
        if path not in self._faulty:
            self._faulty.add(path)
            what = f"{path.name} cannot be told here ({type(fault).__name__}); it is still received."
            with suppress(Exception):  # it may be the telling that failed
                self._say("", "note", what)

    def _tell(self, path: Path) -> None:
        told = self._told.setdefault(path, set())
        try:
            if path.stat().st_size > LONGEST:
                if (0, 0, "") not in told:
                    told.add((0, 0, ""))
                    self._say("", "note", "… the run is too long to be told here any further; it is still received.")
                return
            with closing(Trace.open(path)) as trace:
                for event in trace.read().events:
                    mark = (*event.bytes, event.kind.value)
                    if event.is_act and mark not in told:
                        told.add(mark)
                        self._say(event.actor or "", event.kind.value, trace.title(event))
                for part in trace.reading.open:
                    if part.id not in self._running.setdefault(path, set()):
                        self._running[path].add(part.id)
                        self._say("", "running", part.name)
                for line, title in hints_so_far(trace):
                    if title not in self._hinted.setdefault(path, set()):
                        self._hinted[path].add(title)
                        self._say("", "hint", f"L{line}: {title}")
        except (MastError, OSError):
            return  # it is read again when more has come


def _narrated(actor: str, kind: str, title: str) -> None:
    width = max(NARROWEST, shutil.get_terminal_size().columns - 1)
    narrate(str(cut(clean_title(f"  {cut(clean_title(actor), NAME):{NAME}} {kind:9} {title}"), width)))
