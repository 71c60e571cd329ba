"""The other numberings, mapped by meaning: the table of codes, the swap of 3.2 and 3.3, and what has no counterpart."""

import json
from pathlib import Path

import pytest

from taxonomy.mast import AmbiguousName, UnknownMode, load
from taxonomy.versions import PAPER, UnknownNumbering, looks_like, numbering, numberings, split_code, to_mast

BY_MEANING = {
    "MAST-18": {
        "1.1": "FM-1.1",
        "2.6": "FM-1.2",
        "2.2": "FM-1.3",
        "2.3": "FM-1.4",
        "1.5": "FM-1.5",
        "2.4": "FM-2.1",
        "1.4": "FM-2.2",
        "2.5": "FM-2.3",
        "3.2": "FM-2.4",
        "3.3": "FM-2.5",
        "1.2": "FM-2.6",
        "4.1": "FM-3.1",
        "4.2": "FM-3.2",
        "4.3": "FM-3.3",
        "1.3": None,
        "2.1": None,
        "3.1": None,
        "3.4": None,
    },
    "MAST-17": {
        "1.1": "FM-1.1",
        "1.7": "FM-1.2",
        "1.5": "FM-1.3",
        "1.6": "FM-1.4",
        "1.3": "FM-1.5",
        "2.1": "FM-2.1",
        "2.2": "FM-2.2",
        "2.3": "FM-2.3",
        "2.6": "FM-2.4",
        "2.7": "FM-2.5",
        "1.2": "FM-2.6",
        "3.1": "FM-3.1",
        "3.3": "FM-3.2",
        "3.2": "FM-3.3",
        "1.4": None,
        "2.4": None,
        "2.5": None,
    },
}


@pytest.mark.parametrize("name", BY_MEANING)
def test_the_early_rounds_are_mapped_code_by_code(name: str) -> None:
    assert {entry.code: entry.mode for entry in numbering(name).entries} == BY_MEANING[name]


@pytest.mark.parametrize(
    ("name", "omitted", "weak"),
    [
        ("paper v1", "3.2", "3.3"),
        ("paper v3", "3.2", "3.3"),
        ("judge prompt", "3.2", "3.3"),
        ("agentdash", "3.2", "3.3"),
        ("definitions.txt", "3.3", "3.2"),
        ("MAST-14 sheet", "3.3", "3.2"),
        ("MAST-17 (rounds 2-3)", "3.3", "3.2"),
        ("MAST-18", "4.2", "4.3"),
    ],
)
def test_verification_is_mapped_by_its_text_and_not_by_its_number(name: str, omitted: str, weak: str) -> None:
    assert to_mast(name, omitted).mode == "FM-3.2"
    assert to_mast(name, weak).mode == "FM-3.3"


def test_one_name_means_its_own_mode_in_each_numbering() -> None:
    assert to_mast("definitions", "No or Incorrect Verification").code == "3.3"
    assert to_mast("judge-prompt", "No or Incorrect Verification").code == "3.2"
    assert to_mast("MAST-14-sheet", "No or Incomplete Verification").mode == "FM-3.3"
    assert load().mode("No or Incomplete Verification").code == "FM-3.2"


def test_dropped_modes_say_that_they_have_no_counterpart_and_why() -> None:
    without = [entry for known in numberings() for entry in known.entries if entry.mode is None]
    assert {entry.title for entry in without} >= {
        "1.4 Unbatched repetitive execution",
        "3.4 Waiting for known information",
    }
    assert all(len(entry.reason) > 20 for entry in without)
    assert all(entry.nearest is None or entry.nearest in load().codes for entry in without)
    assert all(entry.key.startswith(entry.numbering) for entry in without)


def test_every_mode_that_is_mapped_exists_and_is_mapped_once_per_numbering() -> None:
    for known in numberings():
        mapped = [entry.mode for entry in known.entries if entry.mode]
        assert len(set(mapped)) == len(mapped), known.name
        assert set(mapped) <= set(load().codes)
        assert not any(entry.reason or entry.nearest for entry in known.entries if entry.mode)
        if known.name not in ("MAST-15", "notes"):
            assert set(mapped) == set(load().codes), known.name


