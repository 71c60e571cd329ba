"""Log records of OTLP: by themselves, and as the words of the spans that they were logged in."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.trace import Trace


def with_spans(first: str) -> list[dict[str, Any]]:
    """A model call whose words are log records, and a line that a program logged, as a receiver writes them."""
    ids = {"traceId": "ab" * 16, "spanId": "cd" * 8}

    def told(name: str, **body: str) -> dict[str, Any]:
        values = [{"key": key, "value": {"stringValue": value}} for key, value in body.items()]
        return {
            **ids,
            "timeUnixNano": "1700000001000000000",
            "eventName": name,
            "body": {"kvlistValue": {"values": values}},
        }

    records = [
        told("gen_ai.user.message", content="How many lamps?"),
        told("gen_ai.choice", content="Twelve.", role="assistant"),
        {**ids, "timeUnixNano": "1700000001500000000", "body": {"stringValue": "the database is slow"}},
        {**ids, "traceId": "ef" * 16, "body": {"stringValue": "of another run"}},
    ]
    call = {
        **ids,
        "name": "chat",
        "startTimeUnixNano": "1700000000000000000",
        "endTimeUnixNano": "1700000002000000000",
        "attributes": [
            {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}},
            {"key": "gen_ai.agent.name", "value": {"stringValue": "counter"}},
        ],
    }
    lines = {
        "logs": {"resourceLogs": [{"scopeLogs": [{"logRecords": records}]}]},
        "spans": {"resourceSpans": [{"scopeSpans": [{"spans": [call]}]}]},
    }
    return [lines.pop(first), *lines.values()]


@pytest.mark.parametrize("first", ["logs", "spans"])
def test_words_that_are_logged_belong_to_the_span_they_were_logged_in(tmp_path: Path, first: str) -> None:
    path = tmp_path / "run.otlp.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in with_spans(first)))
    trace = Trace.open(path).read()
    told = [(event.kind.value, trace.text(event)) for event in trace.events if event.is_act]
    assert ("task", "How many lamps?") in told and ("say", "Twelve.") in told
    assert ("note", "the database is slow") in told and "another run" not in str(told)
