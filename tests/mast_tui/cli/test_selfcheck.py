"""`mast-tui selfcheck` against a model on the loopback that knows the truth about every run."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.evaluation.known_runs import read_known_runs
from agent.model import prompts
from tests.agent.evaluation.judges import oracle
from tests.agent.model.server import Step, serve
from tests.conftest import RunCli as Cli

ROOT = Path(__file__).resolve().parents[3]
RUNS = read_known_runs(ROOT / "sample_traces" / "selfcheck")
FEW = ("11-plain", "11-clean", "24-plain")


def folder_of_few(place: Path) -> Path:
    """A folder of three runs, without the truth about them."""
    place.mkdir()
    for run in RUNS:
        if run.name in FEW:
            (place / run.trace.name).write_bytes(run.trace.read_bytes())
    return place


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A folder of three runs."""
    folder = folder_of_few(tmp_path / "runs")
    for name in FEW:
        truth = f"{name}.truth.json"
        (folder / truth).write_bytes((RUNS[0].trace.parent / truth).read_bytes())
    return folder


def answer(body: dict[str, Any], number: int) -> Step:
    form = body["response_format"]["json_schema"]
    words = "\n".join(message["content"] for message in body["messages"])
    return Step(oracle(RUNS)(form["name"], words, form["schema"]))


def test_a_check_of_a_model_is_kept_and_told_by_every_later_report(
    run_cli: Cli, tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = ROOT / "sample_traces" / "selfcheck" / "12-plain.txt"
    with serve(answer) as server:
        model = ["--base-url", server.url, "--model", "stub"]
        code, out, err = run_cli("selfcheck", "--quick", "--json", "--yes", *model)
        assert code == 0, err
        result = json.loads(out)
        assert sum(tally["found"][0] for tally in result["modes"].values()) == 14
        assert result["clean"] == {"false_alarms": [0, 7]}
        assert result["outcome"] == [21, 21]
        assert (result["model"], result["prompts"]) == ("stub", prompts.fingerprint())
        assert "21 of 21" in err
        reports = [tmp_path / f"r{kind}" for kind in (".md", ".html", ".json", ".sarif", ".xml")]
        words = [word for report in reports for word in ("-o", str(report))]
        code, out, err = run_cli("diagnose", trace, *words, "--yes", *model)
        assert code == 0, err
    for report in reports:
        text = report.read_text()
        assert "14 of 14 planted failures" in text or report.suffix == ".json"
    made_by = json.loads((tmp_path / "r.json").read_text())["made_by"]
    assert made_by["checked"]["found"] == [14, 14]
    assert made_by["checked"]["false_alarms"] == [0, 7]
    code, out, _ = run_cli("selfcheck", "--compare")
    assert code == 0
    assert "stub" in out
    assert "14/14" in out


def test_a_report_without_a_selfcheck_says_so(run_cli: Cli, tmp_path: Path) -> None:
    trace = ROOT / "sample_traces" / "selfcheck" / "12-plain.txt"
    code, out, _ = run_cli("diagnose", trace, "--offline")
    assert code == 0
    assert "never checked" in " ".join(out.split())
    code, out, _ = run_cli("diagnose", trace, "--offline", "--json")
    assert json.loads(out)["made_by"]["checked"] is None


def test_the_offline_analyst_is_checked_with_no_model(run_cli: Cli, few: Path) -> None:
    code, out, _ = run_cli("selfcheck", "--offline", "--runs", few)
    assert code == 0
    assert "planted failures found" in out
    assert "always present" in out
    code, _, err = run_cli("selfcheck", "--compare")
    assert code == 2, "runs of one's own say nothing about ours"
    assert "never checked" in err


def test_a_model_is_asked_nothing_without_consent(run_cli: Cli, few: Path) -> None:
    with serve(answer) as server:
        code, _, err = run_cli("selfcheck", "--runs", few, "--base-url", server.url, "--model", "stub")
        assert (code, server.calls) == (2, 0)
    assert "mast-tui selfcheck --yes" in err


def test_what_should_not_matter_is_written_otherwise_and_the_change_is_shown(run_cli: Cli, few: Path) -> None:
    with serve(answer) as server:
        words = ["--runs", few, "--base-url", server.url, "--model", "stub", "--yes", "--perturb", "--json"]
        code, out, err = run_cli("selfcheck", *words)
    assert code == 0, err
    variants = json.loads(out)["variants"]
    assert list(variants) == ["headers", "renamed", "shuffled", "reordered"]
    assert variants["reordered"]["found"] == [2, 2]
    assert variants["reordered"]["difference"]["within_noise"]
    assert run_cli("selfcheck", "--compare")[0] == 2, "a perturbed check is not kept"
