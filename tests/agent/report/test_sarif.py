"""The SARIF log keeps what the format and the code hosts ask of it."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from agent.diagnosis.document import from_dict
from agent.report.sarif import LEVELS, MOST_PLACES, fingerprint, uri
from agent.report.trace_extract import TraceExtract, extract_of
from agent.trace.trace import Trace
from tests.agent.report.samples import plain, sample, sarif


def run_of(value: dict[str, Any] | None = None, drawn: TraceExtract | None = None) -> dict[str, Any]:
    """The one run of the log of a document."""
    log = json.loads(sarif(from_dict(value or plain()), drawn), parse_constant=pytest.fail)
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    check(log)
    run: dict[str, Any] = log["runs"][0]
    return run


def check(log: dict[str, Any]) -> None:
    """The constraints of SARIF 2.1.0, and of code hosts, on everything that is written here."""
    assert set(log) == {"$schema", "version", "runs"}
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    rules = driver["rules"]
    assert driver["name"]
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", driver["semanticVersion"])
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        assert {"id", "name", "shortDescription", "fullDescription", "help", "defaultConfiguration"} <= set(rule)
        assert re.fullmatch(r"[A-Za-z0-9]+", rule["name"])
        assert rule["help"]["text"] and rule["help"]["markdown"]
        assert rule["defaultConfiguration"]["level"] in {"none", "note", "warning", "error"}
        assert len(rule["properties"]["tags"]) <= 20
    for artifact in run["artifacts"]:
        _relative(artifact["location"]["uri"])
        assert re.fullmatch("[0-9a-f]{64}", artifact["hashes"]["sha-256"])
    assert len(run["results"]) <= 25_000
    for result in run["results"]:
        _result(result, rules)
    for invocation in run["invocations"]:
        assert isinstance(invocation["executionSuccessful"], bool)
        for note in invocation["toolExecutionNotifications"]:
            assert note["level"] in {"none", "note", "warning", "error"}
            assert note["message"]["text"]


def _result(result: dict[str, Any], rules: list[dict[str, Any]]) -> None:
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert result["level"] in {"note", "warning", "error"}
    assert result["kind"] == "fail"
    assert 0 <= result["rank"] <= 100
    assert result["message"]["text"].strip()
    assert re.fullmatch(r"[0-9a-f]{16}:\d+", result["partialFingerprints"]["primaryLocationLineHash"])
    assert len(result["locations"]) == 1
    related = result.get("relatedLocations", [])
    assert len(related) <= 100
    assert len({place["id"] for place in related}) == len(related)
    for place in (*result["locations"], *related):
        physical = place["physicalLocation"]
        assert physical["artifactLocation"]["index"] == 0
        _relative(physical["artifactLocation"]["uri"])
        region = physical.get("region")
        if region is not None and "startLine" in region:
            assert 1 <= region["startLine"] <= region["endLine"]
        elif region is not None:
            assert region["byteOffset"] >= 0
            assert region["byteLength"] >= 0
    for suppression in result.get("suppressions", []):
        assert suppression["kind"] in {"inSource", "external"}
        assert suppression["status"] in {"accepted", "underReview", "rejected"}


def _relative(reference: str) -> None:
    parts = urlsplit(reference)
    assert reference
    assert not (parts.scheme or parts.netloc or reference.startswith("/") or ".." in reference.split("/"))
    assert re.fullmatch(r"(?:[A-Za-z0-9_.~/-]|%[0-9A-F]{2})+", reference)


def test_the_fourteen_modes_are_the_rules() -> None:
    rules = run_of()["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [mode.code for mode in sample().modes]


def test_what_is_no_finding_is_no_result() -> None:
    assert [result["ruleId"] for result in run_of()["results"]] == ["FM-3.1", "FM-3.2"]


@pytest.mark.parametrize("severity", LEVELS)
def test_the_level_is_that_of_the_severity(severity: str) -> None:
    value = plain()
    value["findings"][0]["severity"] = severity
    levels = {result["ruleId"]: result["level"] for result in run_of(value)["results"]}
    assert levels["FM-3.1"] == LEVELS[severity]


def test_without_the_trace_places_are_bytes() -> None:
    region = run_of()["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert (region["byteOffset"], region["byteLength"]) == (3000, 20)
    assert "startLine" not in region


def test_with_the_trace_places_are_lines_of_its_file(made: Path) -> None:
    trace = Trace.open(made / "openai_chat_messages.jsonl").read()
    event = next(event for event in trace.events if event.kind == "say" and len(trace.text(event)) > 20)
    words = trace.text(event)[:20].split("\n")[0]
    lines, place = trace.place(event, 0, len(words))
    value = plain()
    act = value["findings"][0]["evidence"][0]
    act |= {"quote": words, "lines": list(lines), "event": event.number, "bytes": list(place)}
    value["findings"][1]["evidence"][0]["expected_at"] = event.lines[0]
    drawn = extract_of(trace, from_dict(value))
    results = run_of(value, drawn)["results"]
    file = (made / "openai_chat_messages.jsonl").read_bytes().split(b"\n")
    line = results[0]["locations"][0]["physicalLocation"]["region"]["startLine"]
    assert words.encode() in file[line - 1]
    places = [results[1]["locations"][0], *results[1]["relatedLocations"]]
    assert any(place["physicalLocation"].get("region", {}).get("startLine") == line for place in places)
    trace.close()


@pytest.mark.parametrize(
    "path, wanted",
    [
        ("run.log", "run.log"),
        ("runs/7/console log.txt", "runs/7/console%20log.txt"),
        ("/home/somebody/run.log", "run.log"),
        ("../run.log", "run.log"),
        ("javascript:alert(1)", "javascript%3Aalert%281%29"),
        ("a\x1b]2;x.log", "a%1B%5D2%3Bx.log"),
        ("-", "standard%20input"),
    ],
)
def test_the_trace_is_named_relative_and_without_this_machine(path: str, wanted: str) -> None:
    assert uri(path) == wanted
    value = plain()
    value["trace"]["path"] = path
    run_of(value)


def test_fingerprints_outlive_numbers_and_places() -> None:
    one, other = plain(), plain()
    moved = other["findings"][0]
    moved |= {"id": "F9", "onset": 7, "occurrences": [[7, 8]], "title": "In other words", "severity": "minor"}
    moved["evidence"][0] |= {"lines": [7, 8], "event": 2, "bytes": [5, 25], "quote": "I  am done\nhere."}
    assert fingerprint(from_dict(one).findings[0]) == fingerprint(from_dict(other).findings[0])
    for change in ({"mode": "FM-3.3"}, {"actor": "Reviewer"}):
        value = plain()
        value["findings"][0] |= change
        assert fingerprint(from_dict(value).findings[0]) != fingerprint(from_dict(one).findings[0])


def test_equal_findings_are_told_apart_by_their_number() -> None:
    value = plain()
    value["findings"] = [{**value["findings"][0], "id": f"F{n}", "onset": n} for n in range(1, 4)]
    prints = [result["partialFingerprints"]["primaryLocationLineHash"] for result in run_of(value)["results"]]
    assert [one.split(":")[1] for one in prints] == ["1", "2", "3"]
    assert len({one.split(":")[0] for one in prints}) == 1


def test_decisions_and_notes_are_carried() -> None:
    rejected = run_of(plain(decision="rejected", note="not so"))["results"][0]
    assert rejected["suppressions"] == [{"kind": "external", "status": "accepted", "justification": "not so"}]
    assert rejected["properties"]["decision"] == "rejected"
    accepted = run_of(plain(decision="accepted", note="quite so"))["results"][0]
    assert "suppressions" not in accepted
    assert accepted["properties"]["note"] == "quite so"


def test_too_many_findings_are_cut_gravest_first_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.report.sarif.MOST_RESULTS", 10)
    value = plain()
    minor = [{**value["findings"][1], "id": f"F{n}", "onset": n} for n in range(2, 14)]
    value["findings"] = [*minor, value["findings"][0]]
    run = run_of(value)
    assert len(run["results"]) == 10
    assert run["results"][0]["ruleId"] == "FM-3.1"
    notes = [note["message"]["text"] for note in run["invocations"][0]["toolExecutionNotifications"]]
    assert "3 findings beyond the first 10 left out." in notes


def test_too_many_places_are_cut_and_that_is_said() -> None:
    value = plain()
    act = value["findings"][0]["evidence"][0]
    value["findings"][0]["evidence"] = [{**act, "event": n} for n in range(1, MOST_PLACES + 31)]
    (result,) = [result for result in run_of(value)["results"] if result["ruleId"] == "FM-3.1"]
    assert len(result["relatedLocations"]) == MOST_PLACES
    assert "29 related places left out." in result["message"]["text"]


def test_a_finding_whose_mode_is_unknown_to_the_document_is_still_written() -> None:
    value = plain()
    value["modes"] = value["modes"][:3]
    results = json.loads(sarif(from_dict(value)))["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == ["FM-3.1", "FM-3.2"]
    assert all("ruleIndex" not in result for result in results)


def test_what_was_not_looked_at_is_noted() -> None:
    notes = [note["message"]["text"] for note in run_of()["invocations"][0]["toolExecutionNotifications"]]
    assert any("Not assessed: FM-1.1 and FM-2.2" in note for note in notes)
    value = plain()
    value["coverage"]["cells"][0] |= {"state": "error", "why": "no answer"}
    assert run_of(value)["invocations"][0]["executionSuccessful"] is False
