"""A saved diagnosis is known by its head, and finds its trace wherever that can lie."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from agent.diagnosis.document import load, to_json
from agent.errors import UnreadableTrace
from mast_tui.state.address import Goal, divided
from mast_tui.state.saved_diagnosis import SavedDiagnosis, is_diagnosis, read_saved, trace_of
from tests.mast_tui.desk import FAILED

SAVED = Path(__file__).parents[1] / "snapshots" / "diagnoses" / "hyperagent-calendar.json"


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A saved diagnosis whose trace lies nowhere yet."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "handed-on"
    folder.mkdir()
    document = to_json(load(SAVED)).replace(load(SAVED).trace.path, "somewhere/else/run.log")
    (folder / "out.json").write_text(document)
    return folder / "out.json"


@pytest.mark.parametrize("name", ["run.log", "renamed.txt", "somewhere/else/run.log", "../somewhere/else/run.log"])
def test_a_trace_is_found_by_its_path_beside_the_file_or_by_its_hash(name: str, saved: Path) -> None:
    place = saved.parent / name
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(FAILED, place)
    (saved.parent / "aaa.log").write_bytes(b"x" * FAILED.stat().st_size)
    assert is_diagnosis(str(saved))
    assert trace_of(read_saved(saved), saved).resolve() == place.resolve()


def test_a_trace_that_has_changed_is_better_than_none_and_none_is_said(saved: Path) -> None:
    with pytest.raises(UnreadableTrace, match="neither where it was nor beside out"):
        trace_of(read_saved(saved), saved)
    changed = saved.parent / "run.log"
    changed.write_text("another trace\n")
    assert trace_of(SavedDiagnosis(read_saved(saved).name, load(saved)), saved) == changed


def called(saved: SavedDiagnosis, path: str) -> SavedDiagnosis:
    """The same diagnosis of a trace with another path."""
    return saved._replace(diagnosis=replace(saved.diagnosis, trace=replace(saved.diagnosis.trace, path=path)))


HOSTILE = ("/dev/zero", "/proc/self/environ", "", ".", "/", "a\0b", "x" * 5000, "/" * 5000, "\ud800", "~/.ssh/id_rsa")


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_document_that_names_what_is_no_trace_of_it_opens_nothing(name: str, saved: Path) -> None:
    read = read_saved(saved)
    with pytest.raises(UnreadableTrace, match="not at hand"):
        trace_of(called(read, name), saved)


def test_a_file_elsewhere_that_a_document_names_is_opened_only_where_it_has_the_very_bytes(
    saved: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("private") / "notes.txt"
    (saved.parent / "run.log").symlink_to(elsewhere)
    os.mkfifo(elsewhere.with_name("pipe"))
    read = read_saved(saved)
    for path in (elsewhere, elsewhere.with_name("pipe"), saved.parent / "run.log", elsewhere.parent):
        named = called(read, str(path))
        elsewhere.write_bytes(b"p" * FAILED.stat().st_size)
        with pytest.raises(UnreadableTrace, match=r"TRACE --diagnosis out\.json"):
            trace_of(named, saved)
    shutil.copy(FAILED, elsewhere)
    assert trace_of(called(read, str(elsewhere)), saved) == elsewhere


@pytest.mark.parametrize("text", ['{"schema": "other/1"}', '{"said": "\\"schema\\": \\"mast-tui/diagnosis/1\\""}', ""])
def test_a_trace_that_speaks_of_diagnoses_is_a_trace(text: str, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(text)
    assert not is_diagnosis(str(tmp_path / "run.json"))
    assert not is_diagnosis(str(tmp_path / "none.json"))


@pytest.mark.parametrize(
    ("words", "path", "goal"),
    [
        ("run.log", "run.log", Goal()),
        ("run.log:1234", "run.log", Goal(1234)),
        ("a:b/run.log:L12", "a:b/run.log", Goal(12)),
        ("run.log#F2", "run.log", Goal(None, "F2")),
        ("run.log:0", "run.log:0", Goal()),
        ("there:12", "there:12", Goal()),
    ],
)
def test_an_address_names_a_line_or_a_finding_but_a_file_of_that_name_is_that_file(
    words: str, path: str, goal: Goal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there:12").write_text("")
    assert divided(words) == (path, goal)
