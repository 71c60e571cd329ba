"""OTLP and Phoenix: the same run in every carrier and spelling gives the same acts."""

import base64
import json
import os
import random
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from agent.trace.meta import describe
from agent.trace.running import running_words
from agent.trace.trace import Trace

Span = dict[str, Any]
TASK = "How many lamps does the pier have?\nAnswer with a number."


def key_values(attributes: dict[str, Any]) -> list[Any]:
    return [{"key": key, "value": wrapped(value)} for key, value in attributes.items()]


def wrapped(value: Any) -> Any:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, list):
        return {"arrayValue": {"values": [wrapped(item) for item in value]}}
    if isinstance(value, dict):
        return {"kvlistValue": {"values": key_values(value)}}
    return {"stringValue": value}


def span(number: int, parent: int | None, name: str, start: int, end: int, **attributes: Any) -> Span:
    plain = {key.replace("__", "."): value for key, value in attributes.items()}
    return {
        "traceId": "aa" * 16,
        "spanId": f"{number:016x}",
        **({"parentSpanId": f"{parent:016x}"} if parent else {}),
        "name": name,
        "startTimeUnixNano": str(1_700_000_000_000_000_000 + start * 1_000_000),
        "endTimeUnixNano": str(1_700_000_000_000_000_000 + end * 1_000_000),
        "attributes": plain,
        "status": {},
    }


