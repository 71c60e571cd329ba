"""The process starts over: what the agents had said to each other is gone."""

from collections.abc import Iterable
from typing import ClassVar

from agent.signals.acts import by_agent
from agent.signals.detector import Scene
from agent.signals.runs import Runs
from agent.signals.signal import Mark, Precision, Signal, Tier
from agent.signals.telling import telling_line, times
from agent.trace.event import Event


class Restart:
    """A later run that begins after agents had already worked in an earlier one."""

    name: ClassVar[str] = "process_restart"
    mode: ClassVar[str] = "FM-2.1"
    tier: ClassVar[Tier] = "fact"
    precision: ClassVar[Precision] = Precision(0, 0)
    known_false: ClassVar[tuple[str, ...]] = (
        "duplicate log handlers",
        "phases of one run",
        "several runs or conversations in one file",
        "a start that failed before any agent had spoken",
    )
    english_only: ClassVar[bool] = False

    def __init__(self) -> None:
        self._runs = Runs()
        self._run = 1
        self._last: int | None = None
        self._starts: list[tuple[int, int]] = []
        self._fresh: int | None = None
        self._first_after: int | None = None

    def see(self, event: Event, text: str) -> None:
        """Note where a later run begins, and the last act before it."""
        run = self._runs.see(event)
        if run > self._run:
            self._run = run
            if self._last is not None and self._runs.again:
                self._fresh = event.number
        if event.repeats is not None or not text.strip():
            return
        if self._fresh is not None and self._last is not None:
            self._starts.append((self._last, event.number))
            self._fresh = None
        if by_agent(event):
            if self._starts and self._first_after is None:
                self._first_after = event.number
            self._last = event.number

    def found(self, scene: Scene) -> Iterable[Signal]:
        """All restarts of the trace in one signal."""
        if not self._starts:
            return
        last, start = self._starts[0]
        acts = [Mark(start, telling_line(scene.text(start)), "the run begins anew")]
        if self._first_after is not None and self._first_after != start:
            acts.append(Mark(self._first_after, telling_line(scene.text(self._first_after)), "first act after it"))
        before, after = scene.event(last), scene.event(start)
        yield Signal(
            detector=self.name,
            mode=self.mode,
            tier=self.tier,
            title=f"The run starts over {times(len(self._starts))} after agents had already worked",
            why=f"At L{after.lines[0]} everything is set up anew, right after the work at L{before.lines[0]}: "
            "the conversation so far is lost.",
            actor=after.actor,
            acts=tuple(acts),
            references=(Mark(last, telling_line(scene.text(last)), "the last act before it"),),
            topic="restart",
            occurrences=tuple(scene.event(number).lines for _, number in self._starts),
            severity="major",
            precision=self.precision,
        )
