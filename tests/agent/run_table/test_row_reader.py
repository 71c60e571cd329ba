"""Rows about runs: counted where a file is short, looked at where it is long, with the trouble where it is neither."""

import json
import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from agent.errors import UnreadableTrace
from agent.run_table import row_reader
from agent.run_table.candidates import candidates, holds_several, listed
from agent.run_table.row_reader import rows_of
from agent.run_table.run_row import RunRow

TALK = [
    {"role": "user", "content": "Add 2 and 2."},
    {"role": "assistant", "name": "solver", "content": "4"},
    {"role": "assistant", "name": "verifier", "content": "It is right."},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two runs, a file of two runs, a run in a folder of its own, a saved diagnosis, a truth, and what is no trace."""
    place = tmp_path / "runs"
    (place / "inner" / "gaia").mkdir(parents=True)
    (place / "a.json").write_text(json.dumps({"messages": TALK}))
    (place / "b.json").write_text(json.dumps({"messages": TALK[:2]}))
    held = [{"id": name, "messages": TALK} for name in ("first", "second")]
    (place / "inner" / "several.jsonl").write_text("".join(json.dumps(each) + "\n" for each in held))
    (place / "inner" / "gaia" / "console_log.txt").write_text("---------- user ----------\nAdd.\n")
    (place / "inner" / "gaia" / "notes.json").write_text("{}")
    (place / "d.json").write_text('{"schema": "mast-tui/diagnosis/1"}')
    (place / "picture.png").write_bytes(b"\x89PNG")
    (place / ".hidden.json").write_text("{}")
    (place / "a.truth.json").write_text('{"mode": "FM-1.1", "outcome": "failure"}')
    return place


def rows(*words: Path | str, **options: Any) -> list[RunRow]:
    return [row for each in candidates(map(str, words)) for row in rows_of(each, **options)]


def test_a_folder_is_gone_through_by_name(folder: Path) -> None:
    table = rows(folder)
    names = [(Path(row.path).name, row.number, row.of) for row in table]
    assert names == [
        ("a.json", 1, 1),
        ("b.json", 1, 1),
        ("gaia", 1, 1),
        ("several.jsonl", 1, 2),
        ("several.jsonl", 2, 2),
    ]
    first = table[0]
    assert (first.task, first.events, first.acts, first.agents, first.tokens) == ("Add 2 and 2.", 3, 3, 2, None)
    assert [row.id for row in table[3:]] == ["first", "second"]
    assert [row.events for row in table[3:]] == [3, 3]


def test_files_patterns_and_lists_name_runs_too(folder: Path) -> None:
    assert [Path(row.path).name for row in rows(folder / "?.json")] == ["a.json", "b.json"]
    assert listed(BytesIO(os.fsencode("a b\0c\0"))) == ["a b", "c"]
    assert holds_several(str(folder))
    assert holds_several(str(folder / "*.json"))
    assert not holds_several(str(folder / "a.json"))
    assert not holds_several(str(folder / "inner" / "gaia"))
    for word in (folder / "gone.json", folder / "*.gone"):
        with pytest.raises(UnreadableTrace):
            rows(word)


def test_a_long_file_is_looked_at_and_not_counted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_reader, "COUNTED", 50)
    row = rows(folder / "a.json")[0]
    assert (row.task, row.events, row.tokens) == ("Add 2 and 2.", None, None)
    assert "too long to be counted" in row.trouble


def test_what_cannot_be_read_is_a_row_and_not_the_end(folder: Path) -> None:
    (folder / "a.json").unlink()
    (folder / "a.gz").write_bytes(b"\x1f\x8bbroken")
    table = rows(folder)
    assert table[0].trouble
    assert table[0].events is None
    assert len(table) == 5


def test_a_kept_diagnosis_is_told_in_the_row(folder: Path) -> None:
    kept = {
        "made_by": {"analyst": "offline"},
        "outcome": {"verdict": "failure"},
        "findings": [{"id": "F1", "mode": "FM-1.3"}, {"id": "F2", "mode": "FM-3.1", "decision": "rejected"}],
        "root": {"finding": "F1", "cause": None},
    }
    row = rows(folder / "a.json", saved=lambda _: kept)[0]
    assert (row.outcome, row.failures, row.root_mode, row.diagnosis) == ("failure", 1, "FM-1.3", "offline")
    row = rows(folder / "a.json", saved=lambda _: {"findings": [], "root": {"cause": "environment"}})[0]
    assert (row.outcome, row.failures, row.root_mode) == (None, 0, "environment")