def said(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def genai(structured: bool = False) -> list[Span]:
    """A lamp counter and a checker, in today's attributes for generative AI."""
    call = {"type": "tool_call", "id": "c1", "name": "count", "arguments": {"what": "lamps\nlit"}}
    result = {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": "12"}]}
    first, asked = said("user", TASK), {"role": "assistant", "parts": [call], "finish_reason": "tool_call"}
    written = (lambda value: value) if structured else json.dumps
    chat = {"gen_ai__operation__name": "chat"}
    spans = [
        span(
            2, 1, "invoke_agent counter", 1, 60, gen_ai__operation__name="invoke_agent", gen_ai__agent__name="counter"
        ),
        span(3, 2, "chat m", 2, 10, **chat),
        span(4, 2, "execute_tool count", 11, 20, gen_ai__operation__name="execute_tool", gen_ai__tool__name="count"),
        span(5, 2, "chat m", 21, 30, **chat),
        span(1, None, "invoke_workflow pier", 0, 99, gen_ai__operation__name="invoke_workflow"),
    ]
    spans[1]["attributes"] |= {
        "gen_ai.system_instructions": written([{"type": "text", "content": "You count."}]),
        "gen_ai.input.messages": written([first]),
        "gen_ai.output.messages": written([asked]),
    }
    spans[2]["attributes"] |= {
        "gen_ai.tool.call.id": "c1",
        "gen_ai.tool.call.arguments": '{"what": "lamps\\nlit"}',
        "gen_ai.tool.call.result": "12",
    }
    spans[3]["attributes"] |= {
        "gen_ai.input.messages": written([first, asked, result]),
        "gen_ai.output.messages": written([said("assistant", "There are 12 lamps.")]),
    }
    return spans


def inference() -> list[Span]:
    """The same run in OpenInference's attributes; the last call sends eleven messages, so 10 must come after 9."""
    kind = "openinference.span.kind"
    spans = genai()
    agent, first, tool, second, root = (one["attributes"] for one in spans)
    for attributes, value in ((agent, "AGENT"), (first, "LLM"), (tool, "TOOL"), (second, "LLM"), (root, "CHAIN")):
        attributes.clear()
        attributes[kind] = value
    agent["agent.name"] = "counter"
    start = "llm.output_messages.0.message."
    for attributes in (first, second):
        attributes["llm.input_messages.0.message.role"] = "system"
        attributes["llm.input_messages.0.message.content"] = "You count."
        attributes["llm.input_messages.1.message.role"] = "user"
        attributes["llm.input_messages.1.message.content"] = TASK
    for number in range(2, 11):
        second[f"llm.input_messages.{number}.message.role"] = "user"
        second[f"llm.input_messages.{number}.message.content"] = f"hint {number}: look at the left side of the pier"
    first[start + "role"] = second[start + "role"] = "assistant"
    first[start + "tool_calls.0.tool_call.id"] = "c1"
    first[start + "tool_calls.0.tool_call.function.name"] = "count"
    first[start + "tool_calls.0.tool_call.function.arguments"] = '{"what": "lamps\\nlit"}'
    second[start + "content"] = "There are 12 lamps."
    tool |= {"tool.name": "count", "input.value": '{"what": "lamps\\nlit"}', "output.value": "12"}
    return spans


def carried(spans: list[Span]) -> dict[str, Any]:
    spans = [{**one, "attributes": key_values(one["attributes"])} for one in spans]
    return {"resourceSpans": [{"resource": {"attributes": []}, "scopeSpans": [{"scope": {}, "spans": spans}]}]}


def snake(value: Any) -> Any:
    """The same with the keys of a hand-written exporter."""
    if isinstance(value, list):
        return [snake(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {"".join(f"_{c.lower()}" if c.isupper() else c for c in key): snake(item) for key, item in value.items()}


def opened(folder: Path, *documents: Any, indent: int | None = None) -> Trace:
    path = folder / "run.json"
    path.write_text("".join(json.dumps(document, indent=indent) + "\n" for document in documents))
    return Trace.open(path).read()


def acts(trace: Trace) -> list[tuple[str, str | None, str]]:
    return [(e.kind.value, e.actor, trace.text(e)) for e in trace.events if e.is_act and e.kind.value != "note"]


EXPECTED = [
    ("system", "system", "You count."),
    ("task", "user", TASK),
    ("call", "counter", '{"what": "lamps\nlit"}'),
    ("result", "count", "12"),
    ("say", "counter", "There are 12 lamps."),
]


@pytest.mark.parametrize("structured", [False, True])
@pytest.mark.parametrize("indent", [None, 2])
def test_messages_as_json_or_as_values(tmp_path: Path, structured: bool, indent: int | None) -> None:
    trace = opened(tmp_path, carried(genai(structured)), indent=indent)
    assert trace.format.name == "otlp_json_genai"
    assert [act for act in acts(trace) if act[0] != "call"] == [act for act in EXPECTED if act[0] != "call"]
    assert all("lamps\nlit" in text for kind, _, text in acts(trace) if kind == "call")
    calls = {(e.kind.value, e.call, e.tool) for e in trace.events if e.call}
    assert calls == {("call", "c1", "count"), ("result", "c1", "count")}
    assert describe(trace)["task"]["text"] == TASK
    assert describe(trace)["answer"] == "There are 12 lamps."
    assert {e.record for e in trace.events} == {1, 2, 3, 4, 5}
    assert not trace.reading.warnings
    trace.close()


def test_keys_with_underscores(tmp_path: Path) -> None:
    trace = opened(tmp_path, snake(carried(genai())))
    assert acts(trace) == EXPECTED
    trace.close()


def test_a_trace_scattered_over_lines_in_any_order(tmp_path: Path) -> None:
    spans = genai()
    random.Random(4).shuffle(spans)
    trace = opened(tmp_path, *(carried([one]) for one in spans))
    assert trace.format.name == "otlp_jsonl_genai"
    assert acts(trace) == EXPECTED
    trace.close()


def test_ids_in_base64_join_spans_in_hex(tmp_path: Path) -> None:
    spans = genai()
    for one in spans[:2]:
        for key in ("traceId", "spanId", "parentSpanId"):
            one[key] = base64.b64encode(bytes.fromhex(one[key])).decode()
    trace = opened(tmp_path, carried(spans))
    assert acts(trace) == EXPECTED
    assert max(e.depth for e in trace.events) == 2
    trace.close()


def test_openinference_over_otlp(tmp_path: Path) -> None:
    trace = opened(tmp_path, carried(inference()))
    assert trace.format.name == "otlp_json_openinference"
    seen = acts(trace)
    assert [act for act in seen if "hint" not in act[2]] == EXPECTED
    hints = [text.split(":")[0] for _, _, text in seen if "hint" in text]
    assert hints == [f"hint {number}" for number in range(2, 11)]
    trace.close()


def nested(attributes: dict[str, Any]) -> Any:
    """Dotted keys as objects and lists."""
    tree: dict[str, Any] = {}
    for key, value in attributes.items():
        *path, last = key.split(".")
        place = tree
        for name in path:
            place = place.setdefault(name, {})
        place[last] = value

    def listed(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        if value and all(key.isdigit() for key in value):
            return [listed(value[key]) for key in sorted(value, key=int)]
        return {key: listed(item) for key, item in value.items()}

    return listed(tree)


def phoenix(one: Span, deep: bool) -> dict[str, Any]:
    start, end = (int(one[key]) // 1_000_000 % 1000 for key in ("startTimeUnixNano", "endTimeUnixNano"))
    return {
        "name": one["name"],
        "context": {"trace_id": one["traceId"], "span_id": one["spanId"]},
        "span_kind": one["attributes"]["openinference.span.kind"],
        "parent_id": one.get("parentSpanId"),
        "start_time": f"2025-01-01T00:00:00.{start:03}000+00:00",
        "end_time": f"2025-01-01T00:00:00.{end:03}000+00:00",
        "status_code": "OK",
        "attributes": nested(one["attributes"]) if deep else one["attributes"],
        "events": [],
    }


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("shape", ["data", "list", "lines"])
def test_phoenix_flat_and_nested(tmp_path: Path, deep: bool, shape: str) -> None:
    spans = [phoenix(one, deep) for one in inference()]
    documents: list[Any] = spans if shape == "lines" else [{"data": spans}] if shape == "data" else [spans]
    trace = opened(tmp_path, *documents)
    assert trace.format.name == ("phoenix_jsonl_spans" if shape == "lines" else "phoenix_rest_spans")
    assert [act for act in acts(trace) if "hint" not in act[2]] == EXPECTED
    trace.close()


def test_a_frame_of_columns(tmp_path: Path) -> None:
    rows = []
    for one in inference():
        row = phoenix(one, deep=False)
        attributes, context = row.pop("attributes"), row.pop("context")
        row |= {f"context.{key}": value for key, value in context.items()}
        rows.append(row | {f"attributes.{key}": value for key, value in attributes.items()})
    trace = opened(tmp_path, *rows)
    assert [act for act in acts(trace) if "hint" not in act[2]] == EXPECTED
    trace.close()


def test_older_attributes_and_events(tmp_path: Path) -> None:
    old = span(3, None, "chat m", 2, 10, gen_ai__system="x", gen_ai__request__model="m")
    old["attributes"] |= {"gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": TASK}
    old["attributes"] |= {"gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "12"}
    trace = opened(tmp_path, carried([old]))
    assert [(kind, text) for kind, _, text in acts(trace)] == [("task", TASK), ("say", "12")]
    trace.close()
    events = [
        {"name": "gen_ai.user.message", "attributes": key_values({"content": TASK})},
        {"name": "gen_ai.choice", "attributes": key_values({"message": json.dumps({"content": "12"})})},
        {"name": "exception", "attributes": key_values({"exception.message": "it rains", "exception.type": "E"})},
    ]
    late = span(3, None, "chat m", 2, 10, gen_ai__operation__name="chat") | {"events": events}
    trace = opened(tmp_path, carried([late]))
    assert ("task", TASK) in [(kind, text) for kind, _, text in acts(trace)]
    assert ("error", "it rains") in [(kind, text) for kind, _, text in acts(trace)]
    assert any("12" in text for kind, _, text in acts(trace) if kind == "say")
    trace.close()


def test_spans_without_text_name_the_switch(tmp_path: Path) -> None:
    spans = genai()
    for one in spans:
        for key in list(one["attributes"]):
            if "messages" in key or "instructions" in key or "call." in key:
                del one["attributes"][key]
    trace = opened(tmp_path, carried(spans))
    assert any("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT" in warning for warning in trace.reading.warnings)
    assert {e.record for e in trace.events} == {1, 2, 3, 4, 5}
    trace.close()


def test_the_largest_of_several_traces(tmp_path: Path) -> None:
    other = span(9, None, "chat m", 0, 1, gen_ai__operation__name="chat") | {"traceId": "bb" * 16}
    trace = opened(tmp_path, carried([other, *genai()]))
    assert acts(trace) == EXPECTED
    assert any("bb" * 16 in warning and "2 traces" in warning for warning in trace.reading.warnings)
    trace.close()


def test_a_failed_span_says_why(tmp_path: Path) -> None:
    spans = genai()
    spans[2]["status"] = {"code": 2, "message": "the pier is closed"}
    trace = opened(tmp_path, carried(spans))
    assert ("error", "counter", "the pier is closed") in acts(trace)
    assert [e.status for e in trace.events if e.kind.value == "result" and e.is_act] == ["error"]
    trace.close()


@pytest.mark.parametrize("lines", [False, True])
def test_cut_anywhere_the_whole_spans_open(tmp_path: Path, lines: bool) -> None:
    documents = [carried([one]) for one in genai()] if lines else [carried(genai())]
    raw = "\n".join(json.dumps(document) for document in documents).encode()
    path = tmp_path / "cut.json"
    chance = random.Random(5)
    for cut in {chance.randrange(200, len(raw)) for _ in range(200)}:
        path.write_bytes(raw[:cut])
        trace = Trace.open(path, format_name=f"otlp_json{'l' if lines else ''}_genai").read()
        assert trace.lines_count >= 1
        whole = [n for n, _ in enumerate(documents, 1) if len("\n".join(map(json.dumps, documents[:n]))) <= cut]
        if lines:
            assert len({e.record for e in trace.events if e.record}) >= len(whole)
            at_a_line_end = cut in {len("\n".join(map(json.dumps, documents[:n]))) for n in range(9)}
            assert at_a_line_end or raw[cut - 1 : cut] == b"\n" or trace.reading.broken_at is not None
        else:
            assert trace.reading.broken_at is not None
        trace.close()


MADE = {
    "otlp_genai.json": "otlp_json_genai",
    "otlp_genai.jsonl": "otlp_jsonl_genai",
    "otlp_genai_base64ids.json": "otlp_json_genai",
    "otlp_openinference.json": "otlp_json_openinference",
    "phoenix_spans.json": "phoenix_rest_spans",
}


@pytest.mark.parametrize("name", MADE)
def test_the_made_traces(made: Path, name: str) -> None:
    entry = next(e for e in json.loads((made / "manifest.json").read_text())["files"] if e["path"] == name)
    trace = Trace.open(made / name).read()
    assert trace.format.name == entry["format"] == MADE[name]
    meta = describe(trace)
    assert meta["records"] == entry["n_records"]
    assert meta["task"]["text"] == entry["task"]
    assert set(entry["agents"]) <= set(meta["actors"])
    assert not meta["warnings"]
    trace.close()


def test_a_span_that_was_sent_twice_is_done_once_and_what_is_still_open_is_told(tmp_path: Path) -> None:
    spans = genai()
    root = next(one for one in spans if "parentSpanId" not in one)
    lines = [
        {"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {}, "spans": [otlp(one)]}]}]} for one in spans
    ]
    at = spans.index(root)

    def read(*held: int) -> Trace:
        path = tmp_path / f"{len(held)}.otlp.jsonl"
        path.write_text("".join(json.dumps(lines[number]) + "\n" for number in held))
        return Trace.open(path).read()

    whole, others = [*range(len(spans))], [number for number in range(len(spans)) if number != at]
    once, twice, open_run = read(*whole), read(*whole, *whole), read(*others)
    assert [once.text(event) for event in once.events] == [twice.text(event) for event in twice.events]
    assert not once.reading.is_open and not once.reading.warnings
    assert open_run.reading.is_open and "not ended" in open_run.reading.warnings[0]


def test_what_goes_on_is_named_by_what_lies_in_it_or_by_itself(tmp_path: Path) -> None:
    chat = {"gen_ai__operation__name": "chat"}
    spans = [
        span(3, 2, "chat m", 5, 7, **chat, gen_ai__agent__name="counter"),
        span(5, 4, "chat m", 8, 9, **chat),
        span(6, 4, "execute_tool look", 9, 10, gen_ai__operation__name="execute_tool"),
        span(7, None, "review \x1b[31m", 11, 12),
    ]
    del spans[-1]["endTimeUnixNano"]
    path = tmp_path / "run.otlp.jsonl"
    lines = [
        {"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {}, "spans": [otlp(one)]}]}]} for one in spans
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with closing(Trace.open(path).read()) as trace:
        assert [(part.id[-1], part.name, part.holds) for part in trace.reading.open] == [
            ("2", "counter", 1),
            ("4", "around chat m, execute_tool look", 2),
            ("7", "review ␛[31m", 0),
        ]
        assert trace.reading.open[0].since == "2023-11-14T22:13:20.005000Z"
        assert running_words(trace) == "running: review ␛[31m and 2 more"
        os.utime(path, (1, 1))
        assert running_words(trace) == "not ended: review ␛[31m and 2 more"
        path.unlink()
        assert running_words(trace).startswith("not ended")


def otlp(one: Span) -> Span:
    return {**one, "attributes": key_values(one["attributes"])}


def test_an_answer_written_down_piece_by_piece_is_said_once(tmp_path: Path) -> None:
    spans = inference()
    second = spans[3]["attributes"]
    for number, word in enumerate("There are twelve lamps at the left side of the pier .".split()):
        second[f"llm.output_messages.{number}.message.role"] = "assistant"
        second[f"llm.output_messages.{number}.message.content"] = word
    path = tmp_path / "spans.json"
    path.write_text(json.dumps(carried(spans)))
    trace = Trace.open(path).read()
    said = [trace.text(event).split() for event in trace.events if event.kind.value == "say"]
    assert "There are twelve lamps at the left side of the pier .".split() in said
    assert ["lamps"] not in said
