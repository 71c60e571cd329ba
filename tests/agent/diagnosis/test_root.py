"""The root by rules: what went wrong in the run before how it ended, the grave before the slight, the early first."""

from dataclasses import replace

import pytest

from agent.diagnosis.evidence import Place
from agent.diagnosis.grounded import Grounded
from agent.diagnosis.root import Cause, choose, roles

BASE = Grounded(
    mode="FM-1.3",
    title="Repeats a step",
    explanation="",
    actor="Coder",
    severity="major",
    confidence="confirmed",
    origin="signal",
    source="near_duplicate",
    chunk=1,
    topic="",
    onset=10,
    occurrences=((10, 12),),
    places=(Place("act", 3, 0, 5, "exact"),),
    absence=None,
    precision=0.95,
)


def finding(**changes: object) -> Grounded:
    return replace(BASE, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([("F1", finding(onset=50)), ("F2", finding(onset=20))], "F2"),
        ([("F1", finding(onset=10, severity="minor")), ("F2", finding(onset=90))], "F2"),
        ([("F1", finding(onset=90, mode="FM-3.1", severity="fatal")), ("F2", finding(onset=20))], "F2"),
        ([("F1", finding(onset=90, mode="FM-3.1", severity="fatal")), ("F2", finding(severity="minor"))], "F1"),
    ],
)
def test_which_finding_is_the_root(findings: list[tuple[str, Grounded]], expected: str) -> None:
    root = choose(findings, ())
    assert root is not None
    assert root.finding == expected
    assert root.runner_up is not None
    assert root.runner_up.finding != expected
    assert roles(findings, root)[expected] == "root"


def test_what_stopped_the_run_from_outside_is_no_mode() -> None:
    cause = Cause("environment", "A package was missing", 2, 8, "Coder", decisive=True)
    root = choose([("F1", finding(onset=40))], [cause])
    assert root is not None
    assert (root.finding, root.cause, root.line) == (None, "environment", 8)
    assert root.counterfactual.startswith("A package was missing. No change")
    assert root.runner_up is not None
    assert root.runner_up.finding == "F1"


def test_without_findings_there_is_no_root() -> None:
    assert choose([], ()) is None
