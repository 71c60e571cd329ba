"""A saved diagnosis in which one value was changed to anything is drawn, or refused in sentences: never a crash."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from agent.diagnosis.document import from_dict
from agent.errors import UnreadableTrace
from tests.agent.report.samples import plain

Cli = Callable[..., tuple[int, str, str]]
Steps = tuple[str | int, ...]
VALUES: tuple[Any, ...] = (
    *(-5, 0, 10**30, float("nan"), True, None, "", "\ud800 \x1b[31m\x9b2J", "x" * 100_000, "../../etc", [], {}, [[]]),
    *({"\x1b": 1}, [None] * 3, "(a+)+$"),
)


def _values_of(value: Any, steps: Steps = ()) -> Iterator[Steps]:
    """The way to every value; of a list only its first part, because the others look like it."""
    if steps:
        yield steps
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _values_of(each, (*steps, name))
    elif isinstance(value, list) and value:
        yield from _values_of(value[0], (*steps, 0))


def _changed(steps: Steps, value: Any) -> dict[str, Any]:
    document: Any = copy.deepcopy(plain())
    inner = document
    for step in steps[:-1]:
        inner = inner[step]
    inner[steps[-1]] = value
    return document  # type: ignore[no-any-return]


def test_any_value_in_any_place(run_cli: Cli, tmp_path: Path) -> None:
    """Each place is given one of the values, and each value stands in many places."""
    # Slow, since there are thousands of places and values.
    path, trace = tmp_path / "d.json", tmp_path / "trace.log"
    trace.write_text("a line\n")
    ways = [("report", path, "-o", tmp_path / name) for name in ("r.html", "r.md")] + [("verify", path, trace)]
    for number, steps in enumerate(_values_of(plain())):
        value = VALUES[number % len(VALUES)]
        path.write_text(json.dumps(_changed(steps, value)))
        code, out, err = run_cli(*ways[number % 3])
        assert code in (0, 1, 2, 66), (steps, value, err)
        assert "\x1b" not in out + err and "\x9b" not in out + err, (steps, value)


@pytest.mark.parametrize("number", [-5, 10**30])
def test_no_count_or_line_is_below_zero_or_beyond_all_measure(number: int) -> None:
    for steps in _values_of(plain()):
        document: Any = plain()
        for step in steps:
            document = document[step]
        if isinstance(document, int) and not isinstance(document, bool):
            with pytest.raises(UnreadableTrace, match="damaged"):
                from_dict(_changed(steps, number))


def test_no_report_holds_what_moves_a_terminal(run_cli: Cli, tmp_path: Path) -> None:
    """Whoever prints a report with `cat` is no more attacked than whoever opens it."""
    path = tmp_path / "d.json"
    value = "\ud800 \x1b[31m\x9b2J\x7f\u202e\u2028"
    path.write_text(json.dumps(_changed(("outcome", "basis"), value)))
    for name in ("r.json", "r.html", "r.md", "r.sarif", "r.xml"):
        code, _, err = run_cli("report", path, "-o", tmp_path / name)
        assert code == 0, err
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert not set("\x1b\x9b\x7f\u202e\u2028") & set(text), name
    assert json.loads((tmp_path / "r.json").read_text())["outcome"]["basis"] == value


def test_a_hash_is_one(run_cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    path.write_text(json.dumps(_changed(("trace", "sha256"), "\ud800")))
    for command in (("report", path), ("report", path, "-o", tmp_path / "r.html"), ("brief", path, "F1")):
        assert run_cli(*command)[0] == 66
