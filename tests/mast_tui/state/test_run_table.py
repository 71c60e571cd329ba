"""The table of many runs: found in parts, read in any order, sorted, narrowed, stepped through."""

import json
from pathlib import Path

import pytest

from agent.run_table.run_row import RunRow
from mast_tui.layout.run_table_rows import RowKey
from mast_tui.state.run_table import RunTable, wanted


@pytest.fixture
def table(tmp_path: Path) -> RunTable:
    for at, name in enumerate("abcde"):
        talk = [{"role": "user", "content": f"Task {name}"}, *[{"role": "assistant", "content": "4"}] * (3 - at % 3)]
        (tmp_path / f"{name}.json").write_text(json.dumps({"messages": talk}))
    (tmp_path / "d.json").write_text('{"schema": "mast-tui/diagnosis/1"}')
    return RunTable([str(tmp_path)])


def names(table: RunTable) -> list[str]:
    return [Path(row.path).stem for key in table.shown() if (row := table.row(key)) is not None]


def read_all(table: RunTable) -> None:
    while not table.is_found:
        table.find_more(2)
    while table.read_one((), lambda _: None, lambda: False):
        pass


def test_rows_stand_there_before_they_are_read(table: RunTable) -> None:
    table.find_more(2)
    assert (names(table), table.is_found) == (["a", "b"], False)
    assert table.read_one([1], lambda _: None, lambda: False)
    assert [table.is_read(key) for key in table.shown()] == [False, True]
    read_all(table)
    assert names(table) == ["a", "b", "c", "e"]
    assert table.read_files == 5


def test_rows_are_sorted_and_narrowed(table: RunTable) -> None:
    read_all(table)
    table.sort = "events"
    assert names(table) == ["c", "b", "e", "a"]
    table.is_backwards = True
    assert names(table) == ["a", "b", "e", "c"]
    table.sought = "events:>2 -path:b.json"
    assert names(table) == ["a", "e"]


def test_a_step_leads_to_the_next_row_and_not_beyond(table: RunTable) -> None:
    read_all(table)
    table.cursor = RowKey(0, 0)
    steps = [table.step(1) for _ in range(4)]
    assert [Path(row.words).stem if row else None for row in steps] == ["b", "c", "e", None]


@pytest.mark.parametrize(
    ("sought", "fits"),
    [
        ("auth", True),
        ("AUTH failure", True),
        ("-auth", False),
        ("task:login", False),
        ("outcome:fail root:3.1", True),
        ("events:>99", True),
        ("events:<100", False),
        ("events:100", True),
        ("tokens:>0", False),
        ("events:many", False),
        (":", False),
    ],
)
def test_words_are_held_against_a_row(sought: str, fits: bool) -> None:
    row = RunRow("/logs/run.json", 9, task="Find auth", events=100, outcome="failure", root_mode="FM-3.1")
    holds = wanted(sought)
    assert holds is not None
    assert holds(row) is fits
