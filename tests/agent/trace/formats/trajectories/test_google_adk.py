"""Sessions and eval sets of Google ADK, made up here: each act once, what was expected nowhere."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.agent.trace.formats.acts import Act, acts, check_places, opened

GOLD = "SECRET-GOLD"


def said(author: str, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An event of a session."""
    return {"id": "e", "invocationId": "i", "author": author, "timestamp": 1772359200.5,
            "content": {"role": "model", "parts": parts}, **more}  # fmt: skip


EVENTS = [
    said("user", {"text": "Roll a die."}),
    said(
        "roller",
        {"text": "A die it is.", "thought": True},
        {"functionCall": {"id": "c1", "name": "roll", "args": {"n": 6}}},
    ),
    said("roller", {"functionResponse": {"id": "c1", "name": "roll", "response": {"result": "4"}}}),
    said("roller", {"text": "It is"}, partial=True),
    said("roller", {"text": "It is 4."}),
    said("roller", errorMessage="Quota."),
]
SESSION = {"id": "s", "appName": "dice", "userId": "u", "state": {}, "events": EVENTS, "lastUpdateTime": 1772359201.0}
SNAKES = {"functionCall": "function_call", "functionResponse": "function_response", "invocationId": "invocation_id"}
WRITTEN = "".join(json.dumps(event) + "\n" for event in EVENTS)
OLDER = re.sub("|".join(SNAKES), lambda name: SNAKES[name[0]], WRITTEN)
TURN = {
    "invocation_id": "i", "creation_timestamp": 1772359200.5,
    "user_content": {"parts": [{"text": "Roll a die.", "thought": None}], "role": "user"},
    "intermediate_data": {"tool_uses": [{"id": "c1", "name": "roll", "args": {"n": 6}}],
                          "tool_responses": [{"id": "c1", "name": "roll", "response": {"result": "4"}}],
                          "intermediate_responses": [["helper", [{"text": "Rolling."}]]]},
    "final_response": {"parts": [{"text": "It is 4."}], "role": "model"},
}  # fmt: skip
CASES = {
    "eval_set_id": "set",
    "eval_cases": [{"eval_id": "one", "conversation": [TURN]}, {"eval_id": "two", "conversation": [TURN]}],
}
EXPECTED = json.loads(json.dumps(TURN).replace("It is 4.", GOLD))
METRICS = [{"actual_invocation": TURN, "expected_invocation": EXPECTED, "eval_metric_results": [{"score": 0}]}]
GRADED = {"eval_set_result_id": "r", "eval_case_results": [
    {"eval_id": "one", "final_eval_status": 2, "eval_metric_result_per_invocation": METRICS}]}  # fmt: skip
QUERIES = [{"query": "Roll a die.", "expected_tool_use": [{"tool_name": GOLD, "tool_input": {}}], "reference": GOLD}]

ASKED: Act = ("task", "user", "Roll a die.")
DONE: list[Act] = [("call", "roller", '{"n": 6}'), ("result", "roll", "4"), ("say", "roller", "It is 4.")]
RUN: list[Act] = [ASKED, ("think", "roller", "A die it is."), *DONE, ("error", "system", "Quota.")]
CASE: list[Act] = [ASKED, ("call", "agent", '{"n": 6}'), ("result", "roll", "4"), ("say", "agent", "Rolling."),
                   ("say", "agent", "It is 4.")]  # fmt: skip
FILES: dict[str, tuple[str, list[Act]]] = {
    "google_adk_session": (json.dumps(SESSION), RUN),
    "google_adk_session: older, as lines": (OLDER, RUN),
    "google_adk_eval_set": (json.dumps(CASES), CASE),
    "google_adk_eval_result": (json.dumps(GRADED), CASE),
    "google_adk_eval_queries": (json.dumps(QUERIES), [ASKED]),
}


@pytest.mark.parametrize("name", FILES)
def test_each_act_is_read_once(tmp_path: Path, name: str) -> None:
    """What was asked, thought, called, returned and said; of a turn that was graded, what really happened."""
    text, expected = FILES[name]
    trace = opened(tmp_path, text, "run.json")
    assert trace.format.name == name.partition(":")[0]
    assert acts(trace) == expected
    assert all(GOLD not in trace.text(event) for event in trace.events)
    assert bool(trace.reading.hidden) is (GOLD in text)
    check_places(trace)