SWAPPED = {("MAST-17", "3.2"), ("MAST-17", "3.3"), ("MAST-14-sheet", "3.2"), ("MAST-14-sheet", "3.3")}


def test_every_name_with_a_counterpart_finds_it_in_ours_or_is_known_to_be_ambiguous() -> None:
    for known in numberings():
        for entry in known.entries:
            for name in entry.names if entry.mode else ():
                if (known.name, entry.code) in SWAPPED:
                    continue  # the titles of these rows are the paper's, their texts are the other way round
                try:
                    assert load().mode(name).code == entry.mode
                except AmbiguousName as error:
                    assert entry.mode in error.codes


def test_names_without_a_counterpart_find_nothing_in_ours() -> None:
    for known in numberings():
        for entry in known.entries:
            for name in entry.names if entry.mode is None else ():
                with pytest.raises(UnknownMode):
                    load().mode(name)


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["1.7"], ["MAST-17"]),
        (["2.7", "1.1"], ["MAST-17"]),
        (["4.1"], ["MAST-18"]),
        (["3.4"], ["MAST-18"]),
        (["1.5 Step repetition"], ["MAST-17"]),
        (["Trajectory restart"], ["notes"]),
        (["9.9"], []),
        ([], []),
    ],
)
def test_foreign_codes_are_recognised(texts: list[str], names: list[str]) -> None:
    assert [known.name for known in looks_like(texts)] == names


def test_a_code_and_a_name_must_agree() -> None:
    sheet = numbering("MAST-17")
    assert sheet.entry("1.5 Step repetition") is sheet.entry("1.5")
    assert sheet.entry("1.5: step repetition") is sheet.entry("1.5")
    assert sheet.entry("1.3 Step repetition") is None
    assert split_code("FM-2.5 – Ignored other agent's input") == ("FM-2.5", "Ignored other agent's input")


def test_an_unknown_numbering_or_code_is_refused() -> None:
    with pytest.raises(UnknownNumbering):
        numbering("MAST-99")
    with pytest.raises(UnknownMode):
        to_mast("MAST-17", "4.1")
    assert numbering(load().version).name == PAPER


def test_the_figure_of_which_only_codes_are_known_maps_nothing() -> None:
    assert [entry.mode for entry in numbering("arxiv_figure_v2").entries] == [None] * 15


def test_the_sheets_own_names_are_ours(shared: Path) -> None:
    for path in (shared / "labels" / "agreement").glob("*.json"):
        head = json.loads(path.read_text("utf-8")).get("taxonomy")
        for code, name in (head or {"codes": {}})["codes"].items():
            assert numbering(head["version"]).entry(f"{code} {name}") is not None


def test_the_crosswalk_to_the_definitions_file_says_the_same(shared: Path) -> None:
    """The crosswalk keeps 3.2 and 3.3, but its target is definitions.txt: by meaning both tell the same."""
    crosswalk = json.loads((shared / "labels" / "crosswalk" / "iaa_crosswalk.json").read_text("utf-8"))
    for name, table in (("MAST-18", "round_1_18_to_14"), ("MAST-17", "rounds_2_3_17_to_14")):
        for code, target in crosswalk[table].items():
            theirs = None if target is None else to_mast("definitions.txt", target).mode
            assert to_mast(name, code).mode == theirs, (name, code)


def test_every_option_of_the_notes_is_known(corpus: Path) -> None:
    options = set()
    for path in corpus.rglob("*_human.json"):
        note = json.loads(path.read_text("utf-8")).get("note") or {}
        options |= set(note.get("options") or {}) if isinstance(note, dict) else set()
    assert options
    assert {option for option in options if numbering("notes").entry(option) is None} == set()
