"""The same tasks before and after a change."""

from math import isclose
from typing import Any

from agent.diagnosis.document import from_dict
from agent.diagnosis.document_parts import Diagnosis
from agent.evaluation.pairs import chance, compare_pairs, interval, pairing
from tests.agent.summary.folders import document


def _group(*present: tuple[str, bool]) -> list[Diagnosis]:
    def one(task: str, is_present: bool) -> dict[str, Any]:
        return document(f"{task}.json", task, {"FM-1.3": "present"} if is_present else {})

    return [from_dict(one(task, is_present)) for task, is_present in present]


def test_pairs_are_told_by_their_task_and_counted_by_hand() -> None:
    before = _group(("a", True), ("b", True), ("c", True), ("d", False), ("e", True))
    after = _group(("e", False), ("d", False), ("c", True), ("b", False), ("a", False))
    paired = pairing(before, after)
    assert len(paired.pairs) == 5
    comparison, changes = compare_pairs(paired)
    mode = next(each for each in comparison.modes if each.code == "FM-1.3")
    assert (mode.before, mode.after) == ((4, 5), (1, 5))
    assert mode.difference == -0.6
    change = changes["FM-1.3"]
    assert (change.pairs, change.went, change.came) == (5, 3, 0)
    assert change.chance == 0.25  # two of the eight ways in which three changes can fall
    assert comparison.warnings[0].startswith("Paired by task: 5 tasks")


def test_without_the_same_tasks_the_groups_are_independent() -> None:
    assert not pairing(_group(("a", True)), _group(("b", True))).pairs
    paired = pairing(_group(("a", True), ("a", True), ("b", True)), _group(("a", True), ("b", True)))
    assert not paired.pairs
    assert "several runs" in paired.says


def test_chance_and_interval_are_those_of_the_books() -> None:
    assert chance(0, 0) == 1.0
    assert isclose(chance(1, 8), 2 * (1 + 9) / 512)
    low, high = interval(21, 9, 100)  # 22/102 and 10/102: -0.1176 within 1.96 standard errors of 0.0543
    assert isclose(low, -0.2241, abs_tol=2e-3)
    assert isclose(high, -0.0112, abs_tol=2e-3)
