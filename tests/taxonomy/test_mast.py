"""MAST as shipped: fourteen modes, found by code, name and alias, with rivals on both sides and the printed shares."""

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taxonomy.mast
from taxonomy.mast import AmbiguousName, UnknownMode, load, mode_code, plain_name
from taxonomy.mode import Stage, called

MAST = load()

PUBLISHED = {
    "FM-1.1": "Disobey task specification",
    "FM-1.2": "Disobey role specification",
    "FM-1.3": "Step repetition",
    "FM-1.4": "Loss of conversation history",
    "FM-1.5": "Unaware of termination conditions",
    "FM-2.1": "Conversation reset",
    "FM-2.2": "Fail to ask for clarification",
    "FM-2.3": "Task derailment",
    "FM-2.4": "Information withholding",
    "FM-2.5": "Ignored other agent's input",
    "FM-2.6": "Reasoning-action mismatch",
    "FM-3.1": "Premature termination",
    "FM-3.2": "No or incomplete verification",
    "FM-3.3": "Incorrect verification",
}


def test_the_fourteen_modes_in_order_under_their_published_names() -> None:
    assert {mode.code: mode.name for mode in MAST.modes} == PUBLISHED
    assert MAST.codes == tuple(PUBLISHED)
    assert [category.code for category in MAST.categories] == ["FC1", "FC2", "FC3"]
    assert all(mode.code[3] == mode.category[2] for mode in MAST.modes)
    assert [len(MAST.modes_of(category.code)) for category in MAST.categories] == [5, 6, 3]


def test_the_version_is_pinned_and_the_fingerprint_is_of_the_file() -> None:
    data = Path(taxonomy.mast.__file__).with_name("mast.toml").read_bytes()
    assert MAST.version == "arXiv:2503.13657v3"
    assert MAST.fingerprint == hashlib.sha256(data).hexdigest()
    assert load() is MAST


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("FM-2.5", "FM-2.5"),
        ("2.5", "FM-2.5"),
        ("fm2.5", "FM-2.5"),
        (" fm 2.5 ", "FM-2.5"),
        ("IGNORED OTHER AGENT’S INPUT", "FM-2.5"),
        ("Ignored Other Agents' Input", "FM-2.5"),
        ("ignored_other_agents_input", "FM-2.5"),
        ("Action-Reasoning Mismatch", "FM-2.6"),
        ("reasoning action mismatch", "FM-2.6"),
        ("Information Witholding", "FM-2.4"),
        ("Backtracking interruption", "FM-1.4"),
        ("Weak Verification", "FM-3.3"),
        ("Lack of result verification", "FM-3.2"),
    ],
)
def test_a_mode_is_found_by_code_name_or_alias(name: str, code: str) -> None:
    assert MAST.mode(name).code == code


@pytest.mark.parametrize(
    "name", ["FM-1.6", "2.7", "4.1", "FM-0.1", "FC1", "", "verify", "2.5 Step repetition", "1.1.1"]
)
def test_what_is_no_mode_is_not_guessed(name: str) -> None:
    with pytest.raises(UnknownMode):
        MAST.mode(name)


def test_a_name_that_means_two_modes_is_refused_with_both() -> None:
    with pytest.raises(AmbiguousName) as refused:
        MAST.mode("No or Incorrect Verification")
    assert refused.value.codes == ("FM-3.2", "FM-3.3")
    assert "definitions.txt" in refused.value.why


def test_no_name_belongs_to_two_modes() -> None:
    owners: dict[str, set[str]] = {}
    for mode in MAST.modes:
        for name in (mode.name, *mode.aliases):
            owners.setdefault(plain_name(name), set()).add(mode.code)
    assert {name: codes for name, codes in owners.items() if len(codes) > 1} == {}


def test_every_rival_pair_is_seen_from_both_sides_with_one_rule() -> None:
    rules = {(mode.code, rival.code): rival.rule for mode in MAST.modes for rival in mode.rivals}
    assert all(rules[(b, a)] == rule for (a, b), rule in rules.items())
    pairs = {tuple(sorted(pair)) for pair in rules}
    assert pairs == {
        ("FM-1.1", "FM-2.3"),
        ("FM-1.1", "FM-3.2"),
        ("FM-1.1", "FM-3.3"),
        ("FM-1.2", "FM-2.6"),
        ("FM-1.3", "FM-1.5"),
        ("FM-1.3", "FM-2.1"),
        ("FM-1.4", "FM-2.1"),
        ("FM-1.4", "FM-2.5"),
        ("FM-1.5", "FM-3.1"),
        ("FM-2.2", "FM-3.1"),
        ("FM-2.4", "FM-2.5"),
        ("FM-2.5", "FM-2.6"),
        ("FM-3.2", "FM-3.3"),
    }
    for (a, b), rule in rules.items():
        assert a in rule and b in rule, "a rule names both sides, so that it reads the same from each"


@pytest.mark.parametrize("version", ["v1", "v2", "v3"])
def test_the_shares_of_the_modes_add_up_to_their_category(version: str) -> None:
    for category in MAST.categories:
        total = sum(mode.shares.as_dict()[version] for mode in MAST.modes_of(category.code))
        assert total == pytest.approx(category.shares.as_dict()[version], abs=0.06)


def test_every_text_is_there_and_ends_as_a_sentence() -> None:
    for mode in MAST.modes:
        assert mode.definition.endswith(".") and mode.shows.endswith(".") and mode.question.endswith("?")
        assert mode.code in mode.published_at and "v3" in mode.published_at
        assert set(mode.stages) <= set(Stage) and mode.stages


def test_a_plain_mistake_is_found_by_its_kind_and_is_no_mode() -> None:
    assert [mistake.code for mistake in MAST.mistakes] == ["capability", "environment", "data"]
    for mistake in MAST.mistakes:
        assert MAST.failure(f"Plain mistake: {mistake.code}") is MAST.failure(mistake.code.upper()) is mistake
        assert mistake.definition.endswith(".") and mistake.shows.endswith(".") and mistake.question.endswith("?")
        assert MAST.remedies(mistake.code)
        with pytest.raises(UnknownMode):
            MAST.mode(mistake.code)
    assert MAST.failure("2.5").code == "FM-2.5"
    assert [called("FM-2.5"), called("data")] == ["FM-2.5", "plain mistake: data"]


@given(st.text())
def test_any_text_finds_a_mode_or_says_why_not(text: str) -> None:
    try:
        assert MAST.mode(text).code in PUBLISHED
    except (UnknownMode, AmbiguousName):
        assert (mode_code(text) or "none") not in PUBLISHED


@given(st.sampled_from(sorted(PUBLISHED.values())), st.sampled_from([str.upper, str.lower, str.title, str.swapcase]))
def test_case_never_matters(name: str, change: "type[str]") -> None:
    assert MAST.mode(change(name)).name == name
