"""`mast-tui brief`: one finding of a trace or of a saved diagnosis, handed over."""

import json
import shlex
import shutil
from pathlib import Path

import pytest

from tests.conftest import RunCli
from tests.mast_tui.desk import FAILED


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "the run.log"
    shutil.copy(FAILED, path)
    return path


@pytest.fixture
def saved(run_cli: RunCli, trace: Path) -> Path:
    path = trace.with_name("d.json")
    assert run_cli("diagnose", trace, "--offline", "-o", path)[0] == 0
    return path


def test_a_trace_that_nobody_diagnosed_is_diagnosed_offline_once(run_cli: RunCli, trace: Path) -> None:
    code, out, err = run_cli("brief", trace, "F1")
    assert code == 0 and out.startswith("# F1: ") and "the offline analyst makes one" in err
    assert run_cli("brief", trace, "f1") == (0, out, "")


def test_a_saved_diagnosis_finds_its_trace_and_is_held_against_it(run_cli: RunCli, saved: Path, trace: Path) -> None:
    code, out, _ = run_cli("brief", saved, "F1", "--json")
    made = json.loads(out)
    assert code == 0 and made["holds"] is True and made["finding"] == json.loads(saved.read_text())["findings"][0]
    trace.write_bytes(trace.read_bytes().replace(b"Observation", b"Obsolescence"))
    code, out, _ = run_cli("brief", saved, "F1")
    assert code == 1 and "does not stand there any more" in out
    trace.unlink()
    code, out, err = run_cli("brief", saved, "F1")
    assert code == 0 and "not looked up again" in out and "not at hand" in err


def test_every_command_that_it_names_about_the_trace_works(run_cli: RunCli, saved: Path) -> None:
    made = json.loads(run_cli("brief", f"{saved}#F2", "--json")[1])
    lines = [shlex.split(each["command"]) for each in made["commands"]]
    run = [words[1:] for words in lines if words[1] in ("lines", "search", "verify")]
    assert {words[0] for words in run} >= {"lines", "verify"}
    for words in run:
        code, out, _ = run_cli(*words)
        assert code == 0 and out


@pytest.mark.parametrize("words", [(), ("F9",), ("nonsense",)])
def test_a_finding_that_is_not_there_is_answered_with_those_that_are(
    run_cli: RunCli, saved: Path, words: tuple[str, ...]
) -> None:
    code, out, err = run_cli("brief", saved, *words)
    assert (code, out) == (2, "") and "F1 " in err and "F2 " in err


def test_a_trace_through_a_pipe_has_no_path_to_name(run_cli: RunCli, trace: Path) -> None:
    code, out, _ = run_cli("brief", "-", "F1", stdin=trace.read_bytes())
    assert code == 0 and "mast-tui lines" not in out and "mast-tui diagnose NEW\\_TRACE" not in out


@pytest.mark.parametrize(("text", "why"), [("", "The trace is empty."), ("hello\n", "not the same as no failure")])
def test_where_nothing_was_found_it_is_said_why(run_cli: RunCli, tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "run.log"
    path.write_text(text)
    code, out, err = run_cli("brief", path)
    assert (code, out) == (2, "") and "There is no finding to hand over." in err and why in err
    assert "Name one" not in err
