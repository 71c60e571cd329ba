"""`mast-tui compare`: the contract's JSON object, and a table that fits a terminal."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agent.report.samples import plain


def save(folder: Path, name: str, present: bool, number: int) -> Path:
    """A saved diagnosis whose FM-3.1 is present or absent."""
    value: dict[str, Any] = plain()
    value["trace"]["sha256"] = f"{number:064x}"
    if not present:
        value["findings"] = value["findings"][1:]
        for mode in value["modes"]:
            if mode["code"] == "FM-3.1":
                mode |= {"verdict": "absent", "findings": [], "confidence": None}
    path = folder / name
    path.write_text(json.dumps(value))
    return path


@pytest.fixture
def groups(tmp_path: Path) -> tuple[list[Path], list[Path]]:
    before = [save(tmp_path, f"b{n}.json", n < 7, n) for n in range(8)]
    after = [save(tmp_path, f"a{n}.json", n < 1, 100 + n) for n in range(8)]
    return before, after


def test_the_json_is_the_contracts(run_cli: Any, groups: tuple[list[Path], list[Path]]) -> None:
    code, out, _ = run_cli("compare", *groups[0], "--with", *groups[1], "--json")
    document = json.loads(out, parse_constant=pytest.fail)
    assert code == 0
    assert list(document) == ["modes", "warnings"]
    assert len(document["modes"]) == 14
    assert all(list(mode) == ["code", "before", "after", "difference", "interval"] for mode in document["modes"])
    (mode,) = [mode for mode in document["modes"] if mode["code"] == "FM-3.1"]
    assert (mode["before"], mode["after"], mode["difference"]) == ([7, 8], [1, 8], -0.75)
    low, high = mode["interval"]
    assert -1 <= low < -0.75 < high < 0
    (blind,) = [mode for mode in document["modes"] if mode["code"] == "FM-1.1"]
    assert (blind["before"], blind["difference"], blind["interval"]) == ([0, 0], None, None)


def test_the_table_fits_eighty_columns(run_cli: Any, groups: tuple[list[Path], list[Path]]) -> None:
    code, out, _ = run_cli("compare", *groups[0], "--with", *groups[1], env={"COLUMNS": "80"})
    rows = out.split("\n")
    assert code == 0
    assert max(map(len, rows)) <= 80
    (changed,) = [row for row in rows if row.startswith("FM-3.1")]
    assert changed.split()[-6:-3] == ["7/8", "1/8", "-75"]
    (same,) = [row for row in rows if row.startswith("FM-3.2")]
    assert same.endswith("includes zero")
    assert "No diagnosis could say: FM-1.1" in out
    assert "How it is counted" in out


@pytest.mark.parametrize("columns", ["40", "60", "200"])
def test_names_give_way_and_numbers_stay(run_cli: Any, groups: tuple[list[Path], list[Path]], columns: str) -> None:
    _, out, _ = run_cli("compare", *groups[0], "--with", *groups[1], env={"COLUMNS": columns})
    assert max(map(len, out.split("\n"))) <= max(60, min(int(columns), 100))
    assert "7/8" in out


def test_both_groups_are_needed(run_cli: Any, groups: tuple[list[Path], list[Path]]) -> None:
    assert run_cli("compare", groups[0][0])[0] == 2
    assert run_cli("compare", "--with", groups[0][0])[0] == 2


def test_what_is_no_diagnosis_is_named(run_cli: Any, tmp_path: Path, groups: tuple[list[Path], list[Path]]) -> None:
    (tmp_path / "other.json").write_text("[1]")
    code, out, err = run_cli("compare", groups[0][0], "--with", tmp_path / "other.json")
    assert (code, out) == (66, "")
    assert "other.json" in err
