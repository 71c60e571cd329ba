"""Runs in which nothing went wrong, and real files of many formats: no detector may speak of a fact."""

from pathlib import Path

import pytest

from agent.signals.detection import detect
from agent.signals.registry import DETECTORS
from agent.trace.event import Kind
from agent.trace.formats.base.format import Reading
from agent.trace.source import Source
from agent.trace.trace import Trace
from tests.agent.signals.stage import Script, Step, call, result, say, task

MADE = Path(__file__).parents[4] / "shared" / "made"
CODE = "stats.py\n```python\ndef mean(values):\n    if not values:\n        raise ValueError('empty')\n    return sum(values) / len(values)\n```"  # noqa: E501
CLEAN = (
    task("Write a function that computes the mean of a list, and check it."),
    Step(Kind.PLAN, "lead", "1. Write the function. 2. Review it. 3. Test it. 4. Answer."),
    Step(Kind.HANDOFF, "lead", "Please write the function mean for a list of numbers.", to=("coder",)),
    Step(
        Kind.SAY, "coder", CODE.replace("    if not values:\n        raise ValueError('empty')\n", ""), to=("reviewer",)
    ),
    Step(Kind.SAY, "reviewer", "An empty list is not handled; it should raise an error that says so.", to=("coder",)),
    Step(Kind.SAY, "coder", CODE, to=("reviewer",)),
    Step(Kind.SAY, "reviewer", "Looks good, no further comments.", to=("coder",)),
    call("tester", "python", "```python\nfrom stats import mean\nassert mean([1, 3]) == 2\n```"),
    result("exitcode: 1 (execution failed)\nCode output: NameError: name 'mean' is not defined", tool="python"),
    call("tester", "python", "```python\nimport stats\nassert stats.mean([1, 3]) == 2\nprint('ok')\n```"),
    result("exitcode: 0 (execution succeeded)\nCode output: ok", tool="python"),
    say("tester", "I have verified that the function gives 2 for 1 and 3, and that an empty list is refused."),
    Step(Kind.ANSWER, "lead", "FINAL ANSWER: the function mean in stats.py, reviewed and tested."),
)


def facts(trace: Trace) -> list[str]:
    detected = detect(trace.read())
    trace.close()
    return [signal.detector for signal in detected.signals if signal.tier == "fact" and signal.mode]


def test_a_clean_run_gives_no_fact(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_bytes(b"".join(step.text.encode() + b"\n" for step in CLEAN))
    assert facts(Trace(Source.open(path), Script(CLEAN, Reading()), "told by a test")) == []


@pytest.mark.skipif(not MADE.is_dir(), reason="the made traces are not here")
def test_made_traces_of_every_format_give_no_fact() -> None:
    files = [p for p in sorted(MADE.iterdir()) if p.is_file() and p.name != "manifest.json" and p.suffix != ".eval"]
    assert len(files) > 20
    assert {p.name: told for p in files if (told := facts(Trace.open(p)))} == {}


def test_every_detector_says_what_it_is() -> None:
    assert len({detector.name for detector in DETECTORS}) == len(DETECTORS)
    for detector in DETECTORS:
        assert detector.__doc__ and detector.known_false
        assert detector.precision.right <= detector.precision.read
        if detector.tier == "fact" and detector.precision.read:
            assert detector.precision.right >= 0.9 * detector.precision.read
