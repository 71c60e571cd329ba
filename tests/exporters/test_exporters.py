"""Files as the current libraries write them: each act of a run stands there once, by whoever did it.

Opt in with `make test-exporters`, which installs the libraries into a folder of their own and sets EXPORTERS to its
Python.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.model.openai_messages import message_as_openai
from agent.trace.event import Kind
from agent.trace.meta import describe
from agent.trace.trace import Trace
from agent.trial.act_context import context_before
from tests.agent.model.server import Body, Step, serve

PROGRAMS = Path(__file__).parent / "programs"
TASK = "How many lamps hang in hall B?"
ANSWER = "Hall B has twelve lamps. DONE"
USAGE = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}
FILES = [
    ("agents_sdk", "agents_items.json", "openai_responses_items", "counter"),
    ("agents_sdk", "agents_traces.jsonl", "openai_agents_sdk_traces", "counter"),
    ("autogen_team", "autogen_console.txt", "autogen04_console", "counter"),
    ("autogen_team", "autogen_events.jsonl", "autogen04_core_events", "counter"),
    ("autogen_team", "autogen_result.json", "autogen04_stream", "counter"),
    ("autogen_team", "autogen_state.json", "autogen04_team_state", "counter"),
    ("autogen_team", "autogen_stream.jsonl", "autogen04_stream", "counter"),
    ("langgraph_streams", "langgraph_events.jsonl", "langgraph_astream_events_v2", "counter"),
    ("langgraph_streams", "langgraph_history.jsonl", "langgraph_state_history", "counter"),
    ("langgraph_streams", "langgraph_messages.json", "json", "assistant"),
    ("langgraph_streams", "langgraph_updates.jsonl", "langgraph_stream_updates", "counter"),
    ("langgraph_streams", "langgraph_values.jsonl", "langgraph_stream_updates", "assistant"),
    ("openai_spans", "genai_logs.jsonl", "otlp_logs", "assistant"),
    ("openai_spans", "openinference_otlp.jsonl", "otlp_jsonl_openinference", "lamps"),
    ("openai_spans", "openinference_spans.jsonl", "otel_sdk_spans", "lamps"),
    ("pydantic_messages", "pydantic_messages.json", "pydantic_ai_messages", "assistant"),
    ("pydantic_messages", "pydantic_otlp.jsonl", "otlp_jsonl_genai", "counter"),
    ("pydantic_messages", "pydantic_spans.jsonl", "otel_sdk_spans", "counter"),
]
WITHOUT_TASK = ("langgraph_updates.jsonl",)
"""Updates hold what nodes wrote, and the question was written by none."""

pytestmark = [
    pytest.mark.exporters,
    pytest.mark.skipif("EXPORTERS" not in os.environ, reason="opt in with `make test-exporters`"),
]


def lamps(body: Body, number: int) -> Step:
    """Hand over to whoever counts, count, and tell the number."""
    messages, tools = body["messages"], [tool["function"]["name"] for tool in body.get("tools") or ()]
    if any(message["role"] == "tool" and "12" in json.dumps(message.get("content")) for message in messages):
        return Step(ANSWER, usage=USAGE)
    handoff = next((tool for tool in tools if tool.startswith("transfer_to_")), None)
    name, arguments = (handoff, {}) if handoff else ("count_lamps", {"hall": "B"})
    function = {"name": name, "arguments": json.dumps(arguments)}
    call = {"index": 0, "id": f"call_{number}", "type": "function", "function": function}
    return Step(None, message={"tool_calls": [call]}, finish="tool_calls", usage=USAGE)


SENT: dict[str, list[Body]] = {}
"""What each program sent to the model."""
HELD = [
    ("openai_spans", "openinference_otlp.jsonl"),
    ("openai_spans", "openinference_spans.jsonl"),
    ("pydantic_messages", "pydantic_otlp.jsonl"),
    ("pydantic_messages", "pydantic_spans.jsonl"),
]
"""Files that hold what was sent with each call."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with everything that the programs write."""
    folder = tmp_path_factory.mktemp("written")
    with serve(lamps) as server:
        for program in sorted({program for program, *_ in FILES}):
            command = [os.environ["EXPORTERS"], str(PROGRAMS / f"{program}.py"), server.url, str(folder)]
            before = len(server.requests)
            subprocess.run(command, check=True, timeout=240)
            SENT[program] = server.requests[before:]
        yield folder


@pytest.mark.parametrize(("name", "form", "agent"), [row[1:] for row in FILES], ids=[row[1] for row in FILES])
def test_each_act_of_a_run_is_read_once(written: Path, name: str, form: str, agent: str) -> None:
    trace = Trace.open(written / name).read()
    assert trace.format.name == form
    told = [event for event in trace.events if event.is_act]
    of_kind = {kind: [event for event in told if event.kind is kind] for kind in Kind}
    calls = [event for event in of_kind[Kind.CALL] if event.tool == "count_lamps"]
    results = [event for event in of_kind[Kind.RESULT] if event.tool == "count_lamps"]
    assert [event.actor for event in calls] == [agent]
    assert '"hall":"B"' in trace.text(calls[0]).replace(" ", "")
    assert len(results) == 1
    assert "12" in trace.text(results[0])
    assert calls[0].call is not None
    assert results[0].call == calls[0].call
    says = [(event.actor, trace.text(event).rsplit("\n", 1)[-1]) for event in of_kind[Kind.SAY] + of_kind[Kind.ANSWER]]
    assert says == [(agent, ANSWER)]
    asked = [trace.text(event).rsplit("\n", 1)[-1] for event in of_kind[Kind.TASK]]
    assert asked == ([] if name in WITHOUT_TASK else [TASK])
    assert describe(trace)["answer"] == ANSWER


def test_spans_with_no_text_say_how_to_get_some(written: Path) -> None:
    trace = Trace.open(written / "genai_spans.jsonl").read()
    assert "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT" in " ".join(describe(trace)["warnings"])


@pytest.mark.parametrize(("program", "name"), HELD, ids=[row[1] for row in HELD])
def test_what_an_agent_had_before_an_act_is_what_was_sent(written: Path, program: str, name: str) -> None:
    trace = Trace.open(written / name).read()
    acts = [event for event in trace.events if event.is_act]
    last = next(event for event in acts if event.kind in (Kind.SAY, Kind.ANSWER) and ANSWER in trace.text(event))
    context = context_before(trace, last)
    assert context.exact
    sent = [body["messages"] for body in SENT[program]]
    made = [message_as_openai(message) for message in context.messages]
    assert [_plain(one) for one in made] in [[_plain(one) for one in messages] for messages in sent]


def _plain(message: Body) -> Body:
    """A message without what says nothing: an empty content, an id of the format's own."""
    kept = {key: value for key, value in message.items() if value not in (None, "") and key != "name"}
    calls = [(call["id"], call["function"]["name"], json.loads(call["function"]["arguments"])) for call in _calls(kept)]
    return {**kept, "tool_calls": calls}


def _calls(message: Body) -> list[Body]:
    return message.get("tool_calls") or []
