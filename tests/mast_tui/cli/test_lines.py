"""`mast-tui lines`: what exists of a range, raw into a pipe, numbered on request."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Cli = Callable[..., tuple[int, str, str]]
TEXT = b"one\n\n\xfftwo \x1b[31mred\nlong " + b"x" * 600_000 + b"\nlast"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "some.log"
    path.write_bytes(TEXT)
    return path


@pytest.mark.parametrize(
    ("wanted", "first", "last"),
    [("1-3", 1, 3), ("2", 2, 2), ("4-", 4, 5), ("-2", 1, 2), ("5-99", 5, 5), ("L3-L4", 3, 4)],
)
def test_the_lines_of_a_range(run_cli: Cli, log: Path, wanted: str, first: int, last: int) -> None:
    lines = TEXT.decode("utf-8", "replace").split("\n")[first - 1 : last]
    assert run_cli("lines", log, wanted) == (0, "".join(f"{line}\n" for line in lines), "")
    numbered = "".join(f"{number}:{line}\n" for number, line in enumerate(lines, first))
    assert run_cli("lines", log, wanted, "-n") == (0, numbered, "")


def test_beyond_the_end_is_said(run_cli: Cli, log: Path) -> None:
    assert run_cli("lines", log, "6-9") == (0, "", "The trace has 5 lines; there is none from line 6 on.\n")


@pytest.mark.parametrize("wanted", ["0", "5-3", "x", "", "-", "1-2-3"])
def test_what_is_no_range_is_wrong_use(run_cli: Cli, log: Path, wanted: str) -> None:
    code, out, _ = run_cli("lines", log, wanted)
    assert (code, out) == (2, "")


def test_json_lines_are_unfolded(run_cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"agent": "a", "text": "one\\ntwo"}\n{"agent": "b", "text": "three"}\n')
    assert run_cli("lines", path, "2-3", "-n")[1] == "2:two\n3:three\n"
    assert run_cli("lines", "-", "2-3", stdin=path.read_bytes())[1] == "two\nthree\n"


def test_an_empty_trace_has_no_lines(run_cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    code, out, err = run_cli("lines", tmp_path / "empty", "1-5")
    assert (code, out) == (0, "")
    assert "0 lines" in err


def test_a_terminal_gets_nothing_it_would_obey(log: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "mast_tui", "lines", str(log), "3"]
    subprocess.run(command, stdout=theirs, check=True, cwd=Path(__file__).resolve().parents[3])
    os.close(theirs)
    shown = os.read(ours, 4096)
    os.close(ours)
    assert b"\x1b" not in shown
    assert "␛[31mred".encode() in shown
