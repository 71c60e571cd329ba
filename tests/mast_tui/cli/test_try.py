"""`mast-tui try`: a remedy tried against a server, kept in the diagnosis, and told in reports."""

import json
from pathlib import Path

from tests.agent.model.server import Body, Step, serve
from tests.conftest import RunCli

SAMPLES = Path(__file__).resolve().parents[3] / "sample_traces"


def diagnosed(run_cli: RunCli, folder: Path) -> Path:
    """A diagnosis of a sample with a finding that has a remedy."""
    path = folder / "run.json"
    assert run_cli("diagnose", SAMPLES / "invoices.jsonl", "--offline", "-o", path)[0] in (0, 3)
    return path


def agent(body: Body, number: int) -> Step:
    """Whoever answers as the agent repeats itself; as the judge it says so, with a quote."""
    told = json.dumps(body["messages"])
    if "FAILURE" in told:
        return Step(json.dumps({"because": "", "quote": "Same as before.", "verdict": "fails"}))
    return Step("Same as before.")


def test_a_remedy_is_tried_and_kept(run_cli: RunCli, tmp_path: Path) -> None:
    path = diagnosed(run_cli, tmp_path)
    with serve(agent) as server:
        words = ("try", path, "F1", "--times", "2", "--base-url", server.url, "--model", "stub", "--json")
        assert run_cli(*words)[0] == 2
        assert server.calls == 0
        code, out, err = run_cli(*words, "--yes")
        assert code == 0, err
        calls = server.calls
        trial = json.loads(out)
        assert trial["model"] == "stub"
        assert len(trial["control"]) == len(trial["with"]) == 2
        assert json.loads(path.read_text())["findings"][0]["remedies"][0]["trial"] == trial
        again = run_cli(*words, "--yes")
        assert (again[0], json.loads(again[1]), server.calls) == (0, trial, calls)
    assert "Tried:" in run_cli("report", path)[1]
    assert run_cli("verify", path, SAMPLES / "invoices.jsonl")[0] == 0


def test_the_messages_before_an_act_are_exported_and_nobody_is_asked(run_cli: RunCli, tmp_path: Path) -> None:
    path, messages = diagnosed(run_cli, tmp_path), tmp_path / "messages.json"
    code, out, err = run_cli("try", path, "F1", "--export", messages)
    assert (code, out) == (0, "")
    assert "rebuilt" in err
    assert {message["role"] for message in json.loads(messages.read_text())} <= {"system", "user", "assistant"}
    assert run_cli("try", path, "F1", "--export", path)[0] == 2
    assert json.loads(path.read_text())["findings"]


def test_both_arms_are_exported_as_a_trace_of_two_runs(run_cli: RunCli, tmp_path: Path) -> None:
    path, branch = diagnosed(run_cli, tmp_path), tmp_path / "branch.jsonl"
    remedies = json.loads(path.read_text())["findings"][0]["remedies"]
    for number, remedy in enumerate(remedies, 1):
        assert run_cli("try", path, "F1", "--remedy", number, "--export", branch)[0] == 0
        control, changed = map(json.loads, branch.read_text().split("\n")[:2])
        assert (control["id"], changed["id"]) == ("as it was", "with the remedy")
        held = json.dumps(changed["messages"], ensure_ascii=False)
        change = json.dumps(remedy["change"].strip('"'), ensure_ascii=False)[1:-1]
        assert change in held
        assert change not in json.dumps(control["messages"], ensure_ascii=False)
        if remedy["kind"] == "verification":
            assert [one["role"] for one in changed["messages"][-2:]] == ["assistant", "user"]
        branch.rename(tmp_path / f"branch-{number}.jsonl")
    code, out, _ = run_cli("events", tmp_path / "branch-1.jsonl", "--runs")
    assert code == 0
    assert "as it was" in out and "with the remedy" in out


def test_what_is_not_there_is_named(run_cli: RunCli, tmp_path: Path) -> None:
    path = diagnosed(run_cli, tmp_path)
    assert run_cli("try", path, "F77")[0] == 2
    assert run_cli("try", path, "F1", "--remedy", "9")[0] == 2
    code, _, err = run_cli("try", path, "F1", "--yes")
    assert code == 2
    assert "--model" in err
