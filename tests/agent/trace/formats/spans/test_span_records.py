"""Spans and events in the carriers of today: SDKs, MLflow, Weave, logs; the same ferry question, every act once."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.meta import describe
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import acts, check_places, lines, opened

TASK = "How many ferries leave?"
LABEL = "the label 4711"
ASKED = {"role": "user", "content": TASK}
CALL = {"id": "c1", "type": "function", "function": {"name": "count", "arguments": '{"side": "west"}'}}
CALLED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RETURNED = {"role": "tool", "tool_call_id": "c1", "content": "8 boats"}
SAID = {"role": "assistant", "content": "Eight."}
Held = dict[str, Any]


def expected(agent: str) -> list[Any]:
    return [("task", "user", TASK), ("call", agent, '{"side": "west"}'), ("result", "count", "8 boats"),
            ("say", agent, "Eight.")]  # fmt: skip


def steps() -> list[tuple[str, str | None, str, tuple[int, int], Held]]:
    """What every carrier below holds: id, parent, name, times, and attributes for generative AI."""

    def parts(message: Held) -> Held:
        if message is CALLED:
            held = {"type": "tool_call", "id": "c1", "name": "count", "arguments": {"side": "west"}}
        elif message is RETURNED:
            held = {"type": "tool_call_response", "id": "c1", "response": "8 boats"}
        else:
            held = {"type": "text", "content": message["content"]}
        return {"role": message["role"], "parts": [held]}

    def chat(sent: list[Held], came: Held) -> Held:
        return {"gen_ai.operation.name": "chat", "gen_ai.input.messages": json.dumps([parts(one) for one in sent]),
                "gen_ai.output.messages": json.dumps([parts(came)])}  # fmt: skip

    tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "count", "gen_ai.tool.call.id": "c1",
            "gen_ai.tool.call.arguments": '{"side": "west"}', "gen_ai.tool.call.result": "8 boats"}  # fmt: skip
    agent = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "scout"}
    return [
        ("b2", "a1", "chat m", (1, 2), chat([ASKED], CALLED)),
        ("b3", "a1", "execute_tool count", (3, 4), tool),
        ("b4", "a1", "chat m", (5, 6), chat([ASKED, CALLED, RETURNED], SAID)),
        ("a1", None, "invoke_agent scout", (0, 9), agent),
    ]


def at(second: int) -> str:
    return f"2026-03-01T10:00:{second:02}.000000Z"


def micros(second: int) -> int:
    return (1_772_359_200 + second) * 1_000_000


def python_spans() -> list[Held]:
    return [{"name": name, "context": {"trace_id": "0x9", "span_id": f"0x{id}", "trace_state": "[]"},
             "kind": "SpanKind.INTERNAL", "parent_id": above and f"0x{above}", "start_time": at(a), "end_time": at(b),
             "status": {"status_code": "UNSET"}, "attributes": held, "events": [], "links": [], "resource": {}}
            for id, above, name, (a, b), held in steps()]  # fmt: skip


def script_spans() -> list[Held]:
    return [{"resource": {}, "instrumentationScope": {}, "traceId": "9", "parentSpanContext": above and {"traceId": "9",
             "spanId": above}, "name": name, "id": id, "kind": 0, "timestamp": micros(a), "duration": 1,
             "endTime": [micros(b) // 1_000_000, 0], "attributes": held, "status": {"code": 0}, "events": []}
            for id, above, name, (a, b), held in steps()]  # fmt: skip


def go_spans() -> list[Held]:
    return [{"Name": name, "SpanContext": {"TraceID": "9", "SpanID": id}, "Parent": {"TraceID": "9",
             "SpanID": above or "0"}, "StartTime": at(a), "EndTime": at(b), "Status": {"Code": "Unset"}, "Attributes": [
             {"Key": key, "Value": {"Type": "STRING", "Value": value}} for key, value in held.items()]}
            for id, above, name, (a, b), held in steps()]  # fmt: skip


PRINTED = {
    "python, by lines": lambda: lines(*python_spans()),
    "python, as it prints": lambda: "\n".join(json.dumps(one, indent=4) for one in python_spans()) + "\n",
    "javascript": lambda: lines(*script_spans()),
    "go": lambda: lines(*go_spans()),
    "a list": lambda: json.dumps(python_spans()),
}


@pytest.mark.parametrize("carrier", PRINTED)
def test_spans_as_an_sdk_prints_them(carrier: str, tmp_path: Path) -> None:
    trace = opened(tmp_path, PRINTED[carrier](), "spans.json")
    check_places(trace)
    assert trace.format.name == "otel_sdk_spans"
    assert acts(trace) == expected("scout")
    assert [e.time for e in trace.events if e.kind.value == "result"] == ["2026-03-01T10:00:04.000Z"]
    assert [e.call for e in trace.events if e.kind.value in ("call", "result") and e.is_act] == ["c1", "c1"]


def test_openinference_attributes_in_spans_of_an_sdk(tmp_path: Path) -> None:
    kinds = {"b2": "LLM", "b3": "TOOL", "b4": "LLM", "a1": "AGENT"}
    spans = python_spans()
    for one in spans:
        id = one["context"]["span_id"][2:]
        one["attributes"] = {"openinference.span.kind": kinds[id], "agent.name": "scout"}
    sent = {"llm.input_messages.0.message.role": "user", "llm.input_messages.0.message.content": TASK}
    made = "llm.output_messages.0.message."
    spans[0]["attributes"] |= {**sent, f"{made}role": "assistant", f"{made}tool_calls.0.tool_call.id": "c1",
                               f"{made}tool_calls.0.tool_call.function.name": "count",
                               f"{made}tool_calls.0.tool_call.function.arguments": '{"side": "west"}'}  # fmt: skip
    spans[1]["attributes"] |= {"tool.name": "count", "input.value": '{"side": "west"}', "output.value": "8 boats"}
    spans[2]["attributes"] |= {**sent, f"{made}role": "assistant", f"{made}content": "Eight."}
    trace = opened(tmp_path, lines(*spans))
    assert trace.format.name == "otel_sdk_spans"
    assert acts(trace) == expected("scout")


def kept() -> list[tuple[str, str | None, str, str, tuple[int, int], Any, Any]]:
    return [
        ("a1", None, "AGENT", "scout", (0, 9), {"question": TASK}, "Eight."),
        ("b2", "a1", "CHAT_MODEL", "chat", (1, 2), {"messages": [ASKED]}, {"choices": [{"message": CALLED}]}),
        ("b3", "a1", "TOOL", "count", (3, 4), {"side": "west"}, "8 boats"),
        ("b4", "a1", "CHAT_MODEL", "chat", (5, 6), {"messages": [ASKED, CALLED, RETURNED]},
         {"choices": [{"message": SAID}]}),
    ]  # fmt: skip


def mlflow() -> Held:
    def span(id: str, above: str | None, what: str, name: str, times: tuple[int, int], *said: Any) -> Held:
        held = {"mlflow.spanType": what, "mlflow.spanInputs": said[0], "mlflow.spanOutputs": said[1]}
        return {"trace_id": "9", "span_id": id, "parent_span_id": above, "name": name, "status": {"code": "OK"},
                "start_time_unix_nano": micros(times[0]) * 1000, "end_time_unix_nano": micros(times[1]) * 1000,
                "attributes": {key: json.dumps(value) for key, value in held.items()}, "events": []}  # fmt: skip

    info = {"trace_id": "tr-9", "state": "OK", "assessments": [{"name": "correct", "feedback": {"value": LABEL}}]}
    return {"info": info, "data": {"spans": [span(*one) for one in kept()]}}


def weave() -> list[Held]:
    ops = {"AGENT": "scout", "CHAT_MODEL": "openai.chat.completions.create", "TOOL": "count"}
    calls = [{"id": id, "trace_id": "9", "parent_id": above, "op_name": f"weave:///team/pier/op/{ops[what]}:abc",
              "started_at": at(a), "ended_at": at(b), "attributes": {"kind": what.lower()}, "inputs": given,
              "output": came, "exception": None, "summary": {}, "feedback": [{"note": LABEL}]}
             for id, above, what, _, (a, b), given, came in kept()]  # fmt: skip
    scorer = {
        **calls[1],
        "id": "s",
        "op_name": "weave:///team/pier/op/Fact.score:abc",
        "attributes": {},
        "started_at": at(10),
        "ended_at": at(12),
        "inputs": {"target": LABEL},
        "output": {"grade": LABEL},
    }
    judge = {**calls[1], "id": "j", "parent_id": "s", "started_at": at(11), "ended_at": at(11),
             "inputs": {"messages": [{"role": "user", "content": f"Grade {LABEL}"}]}, "output": LABEL}  # fmt: skip
    return [*calls, {**scorer, "parent_id": "a1"}, judge]


KEPT = {
    "mlflow_traces": {
        "document": lambda: json.dumps(mlflow()),
        "lines": lambda: lines(mlflow()) * 1,
        "list": lambda: json.dumps([mlflow()]),
        "read over lines": lambda: json.dumps(mlflow(), indent=1).replace('{\n "side"', '{"side"'),
    },
    "weave_calls": {"lines": lambda: lines(*weave()), "list": lambda: json.dumps(weave())},
}


@pytest.mark.parametrize(("form", "carrier"), [(form, carrier) for form, made in KEPT.items() for carrier in made])
def test_what_services_keep(form: str, carrier: str, tmp_path: Path) -> None:
    trace = opened(tmp_path, KEPT[form][carrier](), "trace.json")
    check_places(trace)
    meta = describe(trace)
    assert meta["format"] == form
    assert acts(trace) == expected("scout")
    assert meta["answer"] == "Eight."
    hidden = ["assessments"] if form == "mlflow_traces" else ["feedback", "what a scorer was given and gave back"]
    assert meta["hidden"] == hidden
    assert LABEL not in "\n".join(trace.lines(1, trace.lines_count))


def record(second: int, name: str, body: Any = None, span: str = "", **attributes: Any) -> Held:
    def value(held: Any) -> Held:
        if isinstance(held, dict):
            return {"kvlistValue": {"values": [{"key": key, "value": value(one)} for key, one in held.items()]}}
        if isinstance(held, list):
            return {"arrayValue": {"values": [value(one) for one in held]}}
        return {"stringValue": held} if held is not None else {}

    held = [{"key": key.replace("__", "."), "value": value(one)} for key, one in attributes.items()]
    return {"timeUnixNano": str(micros(second) * 1000), "eventName": name, "spanId": span, "attributes": held,
            **({"body": value(body)} if body is not None else {})}  # fmt: skip


def genai_logs() -> list[Held]:
    return [
        record(1, "gen_ai.user.message", {"content": TASK}, "b2"),
        record(2, "gen_ai.choice", {"index": "0", "message": {"role": "assistant", "tool_calls": [CALL]}}, "b2"),
        record(5, "gen_ai.user.message", {"content": TASK}, "b4"),
        record(5, "gen_ai.assistant.message", {"tool_calls": [CALL]}, "b4"),
        record(5, "gen_ai.tool.message", {"id": "c1", "content": "8 boats"}, "b4"),
        record(6, "gen_ai.choice", {"index": "0", "message": SAID}, "b4"),
    ]


def carried(*records: Held) -> Held:
    return {"resourceLogs": [{"resource": {}, "scopeLogs": [{"scope": {}, "logRecords": list(records)}]}]}


@pytest.mark.parametrize("by_lines", [True, False])
def test_otlp_logs(by_lines: bool, tmp_path: Path) -> None:
    held = genai_logs()
    text = lines(*map(carried, held)) if by_lines else json.dumps(carried(*held))
    trace = opened(tmp_path, text)
    check_places(trace)
    assert trace.format.name == "otlp_logs"
    assert acts(trace) == expected("assistant")


def test_otlp_logs_of_a_coding_agent(tmp_path: Path) -> None:
    held = [
        record(1, "agent.user_prompt", prompt=TASK),
        record(2, "agent.tool_result", tool_name="count", call_id="c1", arguments='{"side": "west"}', output="8 boats"),
        record(3, "agent.api_request", "asked a model"),
    ]
    trace = opened(tmp_path, json.dumps(carried(*held)))
    assert acts(trace) == expected("assistant")[:3]
    assert [event.kind.value for event in trace.events][-1] == "note"


def test_labels_of_a_service_are_in_no_run_of_a_file(tmp_path: Path) -> None:
    other = json.loads(json.dumps(mlflow()).replace('"9"', '"8"'))
    path = tmp_path / "two.jsonl"
    path.write_text(lines(mlflow(), other))
    for run in ("9", "8"):
        trace = Trace.open(path, only=run).read()
        assert acts(trace) == expected("scout")
        assert LABEL not in "\n".join(trace.lines(1, trace.lines_count))
