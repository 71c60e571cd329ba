"""Diagnoses each trace once its root span has ended and nothing more has come for a moment."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from mast_tui.receiver.export import Share
from mast_tui.receiver.trace_files import SUFFIX

QUIET = 1.0
"""Seconds without anything new, after which a run whose root span has ended is over."""


def diagnosing(trace: Path) -> list[str]:
    """The program of its own that diagnoses a trace that was received, and writes its report beside it."""
    report = trace.with_name(f"{trace.name.removesuffix(SUFFIX)}.diagnosis.json")
    return [sys.executable, "-m", "mast_tui", "diagnose", str(trace), "--brief", "--force", "-o", str(report)]


class EndedRuns:
    """Waits for runs to end; a program of its own diagnoses each, so that what is received never waits for it."""

    def __init__(self, folder: Path, options: Sequence[str], tell: Callable[[str, str], None]) -> None:
        self._folder = folder
        self._options = list(options)
        self._tell = tell
        self._due: dict[str, float] = {}
        self._rooted: set[str] = set()
        self._changed = threading.Condition()
        self._ends = False
        self._work: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._watch, name="ended runs", daemon=True)
        self._thread.start()

    def hear(self, share: Share) -> None:
        """Take note of what has come for a trace."""
        with self._changed:
            if share.has_root:
                self._rooted.add(share.name)
            if share.name in self._rooted:
                self._due[share.name] = time.monotonic() + QUIET
                self._changed.notify()

    def close(self) -> None:
        """Wait for no more runs, and end the diagnosis that is under way."""
        with self._changed:
            self._ends = True
            self._changed.notify()
            if self._work is not None:
                self._work.terminate()
        self._thread.join(5)

    def _watch(self) -> None:
        while (name := self._next()) is not None:
            try:
                self._diagnose(name)
            except Exception as fault:  # noqa: BLE001 - one run that fails is told of, and the next is waited for
                self._tell_fault(name, fault)

    def _tell_fault(self, name: str, fault: Exception) -> None:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else type(fault).__name__
        with suppress(Exception):  # it may be the telling that failed
            self._tell(name, f"{name}{SUFFIX} was not diagnosed: {why}. `mast-tui diagnose` does it by hand.")

    def _next(self) -> str | None:
        """The trace that has been quiet for long enough; None where none is to come."""
        with self._changed:
            while True:
                if self._ends:
                    return None
                name = min(self._due, key=self._due.__getitem__, default=None)
                left = self._due[name] - time.monotonic() if name is not None else None
                if name is not None and left is not None and left <= 0:
                    del self._due[name]
                    return name
                self._changed.wait(left)

    def _diagnose(self, name: str) -> None:
        work = self._begun(name)
        if work is None:
            return
        said, fault = work.communicate()
        done = work.returncode in (0, 1, 3)
        self._tell(name, (said if done else fault).decode("utf-8", "replace").rstrip("\n"))

    def _begun(self, name: str) -> "subprocess.Popen[bytes] | None":
        """The program at work, where `close` can find it; none once that was called."""
        words = diagnosing(self._folder / f"{name}{SUFFIX}")
        with self._changed:
            if self._ends:
                return None
            self._work = subprocess.Popen(  # noqa: S603 - our own program, with the options of a person
                [*words, *self._options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            return self._work
