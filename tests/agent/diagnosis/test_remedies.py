"""Remedies name the trace they are for: one of each kind, with its actors, its tool and its line."""

from agent.diagnosis.remedies import advise
from taxonomy.mast import load
from tests.agent.diagnosis.findings import finding


def test_each_kind_that_applies_is_advised_once_and_every_gap_is_filled() -> None:
    for mode in load().modes:
        advised = advise(load(), finding(mode=mode.code, topic="parser"), ["Coder", "Tester"], "run_tests")
        kinds = {remedy.kind.value for remedy in load().remedies(mode.code)}
        assert [one.kind for one in advised] == list(dict.fromkeys(one.kind for one in advised))
        assert {one.kind for one in advised} == kinds
        for one in advised:
            assert "{" not in one.target + one.check
            assert one.because == "It would have prevented: Repeats a step (L10)."


def test_the_names_of_the_trace_stand_in_the_remedies() -> None:
    said = " ".join(
        one.target + one.change + one.check
        for mode in load().modes
        for one in advise(load(), finding(mode=mode.code, topic="parser"), ["Coder", "Tester"], "run_tests")
    )
    assert all(name in said for name in ("Coder", "Tester", "run_tests", "parser", "L10"))
