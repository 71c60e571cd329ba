"""A mode of one's own from the file to every report: walked after MAST's, marked, and never counted into MAST."""

import json
from pathlib import Path
from typing import Any

from tests.agent.model.server import Step, serve
from tests.conftest import RunCli as Cli
from tests.mast_tui.cli.test_selfcheck import RUNS, answer
from tests.taxonomy.test_own_modes import MODES

RUN = next(run for run in RUNS if run.name == "12-plain")


def seeing(body: dict[str, Any], number: int) -> Step:
    """The answers of the model that knows the truth; it sees the own mode where the failure is."""
    step = answer(body, number)
    form = body["response_format"]["json_schema"]
    if form["name"] != "judge_OWN":
        return step
    enum = form["schema"]["properties"]["modes"]["items"]["properties"]["mode"]["enum"]
    assert enum == ["HOUSE-1"]
    assert "A quotation in another language is none" in body["messages"][-1]["content"]
    reply = json.loads(step.text or "")
    place, reference = RUN.act[0], RUN.reference[0]
    finding = {
        "what": "The intake answers otherwise than it was asked.",
        "why": "It does.",
        "actor": "intake",
        "about": "",
        "acts": [{"line": place.lines[0], "quote": place.quote}],
        "references": [{"line": reference.lines[0], "quote": reference.quote}],
        "absence": None,
        "rival": "",
        "why_not_rival": "",
        "severity": "minor",
        "confidence": 0.8,
    }
    reply["modes"] = [{"mode": "HOUSE-1", "against": "", "state": "present", "findings": [finding]}]
    return Step(json.dumps(reply))


def test_it_is_judged_marked_and_told_in_every_report(run_cli: Cli, tmp_path: Path) -> None:
    # Slow, since a run is walked by a model, and told in five kinds of reports.
    modes = tmp_path / "modes.toml"
    modes.write_text(MODES)
    reports = [tmp_path / f"r{kind}" for kind in (".md", ".html", ".json", ".sarif", ".xml")]
    words = [word for report in reports for word in ("-o", str(report))]
    with serve(seeing) as server:
        model = ["--base-url", server.url, "--model", "stub", "--yes"]
        code, _, err = run_cli("diagnose", RUN.trace, "--modes", modes, *words, *model)
    assert code == 0, err
    document = json.loads((tmp_path / "r.json").read_text())
    assert [mode["code"] for mode in document["modes"]][-1] == "HOUSE-1"
    assert [mode.get("own") for mode in document["modes"]] == [None] * 14 + [True]
    assert document["modes"][-1]["verdict"] == "present"
    (own,) = [finding for finding in document["findings"] if finding["mode"] == "HOUSE-1"]
    assert own["remedies"][0]["target"].casefold() == "gate before sending"
    for report in reports:
        assert "HOUSE-1" in report.read_text(), report.name
    code, out, err = run_cli("compare", tmp_path / "r.json", "--with", tmp_path / "r.json", "--json")
    assert code == 0, err
    assert "HOUSE-1" not in [mode["code"] for mode in json.loads(out)["modes"]]
    code, out, err = run_cli("agreement", tmp_path / "r.json", "--json")
    assert code == 0, err
    assert "HOUSE-1" not in out
    assert run_cli("verify", tmp_path / "r.json", RUN.trace)[0] == 0


def test_the_settings_folder_may_hold_them_and_the_offline_analyst_says_that_it_cannot(
    run_cli: Cli, own_home: Path
) -> None:
    own_home.mkdir(parents=True, exist_ok=True)
    (own_home / "modes.toml").write_text(MODES)
    code, out, err = run_cli("diagnose", RUN.trace, "--offline", "--json")
    assert code == 0, err
    assert json.loads(out)["modes"][-1]["verdict"] == "not_assessed"
    (own_home / "modes.toml").write_text(MODES.replace("HOUSE-1", "FM-7.7"))
    code, _, err = run_cli("diagnose", RUN.trace, "--offline", "--json")
    assert code == 2
    assert "modes.toml line 3" in err


def test_selfcheck_and_evaluate_score_it_apart_from_mast(run_cli: Cli, tmp_path: Path) -> None:
    # Slow, since several runs are walked by a model, and scored by two commands.
    folder, modes, criteria = tmp_path / "runs", tmp_path / "modes.toml", tmp_path / "criteria.txt"
    folder.mkdir()
    modes.write_text(MODES)
    criteria.write_text("The customer is answered.\n")
    truth = json.loads((RUN.trace.parent / f"{RUN.name}.truth.json").read_text())
    for name, mode in (("one", truth["mode"]), ("other", "HOUSE-1")):
        (folder / f"{name}.txt").write_bytes(RUN.trace.read_bytes() + name.encode())
        (folder / f"{name}.truth.json").write_text(json.dumps({**truth, "mode": mode, "trace": f"{name}.txt"}))
    with serve(seeing) as server:
        asked = ["--modes", modes, "--base-url", server.url, "--model", "stub", "--yes", "--json"]
        code, out, err = run_cli("selfcheck", "--runs", folder, "--criteria", criteria, *asked)
        assert code == 0, err
        once = len(server.requests)
        checked = json.loads(out)
        code, out, err = run_cli("evaluate", folder, folder, "--votes", "3", *asked)
        assert code == 0, err
    again = [body["response_format"]["json_schema"]["name"] for body in server.requests[once:]]
    assert again.count("judge_OWN") >= 4, "two votes more on what was seen in each of two runs"
    told = [body["messages"][-1]["content"] for body in server.requests[:once]]
    assert any("The customer is answered." in words for words in told)
    assert "not kept" in run_cli("selfcheck", "--offline", "--runs", folder, "--modes", modes)[2]
    own, mast = checked["own"]["HOUSE-1"], checked["modes"][truth["mode"]]
    assert (own["found"], own["place"], own["named_elsewhere"]) == ([1, 1], [1, 1], 1)
    assert (mast["found"], mast["named_elsewhere"]) == ([1, 1], 0), "the run of one's own mode is none of MAST's"
    assert len(checked["runs"]) == 2 and checked["outcome"] == [1, 1]
    scored = json.loads(out)
    assert (scored["own"]["HOUSE-1"]["right"], scored["own"]["HOUSE-1"]["false"]) == (1, 1)
    assert "HOUSE-1" not in scored["modes"]
