"""A result belongs to its call, and the message that is made from it to both."""

from pathlib import Path

import pytest

from agent.analyst.belonging import belonging
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, call, note, played, result, say


@pytest.mark.parametrize(
    ("steps", "earliest"),
    [
        ([say("A", "x"), call("A", "t", "f()"), result("5"), say("A", "it is 5"), say("B", "y")], [1, 2, 2, 2, 5]),
        ([call("A", "t", "f()"), call("A", "u", "g()"), result("5"), result("6"), say("A", "x")], [1, 2, 1, 2, 1]),
        ([call("A", "t", "f()"), result("5"), note("n"), say("A", "x")], [1, 1, 3, 1]),
        ([result("5"), say("A", "x")], [1, 1]),
        ([call("A", "t", "f()"), result("5"), call("A", "t", "g()"), say("A", "x")], [1, 1, 3, 4]),
        ([call("A", "t", "f()"), result("5"), say("A", "x", repeats=1), Step(Kind.ANSWER, "A", "5")], [1, 1, 3, 1]),
    ],
)
def test_what_belongs_together(steps: list[Step], earliest: list[int], tmp_path: Path) -> None:
    assert list(belonging(played(tmp_path, steps))) == earliest
