"""A filter is completed with fields, and with what the trace has."""

import pytest

from agent.trace.trace import Trace
from mast_tui.state.filter_words import completed, filter_words
from tests.mast_tui.desk import SAMPLES

WORDS = {"agent": ["Planner", "Code Reviewer", "Coder"], "kind": ["call", "say"], "tool": ["bash"]}


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("ag", "agent:"),
        ("-ag", "-agent:"),
        ("total ki", "total kind:"),
        ("agent:P", "agent:Planner"),
        ("agent:p", "agent:Planner"),
        ("agent:Cod", 'agent:"Code Reviewer"'),
        ("agent:Planner,coder", None),
        ("agent:Planner,Pl", "agent:Planner,Planner"),
        ('x -agent:"Code ', 'x -agent:"Code Reviewer"'),
        ("kind:call", None),
        ("total", None),
        ("", None),
    ],
)
def test_the_last_word_is_completed(typed: str, becomes: str | None) -> None:
    assert completed(typed, WORDS) == becomes


def test_the_words_of_a_trace_are_its_agents_kinds_and_tools() -> None:
    trace = Trace.open(SAMPLES / "invoices.jsonl")
    trace.read()
    words = filter_words(trace.events, lambda: False)
    assert set(words["agent"]) >= {"Planner", "Coder", "Reviewer", "Tester"}
    assert "read_file" in words["tool"] and words["kind"][0] in ("call", "say")
