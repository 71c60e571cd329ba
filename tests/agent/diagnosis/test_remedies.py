"""Remedies name the trace they are for: one of each kind, with its actors, its tool and its line."""

import pytest

from agent.diagnosis.remedies import advise, thing
from taxonomy.mast import load
from tests.agent.diagnosis.findings import finding


def test_each_kind_that_applies_is_advised_once_and_every_gap_is_filled() -> None:
    for mode in load().modes:
        advised = advise(load(), finding(mode=mode.code, topic="parser.py"), ["Coder", "Tester"], "run_tests")
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
        for one in advise(load(), finding(mode=mode.code, topic="parser.py"), ["Coder", "Tester"], "run_tests")
    )
    assert all(name in said for name in ("Coder", "Tester", "run_tests", "parser.py", "L10"))


@pytest.mark.parametrize(
    ("topic", "named"),
    [
        ("app.py", "app.py"),
        ("read_file: rates.csv", "rates.csv"),
        ("src/total.py", "src/total.py"),
        ("http://example.com/a.png", ""),
        ("max_tokens", "max_tokens"),
        ("last change", ""),
        ("final answer", ""),
        ("code", ""),
        ("request to planner", ""),
        ("", ""),
    ],
)
def test_only_what_can_stand_without_an_article_is_put_into_a_sentence(topic: str, named: str) -> None:
    assert thing(topic) == named
