"""Repetition, loops and restarts on real traces: quotes that stand there, and agreement with those who read them."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.signals.detection import detect
from agent.signals.detector import Detector
from agent.signals.detectors.looped_until_budget import LoopedUntilBudget
from agent.signals.detectors.near_duplicate import NearDuplicate
from agent.signals.detectors.nudge_loop import NudgeLoop
from agent.signals.detectors.process_restart import ProcessRestart
from agent.signals.detectors.same_call import SameCall
from agent.signals.detectors.same_page import SamePage
from agent.signals.signal import Signal
from agent.trace.trace import Trace
from tests.agent.signals.stage import check

DETECTORS: tuple[type[Detector], ...] = (
    NearDuplicate, SameCall, SamePage, LoopedUntilBudget, NudgeLoop, ProcessRestart,
)  # fmt: skip
SMALL = 300_000


def traces(corpus: Path, **wanted: str) -> Iterator[Path]:
    """The traces of the manifest that have these properties."""
    for entry in json.loads((corpus / "manifest.json").read_text())["files"]:
        if entry["role"] == "trace" and wanted.items() <= entry.items():
            yield corpus / entry["path"]


def look(path: Path, *detectors: type[Detector]) -> tuple[Signal, ...]:
    trace = Trace.open(path).read()
    try:
        signals = detect(trace, among=detectors).signals
        for signal in signals:
            check(trace, signal, next(detector for detector in detectors if detector.name == signal.detector))
        return signals
    finally:
        trace.close()


@pytest.mark.parametrize("framework", ["AG2", "AppWorld", "ChatDev", "MagenticOne", "MetaGPT", "OpenManus", "WhoWhen"])
def test_every_quote_stands_in_its_event(corpus: Path, framework: str) -> None:
    paths = [path for path in traces(corpus, framework=framework) if path.stat().st_size < SMALL][:6]
    assert paths
    for path in paths:
        look(path, *DETECTORS)


def test_restarts_are_those_that_annotators_marked(corpus: Path) -> None:
    marked, seen = {}, {}
    for path in traces(corpus, variant="json_human_annotated"):
        label = json.loads(path.read_text())["note"]["options"].get("Trajectory restart")
        marked[path.name] = label == "yes"
        seen[path.name] = bool(look(path, ProcessRestart))
    assert sum(marked.values()) >= 3
    assert seen == marked


def test_runs_that_annotators_called_endless_are_found(corpus: Path) -> None:
    marked, seen = set(), set()
    for path in traces(corpus, framework="AG2", variant="json_human_annotated"):
        if json.loads(path.read_text())["note"]["options"].get("Unaware of stopping conditions") == "yes":
            marked.add(path.name)
        if look(path, NudgeLoop):
            seen.add(path.name)
    assert marked
    assert seen == marked
