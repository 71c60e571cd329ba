"""What many diagnoses say together: every figure counted by hand, groups by kind, the worst first."""

import os
from pathlib import Path

import pytest

from agent.errors import UnreadableTrace
from agent.summary.groups import normalised, tool_of
from agent.summary.json_shape import document as as_json
from agent.summary.summary import read_labels, summarise
from tests.agent.summary.folders import document, finding, written


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four runs of three tasks, and a file that is no diagnosis."""
    held = written(
        tmp_path / "found",
        document(
            "a/one.json",
            "Sort.",
            {"FM-1.3": "present", "FM-3.1": "present"},
            finding("FM-1.3", "search is called 5 times with 'cat'", line=12),
            finding("FM-3.1", "It stops early", line=40, severity="fatal"),
        ),
        document(
            "a/two.json",
            "Sort.",
            {"FM-1.3": "present", "FM-2.2": "unclear"},
            finding("FM-1.3", "search is called 7 times with 'dog'", line=30),
        ),
        document("a/three.json", "Count.", {"FM-2.2": "not_assessed"}),
        document(
            "a/four.json", "Add.", {"FM-1.3": "present"}, finding("FM-1.3", "Again and again", decision="rejected")
        ),
    )
    (held / "rows.json").write_text("[1, 2]")
    return held


def test_every_figure_is_as_counted_by_hand(folder: Path) -> None:
    told = as_json(summarise(folder))
    assert told["runs"] == 4
    assert told["modes"]["FM-1.3"] == [2, 4]  # the one that was rejected does not count
    assert told["modes"]["FM-3.1"] == [1, 4]
    assert told["modes"]["FM-2.2"] == [0, 2]  # unclear and not assessed are left out
    assert told["modes"]["FM-1.1"] == [0, 4]
    assert told["categories"] == {"FC1": [2, 4], "FC2": [0, 2], "FC3": [1, 4]}
    assert told["occurrences"] == {"FM-1.3": 2, "FM-3.1": 1}
    assert told["shares"]["here"] == {"FC1": 66.67, "FC2": 0.0, "FC3": 33.33}
    assert told["shares"]["paper"] == {"FC1": 44.2, "FC2": 32.3, "FC3": 23.5}
    assert "v3" in told["shares"]["taxonomy"]
    assert told["tasks"] == 3
    assert [error["document"] for error in told["errors"]] == ["rows.json"]
    assert as_json(summarise(folder, unclear_is_absent=True))["modes"]["FM-2.2"] == [0, 3]


def test_the_worst_is_first_and_leads_to_its_lines(folder: Path) -> None:
    rows = as_json(summarise(folder))["rows"]
    assert [row["path"] for row in rows] == ["a/one.json", "a/two.json", "a/four.json", "a/three.json"]
    assert [(each["mode"], each["line"]) for each in rows[0]["findings"]] == [("FM-1.3", 12), ("FM-3.1", 40)]
    assert rows[0]["document"] == "d1.json"


def test_the_same_kind_of_failure_is_one_group(folder: Path) -> None:
    (group,) = as_json(summarise(folder))["groups"]
    assert (group["mode"], group["actor"], group["runs"], group["findings"]) == ("FM-1.3", "coder", 2, 2)
    assert [(place["run"], place["line"]) for place in group["places"]] == [(1, 12), (2, 30)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Reads /tmp/a.txt 3 times", "Reads /home/b.txt 14 times"),
        ('The answer "42" is not checked', 'The answer "17 apples" is not checked'),
        ("Writes app.py again", "Writes main.py again"),
    ],
)
def test_words_that_differ_by_names_and_numbers_are_the_same(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)
    assert normalised("The answer is not checked") != normalised("The plan is not followed")


@pytest.mark.parametrize(
    ("quote", "tool"),
    [('{"name": "search", "arguments": {}}', "search"), ("open_file(path='x')", "open_file"), ("I will look.", None)],
)
def test_the_tool_of_an_act(quote: str, tool: str | None) -> None:
    assert tool_of(quote) == tool


def test_intervals_are_over_tasks_and_not_over_runs(tmp_path: Path) -> None:
    present = {"FM-1.3": "present"}
    of_one_task = written(tmp_path / "one", *(document(f"{at}.json", "Sort.", present) for at in range(9)))
    assert as_json(summarise(of_one_task))["intervals"]["FM-1.3"] is None
    alike = written(
        tmp_path / "alike",
        *(document(f"{at}.json", f"task {at % 3}", present if at % 3 else {}) for at in range(30)),
    )
    apart = written(
        tmp_path / "apart", *(document(f"{at}.json", f"task {at}", present if at % 3 else {}) for at in range(30))
    )
    wide, narrow = (as_json(summarise(each))["intervals"]["FM-1.3"] for each in (alike, apart))
    assert wide[0] < narrow[0] < 2 / 3 < narrow[1] < wide[1]
    assert as_json(summarise(apart))["intervals"]["FM-1.3"] == narrow


def test_by_columns_of_ones_own(folder: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_text("run,team\none,red\na/two.json,blue\nd3.json,blue\n")
    told = as_json(summarise(folder, read_labels(labels)), ("team", "task"))
    assert {name: kind["runs"] for name, kind in told["by"]["team"].items()} == {"blue": 2, "red": 1, "(none)": 1}
    assert told["by"]["team"]["red"]["modes"]["FM-3.1"] == [1, 1]
    assert told["by"]["task"]["Sort."]["runs"] == 2


def test_a_folder_without_any_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"schema": "mast-tui/diagnosis/2"}')
    with pytest.raises(UnreadableTrace, match="none of them a diagnosis"):
        summarise(tmp_path)


def test_what_cannot_be_opened_is_listed_and_not_passed_over(folder: Path) -> None:
    (folder / "gone.json").symlink_to(folder / "nowhere")
    os.mkfifo(folder / "pipe.json")
    listed = {trouble.document: trouble.why for trouble in summarise(folder).troubles}
    assert "No such file" in listed["gone.json"] and "a pipe or a device" in listed["pipe.json"]
