"""The root by rules: what went wrong in the run before how it ended, the grave before the slight, the early first."""

import pytest

from agent.diagnosis.claim import Grounded
from agent.diagnosis.root import SLIGHT, Cause, choose, roles
from tests.agent.diagnosis.findings import finding


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([finding(id="F1", onset=50), finding(id="F2", onset=20)], "F2"),
        ([finding(id="F1", onset=10, severity="minor"), finding(id="F2", onset=90)], "F2"),
        ([finding(id="F1", onset=90, mode="FM-3.1", severity="fatal"), finding(id="F2", onset=20)], "F2"),
        ([finding(id="F1", onset=90, mode="FM-3.1", severity="fatal"), finding(id="F2", severity="minor")], "F1"),
    ],
)
def test_which_finding_is_the_root(findings: list[Grounded], expected: str) -> None:
    root = choose(findings, ())
    assert root is not None
    assert root.finding == expected
    assert root.runner_up is not None
    assert root.runner_up.finding != expected
    assert roles(findings, root)[expected] == "root"


def test_what_stopped_the_run_from_outside_is_no_mode() -> None:
    cause = Cause("environment", "A package was missing", 2, 8, "Coder", decisive=True)
    root = choose([finding(id="F1", onset=40)], [cause])
    assert root is not None
    assert (root.finding, root.cause, root.line) == (None, "environment", 8)
    assert root.counterfactual.startswith("A package was missing. No change")
    assert root.runner_up is not None
    assert root.runner_up.finding == "F1"


def test_without_findings_there_is_no_root() -> None:
    assert choose([], ()) is None


def test_only_what_came_after_the_root_follows_from_it_in_the_order_of_time() -> None:
    findings = [
        finding(id="F1", onset=90),
        finding(id="F2", onset=20),
        finding(id="F3", onset=50, severity="minor"),
        finding(id="F4", onset=5, severity="minor"),
    ]
    root = choose(findings, ())
    assert root is not None
    assert (root.finding, root.chain) == ("F2", ("F2", "F3", "F1"))
    cause = Cause("environment", "A package was missing", 2, 20, "Coder", decisive=True)
    root = choose([*findings, finding(id="F5", onset=8, severity="recovered")], [cause])
    assert root is not None
    assert (root.finding, root.line) == ("F2", 20)
    root = choose([finding(id="F1", onset=40), finding(id="F4", onset=5, severity="minor")], [cause])
    assert root is not None
    assert (root.cause, root.line, root.chain) == ("environment", 20, ("F1",))


def test_of_two_decisive_causes_the_earlier_counts_and_one_that_was_passed_does_not() -> None:
    early, late = (Cause("capability", "It cannot see", 2, line, None, decisive=True) for line in (8, 30))
    passed = Cause("environment", "The network was slow", 1, 2, None, decisive=False)
    root = choose([], [late, passed, early])
    assert root is not None
    assert (root.cause, root.line, root.runner_up) == ("capability", 8, None)
    assert choose([], [passed]) is None
    root = choose([finding(id="F1", onset=4)], [late])
    assert root is not None
    assert root.runner_up is not None
    assert (root.runner_up.finding, root.runner_up.cause, root.runner_up.line) == (None, "capability", 30)


def test_the_surer_of_two_at_one_line_is_the_root_and_a_slight_one_is_called_so() -> None:
    unsure, sure = finding(id="F1", confidence="likely"), finding(id="F2", mode="FM-2.6")
    root = choose([unsure, sure], ())
    assert root is not None
    assert root.finding == "F2"
    assert root.counterfactual != SLIGHT
    root = choose([finding(id="F1", severity="minor")], ())
    assert root is not None
    assert root.counterfactual == SLIGHT
    assert choose([finding(id="F1", severity="recovered")], ()) is None


def test_how_the_run_ended_comes_second_in_words_of_its_own() -> None:
    root = choose([finding(id="F1"), finding(id="F2", onset=90, mode="FM-3.1"), finding(id="F3", severity="minor")], ())
    assert root is not None
    assert root.runner_up is not None
    assert (root.runner_up.finding, root.runner_up.line) == ("F2", 90)
    assert "how the run ended" in root.runner_up.why
    root = choose([finding(id="F1"), finding(id="F2", onset=30)], ())
    assert root is not None
    assert root.runner_up is not None
    assert root.runner_up.why == "It is major and begins at L30."


def test_the_part_each_finding_plays_beside_the_root() -> None:
    findings = [
        finding(id="the root", topic="parser"),
        finding(id="before it", onset=5, severity="minor"),
        finding(id="a check", onset=50, mode="FM-3.2"),
        finding(id="the same actor", onset=50, severity="minor"),
        finding(id="the same topic", onset=50, actor="Tester", topic="parser"),
        finding(id="no topic", onset=50, actor="Tester", severity="minor"),
        finding(id="grave", onset=50, actor="Tester", severity="fatal"),
    ]
    root = choose(findings[:1], ())
    assert roles(findings, root) == {
        "the root": "root",
        "before it": "contributing",
        "a check": "contributing",
        "the same actor": "symptom",
        "the same topic": "symptom",
        "no topic": "unrelated",
        "grave": "contributing",
    }
    assert set(roles(findings, None).values()) == {"contributing"}
