"""`mast-tui doctor`: what it sees of this machine, and what it never shows."""

import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
RunCli = Callable[..., tuple[int, str, str]]


def checks(out: str) -> dict[str, dict[str, object]]:
    """The checks by name."""
    return {check["name"]: check for check in json.loads(out)["checks"]}


def test_every_check_says_what_it_saw_and_bad_news_comes_with_advice(run_cli: RunCli) -> None:
    code, out, err = run_cli("doctor", "--json")
    assert (code, err) == (0, "")
    by_name = checks(out)
    assert {"versions", "libraries", "terminal", "text", "clipboard", "tokenizer", "state", "model"} <= set(by_name)
    assert all(check["seen"] for check in by_name.values())
    assert by_name["terminal"]["works"] is False
    assert all(check["advice"] for check in by_name.values() if not check["works"] and check["name"] != "tokenizer")


def test_the_key_is_seen_and_never_shown(run_cli: RunCli) -> None:
    for words in (["doctor"], ["doctor", "--json"]):
        _, out, err = run_cli(*words, env={"OPENAI_API_KEY": "sk-planted-0123456789"})
        assert "OPENAI_API_KEY is set" in out
        assert "planted" not in out + err


def test_a_state_folder_that_cannot_be_one_is_noticed(run_cli: RunCli, tmp_path: Path) -> None:
    blocking = tmp_path / "file"
    blocking.write_text("")
    _, out, _ = run_cli("doctor", "--json", env={"MAST_TUI_HOME": str(blocking)})
    assert checks(out)["state"]["works"] is False
    _, out, _ = run_cli("doctor", "--json", env={"MAST_TUI_HOME": str(tmp_path / "new" / "folder")})
    assert checks(out)["state"]["works"] is True
    assert not (tmp_path / "new").exists()


def test_a_hostile_name_of_the_terminal_stays_harmless(run_cli: RunCli) -> None:
    _, out, _ = run_cli("doctor", env={"MAST_TUI_HOME": "/tmp/\x1b]0;owned\x07"})
    assert "\x1b" not in out
    assert "␛]0;owned␇" in out


def on_a_terminal(columns: int, rows: int, **settings: str) -> str:
    """What doctor says on a real terminal of this size."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    environment = {name: value for name, value in environment.items() if name != "COLORTERM" or name in settings}
    running = subprocess.Popen(
        [sys.executable, "-m", "mast_tui", "doctor"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    seen = b""
    try:
        while part := os.read(ours, 65536):
            seen += part
    except OSError:  # Linux says so when the other side is gone
        pass
    finally:
        os.close(ours)
    assert running.wait() == 0
    return seen.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("columns", "rows", "settings", "said"),
    [
        (80, 24, {"TERM": "xterm-256color"}, "ok    terminal      xterm-256color, 80x24"),
        (80, 24, {"TERM": "xterm-256color"}, "ok    colour        256 colours"),
        (80, 24, {"TERM": "xterm", "COLORTERM": "truecolor"}, "ok    colour        true colour"),
        (80, 24, {"TERM": "xterm"}, "note  colour        16 colours or fewer"),
        (80, 24, {"TERM": "xterm", "NO_COLOR": "1"}, "ok    colour        off"),
        (59, 24, {"TERM": "xterm"}, "note  terminal      xterm, 59x24"),
        (80, 14, {"TERM": "xterm"}, "note  terminal      xterm, 80x14"),
        (80, 24, {"TERM": "dumb"}, "note  terminal      dumb, 80x24"),
        (80, 24, {"TERM": "x", "PYTHONIOENCODING": "latin-1"}, "Set the locale to a UTF-8 one"),
    ],
)
def test_the_terminal_is_judged_by_what_it_is(columns: int, rows: int, settings: dict[str, str], said: str) -> None:
    assert said in on_a_terminal(columns, rows, **settings)
