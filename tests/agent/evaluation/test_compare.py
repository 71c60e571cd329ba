"""Two groups of diagnoses: what is counted, what is left out, and what a reader is warned of."""

from typing import Any

from agent.diagnosis.document import from_dict
from agent.diagnosis.document_parts import Diagnosis
from agent.evaluation.compare import Comparison, ModeChange, Unclear, compare
from tests.agent.report.samples import plain


def made(verdict: str, number: int, *, decision: str | None = None, **made_by: Any) -> Diagnosis:
    """A diagnosis of a trace of its own with this verdict on FM-3.1."""
    value = plain(decision=decision)
    value["trace"]["sha256"] = f"{number:064x}"
    value["made_by"] |= {"analyst": "model", "model": "m"} | made_by
    for mode in value["modes"]:
        if mode["code"] == "FM-3.1":
            mode |= {"verdict": verdict, "findings": ["F1"] if verdict == "present" else []}
    value["findings"] = [
        finding for finding in value["findings"] if finding["mode"] != "FM-3.1" or verdict == "present"
    ]
    return from_dict(value)


def group(verdicts: str, first: int = 0, **made_by: Any) -> list[Diagnosis]:
    """Diagnoses with verdicts: P present, A absent, U unclear, N not assessed."""
    names = {"P": "present", "A": "absent", "U": "unclear", "N": "not_assessed"}
    return [made(names[letter], first + number, **made_by) for number, letter in enumerate(verdicts)]


def row(comparison: Comparison, code: str = "FM-3.1") -> ModeChange:
    return next(mode for mode in comparison.modes if mode.code == code)


def warned(comparison: Comparison, words: str) -> bool:
    return any(words in warning for warning in comparison.warnings)


def test_only_present_and_absent_are_counted() -> None:
    change = row(compare(group("PPAUN"), group("PAAAUNN", 100)))
    assert (change.before, change.after) == ((2, 3), (1, 4))
    assert change.difference is not None
    assert abs(change.difference - (1 / 4 - 2 / 3)) < 1e-12


def test_unclear_may_count_as_absent_but_not_assessed_never_does() -> None:
    change = row(compare(group("PPAUN"), group("PAAAUNN", 100), Unclear.ABSENT))
    assert (change.before, change.after) == ((2, 4), (1, 5))


def test_a_rejected_finding_is_not_present() -> None:
    rejected = [made("present", 7, decision="rejected"), made("present", 8, decision="accepted")]
    assert row(compare(rejected, group("PP", 100))).before == (1, 2)


def test_nobody_could_say() -> None:
    change = row(compare(group("NN"), group("PA", 100)))
    assert (change.before, change.difference, change.interval, change.includes_zero) == ((0, 0), None, None, True)


def test_fourteen_modes_in_order() -> None:
    comparison = compare(group("P"), group("A", 100))
    assert len(comparison.modes) == 14
    assert [mode.code for mode in comparison.modes] == sorted(mode.code for mode in comparison.modes)


def test_small_groups_are_said_to_be_small_and_large_ones_are_not() -> None:
    assert warned(compare(group("P"), group("A", 100)), "no difference at all")
    assert warned(compare(group("PPAA"), group("AAAA", 100)), "points or more")
    assert not warned(compare(group("PA" * 40), group("AA" * 40, 100)), "too small")


def test_how_it_is_counted_is_always_said() -> None:
    assert compare(group("P"), group("A", 100)).warnings[0].startswith("How it is counted: `unclear` is left out")
    counted = compare(group("P"), group("A", 100), Unclear.ABSENT).warnings[0]
    assert "`unclear` counts as not present" in counted


def test_what_differs_in_the_making_is_said() -> None:
    same = compare(group("PA"), group("PA", 100))
    assert not warned(same, "Different")
    for name, words in (
        ({"analyst": "offline"}, "Different analysts: model, offline"),
        ({"model": "other"}, "Different models: m, other"),
        ({"version": "9.9.9"}, "Different versions of the tool"),
        ({"prompts": "ab" * 32}, "Different prompts"),
        ({"settings": {"chunk_tokens": 1}}, "Different settings"),
    ):
        assert warned(compare(group("PA"), group("PA", 100, **name)), words)


def test_another_taxonomy_is_said() -> None:
    value = plain()
    value["taxonomy"]["fingerprint"] = "cd" * 32
    assert warned(compare(group("P"), [from_dict(value)]), "Different taxonomies")


def test_a_trace_in_both_groups_is_said() -> None:
    assert warned(compare(group("PA", 0), group("PA", 1)), "1 trace is in both groups")
    assert warned(compare(group("PA", 0), group("PA", 0)), "2 traces are in both groups")
    assert not warned(compare(group("PA"), group("PA", 100)), "in both groups")


def test_a_trace_twice_in_a_group_is_said() -> None:
    twice = [*group("PA"), *group("A")]
    assert warned(compare(twice, group("PA", 100)), "more than once in the group before (1 too many)")


def test_the_offline_analyst_is_said_to_see_only_a_part() -> None:
    offline: dict[str, Any] = {"analyst": "offline", "model": None}
    assert warned(compare(group("PU", **offline), group("PU", 100, **offline)), "never says `absent`")
    counted = compare(group("PU", **offline), group("PU", 100, **offline), Unclear.ABSENT)
    assert warned(counted, "not how often the mode occurred")


def test_an_incomplete_diagnosis_is_said() -> None:
    value = plain()
    value["coverage"]["cells"][0] |= {"state": "error", "why": "no answer"}
    assert warned(compare([from_dict(value)], group("P", 100)), "1 of 2 diagnoses are incomplete")
