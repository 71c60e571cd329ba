"""What `diff --why` tells: a paragraph of a model, told only with quotes of both runs that stand there."""

import json
from pathlib import Path
from typing import Any

from tests.agent.model.server import Body, Step, serve
from tests.conftest import RunCli

SELFCHECK = Path(__file__).resolve().parents[3] / "sample_traces" / "selfcheck"
GOOD, BAD = SELFCHECK / "26-clean.log", SELFCHECK / "26-plain.log"
WHY: dict[str, Any] = {
    "why": "The good run opens the tariff of 2026, the bad one that of 2025.",
    "good": [{"line": 33, "quote": '"tariffs/tariff_2026.txt"'}],
    "bad": [{"line": 33, "quote": '"tariffs/tariff_2025.txt"'}, {"line": 36, "quote": "never said"}],
}


def words(url: str) -> tuple[object, ...]:
    return ("diff", GOOD, BAD, "--why", "--base-url", url, "--model", "stub")


def test_a_paragraph_stands_with_quotes_of_both_and_costs_nothing_again(run_cli: RunCli) -> None:
    bodies: list[Body] = []

    def reply(body: Body, number: int) -> Step:
        bodies.append(body)
        return Step(json.dumps(WHY))

    with serve(reply) as server:
        assert run_cli(*words(server.url))[0] == 2
        assert server.calls == 0
        code, out, err = run_cli(*words(server.url), "--yes")
        assert code == 0, err
        again = run_cli(*words(server.url), "--yes", "--json")
        assert server.calls == 1
    assert WHY["why"] in out
    assert 'good  L33: "tariffs/tariff_2026.txt"' in out
    assert "never said" not in out
    assert "1 more quoted words" in out
    told = json.loads(again[1])["why"]
    assert told["text"] == WHY["why"]
    assert told["bad"] == [{"line": 33, "quote": '"tariffs/tariff_2025.txt"'}]
    sent = bodies[0]["messages"][1]["content"]
    assert "tariff_2026.txt" in sent and "tariff_2025.txt" in sent


def test_a_paragraph_that_quotes_nothing_of_a_run_is_not_told(run_cli: RunCli) -> None:
    made_up = {**WHY, "bad": [{"line": 33, "quote": "I will open the tariff of 1999"}]}
    with serve(lambda body, number: Step(json.dumps(made_up))) as server:
        code, out, _ = run_cli(*words(server.url), "--yes")
        told = json.loads(run_cli(*words(server.url), "--yes", "--json")[1])["why"]
    assert code == 0
    assert WHY["why"] not in out
    assert "not told" in out
    assert told["text"] is None


def test_without_a_model_it_is_wrong_use_and_reports_do_not_hold_it(run_cli: RunCli, tmp_path: Path) -> None:
    assert run_cli("diff", GOOD, BAD, "--why", "--yes")[0] == 2
    assert run_cli("diff", GOOD, BAD, "--why", "-o", tmp_path / "d.md")[0] == 2
    code, out, err = run_cli("diff", GOOD, GOOD, "--why")
    assert (code, "nobody was asked" in err) == (0, True)
    assert "do not part" in out
