"""What was typed as a filter becomes terms; whatever names no field is a word."""

import pytest

from agent.errors import WrongUse
from agent.terms import Term, terms_of

FIELDS = ("agent", "kind")


@pytest.mark.parametrize(
    ("typed", "term"),
    [
        ("total", Term("total")),
        ("-total", Term("total", is_not=True)),
        ("!total", Term("total", is_not=True)),
        ("agent:Planner", Term("Planner", "agent")),
        ("AGENT:Planner", Term("Planner", "agent")),
        ("-agent:Planner,Coder", Term("Planner,Coder", "agent", is_not=True)),
        ('agent:"Code Reviewer"', Term("Code Reviewer", "agent", is_quoted=True)),
        ('"two words"', Term("two words", is_quoted=True)),
        (r'"a \" b"', Term('a " b', is_quoted=True)),
        ("/exit code [1-9]/", Term("exit code [1-9]", is_regex=True)),
        ("-/a b/", Term("a b", is_not=True, is_regex=True)),
        ("/workspace/main.py", Term("/workspace/main.py")),
        ("http://x", Term("http://x")),
        ('"agent:x"', Term("agent:x", is_quoted=True)),
        ("10:42", Term("10:42")),
    ],
)
def test_one_term(typed: str, term: Term) -> None:
    assert terms_of(typed, FIELDS) == [term]
    assert terms_of(f"  {typed}   last ", FIELDS) == [term, Term("last")]


def test_a_field_that_is_misspelt_is_named_and_not_taken_for_a_word() -> None:
    with pytest.raises(WrongUse, match='Did you mean "agent:"'):
        terms_of("agnet:Planner", FIELDS)


def test_values_with_commas_between_are_choices_unless_they_are_quoted() -> None:
    assert terms_of("kind:call,result", FIELDS)[0].choices == ("call", "result")
    assert terms_of('kind:"call,result"', FIELDS)[0].choices == ("call,result",)
