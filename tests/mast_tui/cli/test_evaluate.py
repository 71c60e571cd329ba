"""`mast-tui evaluate` with a model on the loopback that knows the truth, and the single prompt beside it."""

import json
from pathlib import Path

import pytest

from tests.agent.model.server import serve
from tests.conftest import RunCli as Cli
from tests.mast_tui.cli.test_selfcheck import FEW, RUNS, answer, folder_of_few


@pytest.fixture
def few(tmp_path: Path) -> Path:
    return folder_of_few(tmp_path / "runs")


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    """The truth about them as a CSV."""
    path = tmp_path / "labels.csv"
    rows = [
        f"{run.name},{mode},{int(mode == run.mode)},{run.act[0].lines[0] if mode == run.mode else ''}\n"
        for run in RUNS
        if run.name in FEW
        for mode in ("FM-1.1", "FM-2.4")
    ]
    path.write_text(f"trace,mode,label,line\n{''.join(rows)}")
    return path


def test_traces_are_diagnosed_now_and_scored_beside_the_single_prompt(run_cli: Cli, few: Path, labels: Path) -> None:
    with serve(answer) as server:
        model = ["--base-url", server.url, "--model", "stub", "--yes"]
        code, out, err = run_cli("evaluate", labels, few, "--json", "--beside", "reference", *model)
    assert code == 0, err
    result = json.loads(out)
    assert (result["traces"], result["analysts"]) == (3, ["stub"])
    for mode in ("FM-1.1", "FM-2.4"):
        tally = result["modes"][mode]
        assert (tally["right"], tally["false"], tally["missed"]) == (1, 0, 0)
    assert result["places"]["lines"] == {"0": [2, 2], "5": [2, 2], "25": [2, 2]}
    beside = result["beside"]["reference"]
    assert (beside["traces"], beside["right"], beside["false"], beside["missed"]) == (3, 1, 2, 1)
    assert beside["cost"]["calls"] == 3
    assert result["cost"]["calls"] > 3


def test_saved_diagnoses_are_scored_with_no_model(run_cli: Cli, few: Path, labels: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    saved.mkdir()
    for trace in few.iterdir():
        assert run_cli("diagnose", trace, "--offline", "-o", saved / f"{trace.stem}.json")[0] == 0
    code, out, _ = run_cli("evaluate", labels, saved)
    assert code == 0
    assert "offline on labels: 3 of 3 labelled traces" in out
    assert "too few" in out
    code, _, err = run_cli("evaluate", labels, saved, "--beside", "reference")
    assert code == 2
    assert "no model" in err


def test_labels_and_a_folder_with_nothing_in_common_are_refused(run_cli: Cli, labels: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, _, err = run_cli("evaluate", labels, tmp_path / "empty")
    assert code == 66
    assert "No labelled trace is diagnosed here" in err
