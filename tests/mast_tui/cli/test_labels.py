"""What people decided in the app, as labels: written, read by the other commands, and counted by `compare`."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from agent.diagnosis.document import from_dict, to_dict
from mast_tui.state.store import open_store
from tests.agent.report.samples import plain
from tests.conftest import RunCli as Cli


@pytest.fixture
def saved(own_home: Path, tmp_path: Path) -> Path:
    """A diagnosis that is kept with a finding accepted and another rejected, and saved before that was decided."""
    document = to_dict(from_dict(plain()))
    path = tmp_path / "d.json"
    path.write_text(json.dumps(document))
    memory = open_store(own_home)
    memory.keep_diagnosis(document["trace"]["sha256"], "offline", document)
    first, second = [finding["id"] for finding in document["findings"] if finding["mode"]][:2]
    memory.keep_decision(document["trace"]["sha256"], first, "accepted", "yes, that")
    memory.keep_decision(document["trace"]["sha256"], second, "rejected", None)
    memory.close()
    return path


def test_decisions_become_labels_that_agreement_and_evaluate_read(run_cli: Cli, saved: Path, tmp_path: Path) -> None:
    code, out, err = run_cli("labels", "export", "--annotator", "ada")
    assert code == 0, err
    document = json.loads(saved.read_text())
    first, second = [finding for finding in document["findings"] if finding["mode"]][:2]
    rows = {row["mode"]: row for row in csv.DictReader(io.StringIO(out))}
    assert rows[first["mode"]]["label"] == "1"
    assert rows[first["mode"]]["note"] == "yes, that"
    assert rows[second["mode"]]["label"] == "0"
    assert {row["trace"] for row in rows.values()} == {document["trace"]["sha256"]}
    ada, ben = tmp_path / "ada.csv", tmp_path / "ben.csv"
    ada.write_text(out)
    ben.write_text(run_cli("labels", "export", "--annotator", "ben")[1])
    code, out, err = run_cli("agreement", ada, ben, "--json")
    assert (code, json.loads(out)["raw"]) == (0, 1.0), err
    code, out, err = run_cli("evaluate", ada, saved, "--json")
    assert code == 0, err
    result = json.loads(out)
    assert result["modes"][first["mode"]]["right"] == 1
    assert result["modes"][second["mode"]]["false"] == 1


def test_a_sheet_holds_the_same_labels(run_cli: Cli, saved: Path, tmp_path: Path) -> None:
    sheet, table = tmp_path / "a.json", tmp_path / "a.csv"
    sheet.write_text(run_cli("labels", "export", "--json", "--annotator", "ada")[1])
    table.write_text(run_cli("labels", "export", "--annotator", "ada")[1])
    code, out, err = run_cli("agreement", sheet, table, "--json")
    assert code == 0, err
    assert json.loads(out)["cells"] == len(table.read_text().splitlines()) - 1


def test_nobody_decided_anything(run_cli: Cli) -> None:
    code, out, err = run_cli("labels", "export")
    assert (code, out.splitlines()) == (0, ["trace,mode,label,annotator,line,actor,path,note"])
    assert "0 labels" in err


def test_compare_counts_what_people_decided(run_cli: Cli, saved: Path) -> None:
    document = json.loads(saved.read_text())
    second = [finding for finding in document["findings"] if finding["mode"]][1]["mode"]

    def before(*more: str) -> list[int]:
        code, out, err = run_cli("compare", saved, "--with", saved, "--json", *more)
        assert code == 0, err
        mode = next(mode for mode in json.loads(out)["modes"] if mode["code"] == second)
        return list(mode["before"])

    assert before() == [1, 1]
    assert before("--labels") == [0, 1]


def test_summary_counts_what_people_decided(run_cli: Cli, saved: Path, tmp_path: Path) -> None:
    document = json.loads(saved.read_text())
    second = [finding for finding in document["findings"] if finding["mode"]][1]["mode"]
    columns = tmp_path / "columns.csv"
    columns.write_text(f"run,team\n{saved.name},blue\n")

    def told(*more: str | Path) -> dict[str, Any]:
        code, out, err = run_cli("summary", saved.parent, "--json", *more)
        assert code == 0, err
        summary: dict[str, Any] = json.loads(out)
        return summary

    def share(summary: dict[str, Any]) -> list[int]:
        return list(summary["modes"][second])

    assert share(told()) == [1, 1]
    assert share(told("--labels")) == [0, 1]
    both = told("--labels", "--labels", columns, "--by", "team")
    assert share(both) == [0, 1] and "blue" in json.dumps(both)
