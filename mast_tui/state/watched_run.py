"""A command that is watched, as the app holds it: the acts of its runs, what it prints, how it ended."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from mast_tui.state.address import RunAddress

KEPT = 5_000
"""So many acts and lines are held; the traces and the log have all of them."""
LONGEST = 4_000
"""Characters of a line that are shown."""


class ToldAct(NamedTuple):
    """One act as it came: who, what kind, and its title; a hint and what goes on have nobody."""

    actor: str
    kind: str
    title: str


class Printed(NamedTuple):
    """One line that the command printed."""

    text: str
    is_error: bool
    """Whether it came from its standard error."""


class WatchedRun:
    """What is known of the command so far; threads tell of it, the screen looks."""

    def __init__(self, command: str, log: Path, interrupt: Callable[[], None]) -> None:
        self.command = command
        self.log = log
        self.interrupt = interrupt
        """Tells the command what Ctrl+C tells it in a shell."""
        self.begun = time.monotonic()
        self.seconds: float | None = None
        """How long it took; none while it runs."""
        self.code: int | None = None
        self.acts: list[ToldAct] = []
        self.printed: list[Printed] = []
        self.acts_left_out = self.lines_left_out = 0
        self.spans: dict[Path, int] = {}
        """Spans that came, by the file of their trace."""
        self.concluded = ""
        """The diagnosis in words, once there is one."""
        self.diagnoses = False
        """Whether it is being diagnosed."""
        self.changes = 0
        """Rises with everything that is new."""
        self._turn = threading.Lock()
        self._asked_to_end = False

    @property
    def has_ended(self) -> bool:
        """Whether the command has ended."""
        return self.code is not None

    def act(self, actor: str, kind: str, title: str) -> None:
        """Something was done in a run."""
        with self._turn:
            self.acts.append(ToldAct(actor, kind, title[:LONGEST]))
            self.acts_left_out += _shorten(self.acts)
            self.changes += 1

    def print(self, text: str, *, is_error: bool) -> None:
        """The command has printed a line; of one that it wrote over, the last state counts."""
        shown = text.removesuffix("\r").rpartition("\r")[2]
        with self._turn:
            self.printed.append(Printed(shown[:LONGEST], is_error))
            self.lines_left_out += _shorten(self.printed)
            self.changes += 1

    def hear(self, trace: Path, spans: int) -> None:
        """Spans have come."""
        with self._turn:
            self.spans[trace] = self.spans.get(trace, 0) + spans
            self.changes += 1

    def end(self, code: int) -> None:
        """The command has ended."""
        self.code, self.seconds = code, time.monotonic() - self.begun
        self.changes += 1

    def conclude(self, words: str, *, under_way: bool = False) -> None:
        """A diagnosis is under way, or there."""
        self.concluded, self.diagnoses = words, under_way
        self.changes += 1

    def may_leave(self) -> bool:
        """Whether leaving ends nothing; asked a second time it does."""
        before, self._asked_to_end = self._asked_to_end, True
        return self.has_ended or before

    def address(self) -> RunAddress | None:
        """The run with most spans; what was printed where no span came and the command has ended."""
        if self.spans:
            return RunAddress(str(max(self.spans, key=self.spans.__getitem__)))
        return RunAddress(str(self.log)) if self.has_ended else None

    def step(self, step: int) -> RunAddress | None:
        """There are no neighbours."""
        return None


def _shorten(held: list[ToldAct] | list[Printed]) -> int:
    """Let go of the oldest where there are many more than are kept; how many went."""
    more = len(held) - KEPT
    if more < KEPT // 10:
        return 0
    del held[:more]
    return more


class Lines:
    """Bytes that are printed, cut into lines for the screen: what is not ended yet waits."""

    def __init__(self, run: WatchedRun, *, is_error: bool) -> None:
        self._run, self._is_error = run, is_error
        self._begun = b""

    def write(self, data: bytes) -> int:
        """Take in what was printed."""
        *whole, self._begun = (self._begun + data).split(b"\n")
        if len(self._begun) > 16 * LONGEST:
            whole, self._begun = [*whole, self._begun], b""
        for line in whole:
            self._run.print(line.decode("utf-8", "replace"), is_error=self._is_error)
        return len(data)

    def flush(self) -> None:
        """Nothing is held back but a line that was begun."""

    def close(self) -> None:
        """Show what is left."""
        if self._begun:
            self.write(b"\n")
