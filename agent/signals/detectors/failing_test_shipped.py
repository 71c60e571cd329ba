"""The last test run failed, and the work is finished and handed over all the same."""

from collections.abc import Iterable
from typing import ClassVar

from agent.signals.detector import Scene
from agent.signals.hit import hit
from agent.signals.readings.failing_run import LastRun
from agent.signals.readings.kind_groups import is_told
from agent.signals.readings.marks import line_at, mark
from agent.signals.readings.run_end import finale
from agent.signals.signal import Precision, Signal, Tier
from agent.trace.event import Event, Kind


class FailingTestShipped:
    """Pairs the failing output of the last test with the work that is finished after it."""

    name: ClassVar[str] = "failing_test_shipped"
    mode: ClassVar[str] = "FM-3.3"
    tier: ClassVar[Tier] = "fact"
    precision: ClassVar[Precision] = Precision(1, 1)
    known_false: ClassVar[tuple[str, ...]] = (
        "a missing dependency is not a failing test",
        "a failure that a later run takes back",
        "a test that fails at the very end, with nothing finished after it",
    )
    english_only: ClassVar[bool] = False

    def __init__(self) -> None:
        self._run = LastRun()
        self._after: list[int] = []

    def see(self, event: Event, text: str) -> None:
        """Follow the runs, and what is said after a failure."""
        before = self._run.failed
        self._run.see(event, text)
        if self._run.failed != before:
            self._after = []
        elif self._run.failed is not None and is_told(event) and text.strip():
            self._after = [*self._after[:1], event.number]

    def found(self, scene: Scene) -> Iterable[Signal]:
        """The failing test, if others finish their work after it."""
        run = self._run
        if run.failed is None or not run.is_test or not self._after or finale(scene).limit is not None:
            return
        last, report = scene.event(self._after[-1]), scene.event(run.failed[0])
        if last.kind in (Kind.CALL, Kind.HANDOFF) or not run.is_own_fault(scene):
            return
        text, output = scene.text(last.number), scene.text(report.number)
        line = line_at(report, output, run.failed[1])
        yield hit(
            self,
            title=f"{last.actor or 'The run'} finishes although the last test failed",
            why=(
                f"The last test output, at L{line}, shows an error; no later run takes it back, and the work is closed "
                f"at L{last.lines[0]}: the check spoke and was passed over."
            ),
            actor=last.actor,
            acts=[mark(last, text, note="finished after the failure")],
            references=[mark(report, output, run.failed[1], "the failing output")],
            topic="last test",
            occurrences=[last.lines],
            severity="major",
        )
