"""`mast-tui report`: reports drawn again from a saved diagnosis, with no model and no trace."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.diagnosis.document import from_dict, load
from agent.diagnosis.editions import SCHEMA, current
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.store import open_store
from tests.agent.report.samples import plain
from tests.mast_tui.desk import FAILED


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "saved.json"
    path.write_text(json.dumps(plain(note="look at L9", decision="accepted")))
    return path


def test_every_kind_of_report_is_written(run_cli: Any, saved: Path, tmp_path: Path) -> None:
    names = ["r.md", "r.html", "r.json", "r.sarif"]
    code, out, err = run_cli("report", saved, *[word for name in names for word in ("-o", tmp_path / name)])
    assert (code, out) == (0, "")
    for name in names:
        assert "look at L9" in (tmp_path / name).read_text(encoding="utf-8")
        assert f"{name} (" in err
    assert json.loads((tmp_path / "r.json").read_text()) == json.loads(saved.read_text())


def test_it_is_drawn_without_the_trace_and_says_so(run_cli: Any, saved: Path, tmp_path: Path) -> None:
    code, _, err = run_cli("report", saved, "-o", tmp_path / "r.html")
    assert code == 0
    assert "The trace is not at hand" in err
    assert "The trace was not at hand" in (tmp_path / "r.html").read_text()


def test_the_same_reports_come_out_while_the_trace_is_there(run_cli: Any, made: Path, tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    trace.write_bytes((made / "autogen_stream.jsonl").read_bytes())
    first = [tmp_path / f"first.{suffix}" for suffix in ("md", "html", "json", "sarif")]
    again = [tmp_path / f"again.{suffix}" for suffix in ("md", "html", "json", "sarif")]
    assert run_cli("diagnose", trace, "--offline", *[w for path in first for w in ("-o", path)])[0] == 0
    assert run_cli("report", first[2], *[w for path in again for w in ("-o", path)])[0] == 0
    for one, other in zip(first, again, strict=True):
        assert one.read_bytes() == other.read_bytes()
    trace.rename(tmp_path / "moved.jsonl")
    assert run_cli("report", first[2], "-o", again[1], "--trace", tmp_path / "moved.jsonl")[0] == 0
    assert first[1].read_bytes() == again[1].read_bytes()


def test_another_trace_is_refused(run_cli: Any, saved: Path, made: Path, tmp_path: Path) -> None:
    code, _, err = run_cli("report", saved, "-o", tmp_path / "r.html", "--trace", made / "plain_logging.log")
    assert code == 2
    assert "not the trace of the diagnosis" in err
    assert not (tmp_path / "r.html").exists()


def test_the_suffix_of_an_output_is_known(run_cli: Any, saved: Path, tmp_path: Path) -> None:
    code, _, err = run_cli("report", saved, "-o", tmp_path / "r.pdf")
    assert code == 2
    assert ".md, .html, .json, .sarif and .xml" in err


def test_a_report_is_never_written_over_the_trace(run_cli: Any, saved: Path, tmp_path: Path) -> None:
    trace = tmp_path / "run.json"
    trace.write_text("precious")
    value = plain()
    value["trace"]["path"] = str(trace)
    saved.write_text(json.dumps(value))
    assert run_cli("report", saved, "-o", trace)[0] == 2
    assert trace.read_text() == "precious"


@pytest.mark.parametrize(
    "text, words",
    [
        ("{}", "not a diagnosis"),
        ("[]", "not a diagnosis"),
        ("nonsense", "cannot be read"),
        ("[" * 100_000, "cannot be read"),
        ('{"schema": "mast-tui/diagnosis/1"}', "damaged"),
        ('{"schema": "mast-tui/diagnosis/3"}', "newer mast-tui"),
        ('{"schema": "mast-tui/diagnosis/999"}', "newer mast-tui"),
        ('{"schema": "mast-tui/diagnosis/0"}', "not a diagnosis"),
        ('{"schema": "other/diagnosis/1"}', "not a diagnosis"),
    ],
)
def test_what_cannot_be_read_is_said(run_cli: Any, tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    code, out, err = run_cli("report", path, "-o", tmp_path / "r.md")
    assert (code, out) == (66, "")
    assert words in err
    assert len(err.strip().split("\n")) == 3
    assert not (tmp_path / "r.md").exists()


def test_a_newer_edition_says_what_to_do(run_cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "newer.json"
    path.write_text(json.dumps(plain() | {"schema": "mast-tui/diagnosis/7"}))
    code, _, err = run_cli("report", path, "-o", tmp_path / "r.md")
    assert code == 66
    assert "Update mast-tui" in err


def test_older_editions_go_through_every_step() -> None:
    steps = {
        1: lambda value: {**value, "one": 1},
        2: lambda value: {**value, "two": value["one"] + 1},
    }
    value = current({"schema": "mast-tui/diagnosis/1"}, "here", steps, newest=3)
    assert value == {"schema": "mast-tui/diagnosis/3", "one": 1, "two": 2}
    assert current({"schema": SCHEMA}, "here") == {"schema": SCHEMA}


def test_the_threshold_holds_here_too(run_cli: Any, saved: Path, tmp_path: Path) -> None:
    assert run_cli("report", saved, "-o", tmp_path / "r.md", "--fail-on", "FM-3.1")[0] == 1
    saved.write_text(json.dumps(plain(decision="rejected")))
    assert run_cli("report", saved, "-o", tmp_path / "r.md", "--fail-on", "FM-3.1")[0] == 0
    assert run_cli("report", saved, "-o", tmp_path / "r.md", "--fail-on", "present")[0] == 1


def test_what_was_decided_and_noted_in_the_app_is_in_every_report(run_cli: Any, tmp_path: Path) -> None:
    """A diagnosis made without a screen is what the app would show, and the app's words come back into reports."""
    out, page = tmp_path / "out.json", tmp_path / "out.md"
    assert run_cli("diagnose", FAILED, "--offline", "-o", out)[0] == 0
    diagnosis = load(out)
    memory = open_store(usable_state_folder())
    assert memory.recent()[0].path == str(FAILED)
    key, finding = diagnosis.trace.sha256, diagnosis.findings[0]
    assert from_dict(memory.diagnosis(key) or {}) == diagnosis
    memory.keep_decision(key, finding.id, "rejected", "the tool was down")
    memory.keep(key, "note", "3-4", {"text": "began here", "print": "?"})
    memory.close()
    code, _, err = run_cli("report", out, "-o", page)
    assert code == 0 and "From the state folder: 1 decision and 1 note." in err
    for words in ("A reader rejected this finding", "the tool was down", "L3-4: began here"):
        assert words in page.read_text()
    assert run_cli("diagnose", FAILED, "--offline", "-o", page, "-o", tmp_path / "again.json")[0] == 0
    assert "the tool was down" in page.read_text() and "began here" in page.read_text()
    assert load(tmp_path / "again.json").findings[0].decision == "rejected"
