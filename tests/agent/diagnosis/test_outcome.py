"""What becomes of a verdict on a run: it counts as long as nothing that is said beside it goes against it."""

import pytest

from agent.diagnosis.document_parts import Criterion, Outcome
from agent.diagnosis.outcome import Said, contradiction, decided, outcome_of
from agent.diagnosis.severity import Severity
from agent.signals.readings.outcome_facts import OutcomeFact

PROOF = ("the words of the trace",)


def said(verdict: str, **more: object) -> Said[str]:
    fields: dict[str, object] = {"earned": "none", "basis": "So it is.", "criteria": (), "proofs": PROOF}
    return Said(verdict=verdict, **{**fields, "severities": {}, **more})  # type: ignore[arg-type]


def criterion(state: str) -> Criterion:
    return Criterion("C1", "It runs.", state)  # type: ignore[arg-type]


WAY = Criterion("C2", "It ends with the table.", "unmet")
FATAL: dict[str, Severity] = {"F1": "fatal"}
CASES: dict[str, tuple[Said[str], str, str]] = {
    "earned": (said("success", earned="artefact"), "success", "artefact"),
    "earned beside what was recovered": (
        said("success", earned="grader", severities={"F1": "recovered", "F2": "major"}),
        "success",
        "grader",
    ),
    "a success beside a fatal failure": (said("success", earned="grader", severities=FATAL), "undetermined", "none"),
    "a success that nothing earned": (said("success"), "undetermined", "none"),
    "a success without words": (said("success", earned="model", proofs=()), "undetermined", "none"),
    "a success with nothing met": (
        said("success", earned="model", criteria=(criterion("unmet"),)),
        "failure",
        "none",
    ),
    "a success with something unmet": (
        said("success", earned="model", criteria=(criterion("met"), criterion("unmet"))),
        "partial",
        "none",
    ),
    "a success that did not keep to something on the way": (
        said("success", earned="model", criteria=(criterion("met"), WAY), constraints=frozenset({"C2"})),
        "success",
        "model",
    ),
    "the same beside a grave failure": (
        said(
            "success",
            earned="model",
            criteria=(criterion("met"), WAY),
            constraints=frozenset({"C2"}),
            severities={"F1": "major"},
        ),
        "partial",
        "none",
    ),
    "a failure with everything met": (said("failure", criteria=(criterion("met"),)), "undetermined", "none"),
    "a failure with something unknown": (said("failure", criteria=(criterion("unknown"),)), "failure", "none"),
    "a failure that nothing bears out": (said("failure", proofs=()), "undetermined", "none"),
    "a failure that a finding bears out": (said("failure", proofs=(), severities=FATAL), "failure", "none"),
    "partial with everything met": (said("partial", criteria=(criterion("met"),)), "partial", "none"),
    "nobody knows": (said("undetermined", proofs=()), "undetermined", "none"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_verdict_stands_unless_it_contradicts_itself(name: str) -> None:
    reply, verdict, earned = CASES[name]
    outcome = decided(reply)
    assert (outcome.verdict, outcome.earned) == (verdict, earned)
    assert outcome.basis.startswith(contradiction(reply))
    assert outcome.basis.endswith("So it is.")


def fact(what: str, points: str, says: str) -> OutcomeFact:
    return OutcomeFact(what, points, says, None, (7, 7))  # type: ignore[arg-type]


PASSED = fact("test_passed", "success", "The last test run passed.")
FACTS: dict[str, tuple[list[OutcomeFact], Outcome]] = {
    "nothing": ([], Outcome("undetermined", "The trace does not show whether the task was done.", (), ())),
    "tests of the agents passed": (
        [PASSED],
        Outcome("undetermined", "The last test run passed (L7). The task was not judged.", (), ()),
    ),
    "they failed": (
        [fact("test_failed", "failure", "The last test run failed.")],
        Outcome("failure", "The last test run failed (L7).", (), ()),
    ),
    "they passed, and it gave up": (
        [PASSED, fact("apology", "failure", "The last words are an apology.")],
        Outcome(
            "undetermined",
            "The last words are an apology (L7). The last test run passed (L7). The task was not judged.",
            (),
            (),
        ),
    ),
    "the task's own suite passed": (
        [fact("graded_as_passed", "success", "The suite of the task passed.")],
        Outcome("success", "The suite of the task passed (L7).", (), (), "grader"),
    ),
}


@pytest.mark.parametrize("name", FACTS)
def test_facts_are_told_and_only_the_tasks_own_grader_makes_a_success(name: str) -> None:
    facts, outcome = FACTS[name]
    assert outcome_of(facts) == outcome
