"""`mast-tui doctor`: what it sees of this machine, and what it never shows."""

import json
from collections.abc import Callable
from pathlib import Path

RunCli = Callable[..., tuple[int, str, str]]


def checks(out: str) -> dict[str, dict[str, object]]:
    """The checks by name."""
    return {check["name"]: check for check in json.loads(out)["checks"]}


def test_every_check_says_what_it_saw_and_bad_news_comes_with_advice(run_cli: RunCli) -> None:
    code, out, err = run_cli("doctor", "--json")
    assert (code, err) == (0, "")
    found = checks(out)
    assert {"versions", "libraries", "terminal", "text", "clipboard", "tokenizer", "state", "model"} <= set(found)
    assert all(check["seen"] for check in found.values())
    assert found["terminal"]["works"] is False
    assert all(check["advice"] for check in found.values() if not check["works"] and check["name"] != "tokenizer")


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
