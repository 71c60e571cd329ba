"""The remedies as shipped: enough of each kind for every mode, and placeholders that a trace's names can fill."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taxonomy.mast import load
from taxonomy.remedy import PLAIN_WORDS, RemedyKind

MAST = load()
EVERY_REMEDY = [
    remedy for code in (*MAST.codes, *(one.code for one in MAST.mistakes)) for remedy in MAST.remedies(code)
]


@pytest.mark.parametrize("code", MAST.codes)
@pytest.mark.parametrize("kind", RemedyKind)
def test_each_kind_has_two_remedies_or_a_reason_for_none(code: str, kind: RemedyKind) -> None:
    reasons = [none.reason for none in MAST.no_remedies(code) if none.kind == kind]
    remedies = MAST.remedies(code, kind)
    assert len(remedies) >= 2 if not reasons else (not remedies and len(reasons[0]) > 40)


def test_remedies_of_a_mode_come_specification_first() -> None:
    for code in MAST.codes:
        kinds = [list(RemedyKind).index(remedy.kind) for remedy in MAST.remedies(code)]
        assert kinds == sorted(kinds)


def test_no_two_remedies_say_the_same_and_none_is_a_stub() -> None:
    assert len({remedy.change for remedy in EVERY_REMEDY}) == len(EVERY_REMEDY)
    for remedy in EVERY_REMEDY:
        assert len(remedy.change.split()) >= 25, remedy
        assert remedy.target and remedy.effect.endswith(".") and remedy.check and remedy.source


def test_only_known_placeholders_are_used_and_filling_leaves_none() -> None:
    for remedy in EVERY_REMEDY:
        texts = (remedy.target, remedy.change, remedy.effect, remedy.check)
        assert set(re.findall(r"\{(\w+)\}", " ".join(texts))) <= set(PLAIN_WORDS)
        filled = remedy.fill({"actor": "Coder"})
        assert not re.search(r"\{(" + "|".join(PLAIN_WORDS) + r")\}", filled.target + filled.change + filled.check)


def test_filling_uses_the_names_given_and_plain_words_for_the_rest() -> None:
    first = MAST.remedies("FM-2.4", RemedyKind.SPECIFICATION)[0]
    assert first.fill({"actor": "Planner"}).target == "Planner's prompt, on reporting"
    assert first.fill({"actor": "assistant"}).target == "assistant's prompt, on reporting"
    assert first.fill().target == "The agent's prompt, on reporting"
    assert first.fill({"actor": ""}).target == "The agent's prompt, on reporting"


@given(st.text(min_size=1))
def test_a_name_is_put_in_as_it_is_even_with_braces_inside(name: str) -> None:
    remedy = MAST.remedies("FM-1.2", RemedyKind.COORDINATION)[0]
    assert f"take {name} away" in remedy.fill({"tool": name, "actor": "{tool}"}).change
