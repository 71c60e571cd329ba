"""`mast-tui summary`: on the terminal, as pages, tables and JSON; and two folders beside each other."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.agent.summary.folders import document, finding, written
from tests.conftest import RunCli

HOSTILE = "\x1b]0;gone\x07<script>alert(1)</script>|[x](http://evil.example)\u202e"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    present = {"FM-1.3": "present"}
    return written(
        tmp_path / "found",
        document("one.json", "Sort.", present, finding("FM-1.3", f"again {HOSTILE}", line=12, actor=HOSTILE)),
        document("=HYPERLINK(1)", HOSTILE, present, finding("FM-1.3", f"again {HOSTILE}", line=9, actor=HOSTILE)),
    )


def test_the_page_shows_words_and_obeys_none(folder: Path, run_cli: RunCli) -> None:
    code, out, _ = run_cli("summary", folder, "--by", "task", env={"COLUMNS": "100"})
    assert code == 0
    assert "2/2" in out
    assert not {"\x1b", "\x07", "\u202e"} & set(out)
    assert max(map(len, out.split("\n"))) <= 100
    assert "3.3" in next(line for line in out.split("\n") if "run name" in line)


def test_json_has_the_shape_that_scripts_rely_on(folder: Path, run_cli: RunCli) -> None:
    code, out, _ = run_cli("summary", folder, "--json")
    told = json.loads(out)
    assert code == 0
    assert {"runs", "modes", "categories", "groups", "rows", "errors"} <= set(told)
    assert told["modes"]["FM-1.3"] == [2, 2]


def test_files_of_every_kind(folder: Path, run_cli: RunCli, tmp_path: Path) -> None:
    names = ["s.html", "s.md", "s.json", "s.csv"]
    code, out, err = run_cli("summary", folder, *[word for name in names for word in ("-o", tmp_path / name)])
    assert (code, out) == (0, "")
    assert all(name in err for name in names)
    page = (tmp_path / "s.html").read_text()
    assert "<script" not in page
    assert 'href="#run-1-f1"' in page and 'id="run-1-f1"' in page
    assert "[x](http" not in (tmp_path / "s.md").read_text()
    rows = list(csv.DictReader(io.StringIO((tmp_path / "s.csv").read_text())))
    assert [row["FM-1.3 line"] for row in rows] == ["9", "12"]
    assert all(not row["path"].startswith("=") for row in rows)
    assert run_cli("summary", folder, "-o", tmp_path / "s.html")[0] == 0  # an older one is replaced
    (tmp_path / "mine.md").write_text("my notes")
    assert run_cli("summary", folder, "-o", tmp_path / "mine.md")[0] == 2
    assert (tmp_path / "mine.md").read_text() == "my notes"
    assert run_cli("summary", folder, "-o", tmp_path / "s.pdf")[0] == 2


def test_parquet_is_read_by_somebody_elses_code_or_says_what_is_missing(
    folder: Path, run_cli: RunCli, tmp_path: Path
) -> None:
    code, _, err = run_cli("summary", folder, "-o", tmp_path / "s.parquet")
    try:
        from pyarrow import parquet
    except ImportError:
        assert code == 2
        assert "mast-tui[parquet]" in err
        return
    assert code == 0
    assert parquet.read_table(tmp_path / "s.parquet").column("FM-1.3 line").to_pylist() == [9, 12]


def test_two_folders_are_paired_by_task(run_cli: RunCli, tmp_path: Path) -> None:
    present = {"FM-1.3": "present"}
    before = written(tmp_path / "before", *(document(f"{at}.json", f"task {at}", present) for at in range(6)))
    after = written(tmp_path / "after", *(document(f"{at}.json", f"task {at}", {}) for at in range(6)))
    code, out, _ = run_cli("compare", before, "--with", after, "--json")
    told = json.loads(out)
    assert code == 0
    mode = next(each for each in told["modes"] if each["code"] == "FM-1.3")
    assert (mode["before"], mode["after"], mode["difference"]) == ([6, 6], [0, 6], -1.0)
    assert mode["paired"] == {"pairs": 6, "went": 6, "came": 0, "mcnemar": 0.03125}
    assert told["warnings"][0].startswith("Paired by task")
    told = json.loads(run_cli("compare", before, "--with", after, "--json", "--pair", "none")[1])
    assert "paired" not in told


def test_a_folder_behind_labels_is_the_folder_and_no_file_of_labels(folder: Path, run_cli: RunCli) -> None:
    assert run_cli("summary", "--json", "--labels", folder)[1] == run_cli("summary", folder, "--json", "--labels")[1]
    code, _, err = run_cli("summary", folder, "--labels", folder)
    assert code == 2 and "labels cannot be read" in err and "is a folder" in err
    assert "No folder of diagnoses is named" in run_cli("summary")[2]
