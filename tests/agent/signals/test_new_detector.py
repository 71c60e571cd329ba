"""A detector is one file: a toy from outside the tree says what it saw like those of the register."""

from collections.abc import Iterable
from pathlib import Path

from agent.signals import detectors
from agent.signals.detection import detect
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.quoted_line import mark
from agent.signals.registry import DETECTORS
from agent.signals.signal import Signal
from agent.trace.event import Event
from tests.agent.signals.stage import played, say, watch


class Shouting(Detector):
    """Toy: an actor writes in capitals."""

    name = "shouting"
    mode = "FM-1.2"
    tier = "hint"
    known_false = ()

    def __init__(self) -> None:
        self._loud: list[int] = []

    def see(self, event: Event, text: str) -> None:
        if text.isupper():
            self._loud.append(event.number)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        for number in self._loud:
            event = trace.event(number)
            acts = [mark(event, trace.text(number))]
            yield self.hit(
                title="It is loud", why="It need not be.", actor=event.actor, acts=acts,
                topic="tone", occurrences=[event.lines],
            )  # fmt: skip


def test_a_toy_of_ones_own_is_run_like_the_others(tmp_path: Path) -> None:
    (signal,) = watch(Shouting, tmp_path, say("clerk", "Good morning."), say("clerk", "GOOD MORNING TO YOU."))
    assert (signal.detector, signal.mode, signal.actor) == ("shouting", "FM-1.2", "clerk")
    trace = played(tmp_path, [say("clerk", "GOOD MORNING TO YOU.")])
    assert detect(trace, among=(*DETECTORS, Shouting)).signals == tuple(
        watch(Shouting, tmp_path, say("clerk", "GOOD MORNING TO YOU."))
    )
    trace.close()


def test_the_register_lists_every_file_once_under_the_name_of_its_detector() -> None:
    (room,) = detectors.__path__
    files = {path.stem for path in Path(room).glob("*.py")} - {"__init__"}
    listed: list[type[Detector]] = list(DETECTORS)
    assert {detector.__module__.rsplit(".", 1)[1] for detector in listed} == files
    assert sorted(detector.name for detector in listed) == sorted(files)
