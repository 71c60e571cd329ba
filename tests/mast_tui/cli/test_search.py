"""`mast-tui search`: matching trace lines in every shape the contract names."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.mast_tui.desk import SAMPLES

Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "some.log"
    path.write_bytes(b"Error one\n\nerror two error\n\xffCaf\xc3\xa9 error\nlast")
    return path


def test_lines_carry_their_numbers(run_cli: Cli, log: Path) -> None:
    assert run_cli("search", log, "error") == (0, "3:error two error\n4:\ufffdCafé error\n", "")
    assert run_cli("search", log, "ERROR", "-i", "--count") == (0, "3\n", "")
    assert run_cli("search", log, "^error|é e", "--regex")[1] == "3:error two error\n4:\ufffdCafé error\n"


def test_nothing_found_is_no_failure(run_cli: Cli, log: Path) -> None:
    assert run_cli("search", log, "absent") == (0, "", "")
    assert run_cli("search", log, "absent", "--count") == (0, "0\n", "")


def test_json_says_event_and_places(run_cli: Cli, log: Path) -> None:
    code, out, _ = run_cli("search", log, "error", "--json")
    assert code == 0
    assert [json.loads(line) for line in out.splitlines()] == [
        {"line": 3, "event": 2, "text": "error two error", "spans": [[0, 5], [10, 15]]},
        {"line": 4, "event": 2, "text": "\ufffdCafé error", "spans": [[6, 11]]},
    ]


def test_json_traces_are_searched_unfolded(run_cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"agent": "a", "text": "one\\n\\"caf\\u00e9\\""}\n{"agent": "b", "text": "caf\\u00e9"}\n')
    out = run_cli("search", path, '"café"', "--json")[1]
    assert json.loads(out) == {"line": 2, "event": 1, "text": '"café"', "spans": [[0, 6]]}


def test_a_slower_engine_is_said(run_cli: Cli, log: Path) -> None:
    code, out, err = run_cli("search", log, r"([a-z]{5}).*\1", "--regex")
    assert (code, out) == (0, "3:error two error\n")
    assert "slower" in err
    assert run_cli("search", log, r"(error).*\1", "--regex") == (0, "3:error two error\n", "")


def test_what_is_no_pattern_is_wrong_use(run_cli: Cli, log: Path) -> None:
    code, out, err = run_cli("search", log, "(", "--regex")
    assert (code, out) == (2, "")
    assert "regular expression" in err


def test_a_filter_says_in_which_events_is_searched(run_cli: Cli) -> None:
    def found(*words: str) -> list[tuple[int, str]]:
        _, out, _ = run_cli("search", SAMPLES / "invoices.jsonl", *words, "--json")
        return [(row["line"], row["text"]) for row in map(json.loads, out.splitlines())]

    everywhere = found("rates")
    coder = found("rates", "agent:Coder", "kind:say")
    assert coder
    assert set(coder) < set(everywhere)
    assert found("agent:Coder kind:say rates") == coder
    whole = found("", "agent:Coder", "kind:say")
    assert set(coder) < set(whole)
    assert found("", "agent:Coder kind:say") == whole
    assert found('"agent:Coder kind:say"') == []


def test_a_pattern_that_is_told_moves_no_terminal(run_cli: Cli, log: Path) -> None:
    code, _, err = run_cli("search", log, "kind:call \x1b]0;title\x07")
    assert code == 0 and "kind:call" in err and "\x1b" not in err and "\x07" not in err
