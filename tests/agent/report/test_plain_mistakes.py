"""A finding with no mode is shown wherever findings are, by its kind; documents of the first edition still open."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from agent.diagnosis.document import from_dict, json_schema, to_dict, to_json
from agent.evaluation.compare import Unclear, compare
from agent.report.kinds import KINDS
from agent.report.opening import opening
from mast_tui.cli.exits import exit_code
from mast_tui.layout.finding_rows import FindingRows
from mast_tui.layout.pair_rows import grouped, pair_rows
from mast_tui.terminal.themes import ASCII
from mast_tui.widgets.finding_list_rows import FindingListRows
from taxonomy.mast import load
from tests.agent.report.samples import plain, rendered

ROOT = Path(__file__).parents[3]
CALLED = "plain mistake: capability"


def document() -> dict[str, Any]:
    """A diagnosis whose root is a sum that is wrong."""
    value = to_dict(from_dict(plain()))
    value["findings"][0] |= {"mode": None, "kind": "capability", "also": ["FM-3.2"]}
    value["modes"] = [
        mode | ({"verdict": "absent", "findings": [], "confidence": None} if mode["code"] == "FM-3.1" else {})
        for mode in value["modes"]
    ]
    value["failures"] = [{"title": "The sum is wrong", "findings": ["F1", "F2"], "main": True}]
    return value


DIAGNOSIS = from_dict(document())
PLAIN = DIAGNOSIS.findings[0]


def test_it_is_kept_as_it_is_and_fits_the_schema() -> None:
    again = from_dict(json.loads(to_json(DIAGNOSIS)))
    assert again == DIAGNOSIS
    assert (PLAIN.mode, PLAIN.failure, PLAIN.called) == (None, "capability", CALLED)
    assert list(Draft202012Validator(json_schema()).iter_errors(to_dict(DIAGNOSIS))) == []


@pytest.mark.parametrize("suffix", [suffix for suffix in KINDS if suffix not in (".json", ".sarif")])
def test_reports_for_people_say_what_it_is(suffix: str) -> None:
    text = rendered(DIAGNOSIS, suffix)
    assert CALLED in text
    assert "None" not in text


def test_a_code_host_is_given_a_rule_of_its_own() -> None:
    run = json.loads(rendered(DIAGNOSIS, ".sarif"))["runs"][0]
    (result,) = [one for one in run["results"] if one["ruleId"] == "plain-mistake/capability"]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


def test_screens_and_comparisons_show_it() -> None:
    drawn, _ = FindingRows(PLAIN, list(PLAIN.evidence), load(), ASCII).made(100, (), None)
    listed = FindingListRows(ASCII, 100, is_stale=False).finding(PLAIN)
    cards = [told.card for told in pair_rows(DIAGNOSIS, DIAGNOSIS, 100) if told.card]
    for made in (drawn, listed):
        assert CALLED in "\n".join("".join(span.text for span in one.spans) for one in made)
    assert (CALLED, "L1100") in [card[1] for card in cards]
    assert [len(pairs) for _, pairs in grouped(DIAGNOSIS, DIAGNOSIS)] == [0, 0, 2]
    assert compare([DIAGNOSIS], [DIAGNOSIS], Unclear.LEFT_OUT).modes
    assert CALLED in opening(DIAGNOSIS).first
    assert exit_code(DIAGNOSIS, ("FM-3.1",)) == 0
    assert exit_code(DIAGNOSIS, ("present",)) == 1


@pytest.mark.parametrize(
    ("verdict", "model", "earned"),
    [("success", "m", "model"), ("success", None, "environment"), ("failure", "m", "none")],
)
def test_a_document_of_the_first_edition_opens(verdict: str, model: str | None, earned: str) -> None:
    value = json.loads((ROOT / "tests/mast_tui/snapshots/diagnoses/invoices.json").read_text(encoding="utf-8"))
    assert value["schema"] == "mast-tui/diagnosis/1"
    value["outcome"]["verdict"] = verdict
    value["made_by"]["model"] = model
    opened = from_dict(value)
    assert (opened.schema, opened.outcome.earned) == ("mast-tui/diagnosis/2", earned)
    assert (opened.failures, opened.findings[0].also, opened.findings[0].kind) == ((), (), None)
