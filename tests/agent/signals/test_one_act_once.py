"""One act is reported under one mode, and a detector that was of no use on a format is off there."""

from pathlib import Path

import pytest

from agent.signals.detection import detect
from agent.trace.trace import Trace
from tests.agent.signals.stage import played, say, task

TESTS = "```python\n" + "\n".join(f"def test_{n}():\n    assert part({n}) == {n * n}" for n in range(12)) + "\n```"
CRITIQUE = "The tests are incomplete: they should check negative numbers, and the case of zero is missing."


def test_work_handed_in_again_after_a_critique_is_not_a_repetition_as_well(tmp_path: Path) -> None:
    trace = played(tmp_path, (task("Write tests."), say("a", TESTS), say("b", CRITIQUE), say("a", TESTS)))
    assert [s.detector for s in detect(trace).signals if s.mode in ("FM-1.3", "FM-2.5")] == ["unchanged_resubmission"]
    trace.close()
    trace = played(tmp_path, (task("Write tests."), say("a", TESTS), say("a", "I see."), say("a", TESTS)))
    assert [s.detector for s in detect(trace).signals if s.mode in ("FM-1.3", "FM-2.5")] == ["near_duplicate"]
    trace.close()
    trace = played(tmp_path, (task("Write tests."), say("a", TESTS), say("b", "Show them."), say("a", TESTS)))
    assert not [s.detector for s in detect(trace).signals if s.mode in ("FM-1.3", "FM-2.5")]
    trace.close()


def test_the_last_critique_of_a_format_that_always_ends_on_one_is_no_hint(corpus: Path) -> None:
    paths = sorted((corpus / "MetaGPT").rglob("*.txt"))[:3]
    if not paths:
        pytest.skip("the shared data holds no such trace")
    for path in paths:
        trace = Trace.open(path).read()
        detected = detect(trace)
        assert "open_review" in detected.silent and not any(s.detector == "open_review" for s in detected.signals)
        trace.close()
