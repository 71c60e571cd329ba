"""What an agent had before an act, of every format that holds it: the messages that were sent, byte for byte."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent.model.model import Message, ToolCall
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace
from agent.trial.act_context import EXACT, context_before
from tests.agent.trace.formats.acts import lines, opened

Json = dict[str, Any]
SYSTEM, TASK, COUNTED, REPLY = (
    "You count what h\u00e4ngt.\n",
    "How many  lamps?\t\u201cAll\u201d\n",
    "12\n",
    "Twelve lamps hang there.",
)
ARGUMENTS = '{"hall": "B", "n": 1}'
FIRST = (Message("system", SYSTEM), Message("user", TASK))
CALL = Message("assistant", "", (ToolCall("call_1", "count_lamps", ARGUMENTS),))
SECOND = (*FIRST, CALL, Message("tool", COUNTED, answers="call_1"))
COUNTS: Json = {"name": "count_lamps", "description": "", "parameters": {"type": "object"}}
TOOL: Json = {"type": "function", "function": COUNTS}


def as_chat(messages: tuple[Message, ...]) -> list[Json]:
    made: list[Json] = []
    for one in messages:
        made.append({"role": one.who, "content": one.text})
        if one.calls:
            function = {"name": one.calls[0].name, "arguments": one.calls[0].arguments}
            made[-1]["tool_calls"] = [{"id": one.calls[0].id, "type": "function", "function": function}]
        if one.answers:
            made[-1]["tool_call_id"] = one.answers
    return made


SAID = Message("assistant", REPLY)
CALLS = ((FIRST, CALL), (SECOND, SAID))


def call_log() -> str:
    return lines(
        *(
            {
                "request": {"model": "m-1", "messages": as_chat(sent), "tools": [TOOL]},
                "response": {"choices": [{"message": as_chat((came,))[0]}]},
            }
            for sent, came in CALLS
        )
    )


def span(number: int, attributes: Json) -> Json:
    return {
        "traceId": "a" * 32,
        "spanId": f"{number:016x}",
        "name": "chat m-1",
        "startTimeUnixNano": str(1_790_000_000_000_000_000 + number * 1_000_000),
        "endTimeUnixNano": str(1_790_000_000_000_500_000 + number * 1_000_000),
        "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in attributes.items()],
    }


def otlp(*spans: Json) -> str:
    return lines({"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {"name": "x"}, "spans": list(spans)}]}]})


def as_parts(one: Message) -> Json:
    if one.calls:
        call = one.calls[0]
        part: Json = {"type": "tool_call", "id": call.id, "name": call.name, "arguments": json.loads(call.arguments)}
    elif one.answers:
        part = {"type": "tool_call_response", "id": one.answers, "response": one.text}
    else:
        part = {"type": "text", "content": one.text}
    return {"role": one.who, "parts": [part]}


def genai() -> str:
    return otlp(
        *(
            span(
                number,
                {
                    "gen_ai.operation.name": "chat",
                    "gen_ai.request.model": "m-1",
                    "gen_ai.system_instructions": json.dumps([{"type": "text", "content": SYSTEM}]),
                    "gen_ai.input.messages": json.dumps([as_parts(one) for one in sent[1:]]),
                    "gen_ai.output.messages": json.dumps([as_parts(came)]),
                },
            )
            for number, (sent, came) in enumerate(CALLS, 1)
        )
    )


def older_genai() -> str:
    def spelled(name: str, messages: tuple[Message, ...]) -> Json:
        made: Json = {}
        for at, one in enumerate(as_chat(messages)):
            made |= {f"{name}.{at}.{key}": value for key, value in one.items() if key != "tool_calls" and value}
            for call in one.get("tool_calls", ()):
                made[f"{name}.{at}.tool_calls.0.id"] = call["id"]
                made |= {f"{name}.{at}.tool_calls.0.{key}": value for key, value in call["function"].items()}
        return made

    return otlp(
        *(
            span(
                number,
                {
                    "gen_ai.request.model": "m-1",
                    "llm.request.type": "chat",
                    **spelled("gen_ai.prompt", sent),
                    **spelled("gen_ai.completion", (came,)),
                },
            )
            for number, (sent, came) in enumerate(CALLS, 1)
        )
    )


def inferred(name: str, messages: tuple[Message, ...]) -> Json:
    made: Json = {}
    for at, one in enumerate(messages):
        at_name = f"{name}.{at}.message"
        made[f"{at_name}.role"] = one.who
        made |= {f"{at_name}.content": one.text} if one.text else {}
        made |= {f"{at_name}.tool_call_id": one.answers} if one.answers else {}
        for call in one.calls:
            held = {"id": call.id, "function.name": call.name, "function.arguments": call.arguments}
            made |= {f"{at_name}.tool_calls.0.tool_call.{key}": value for key, value in held.items()}
    return made


def openinference() -> str:
    return otlp(
        *(
            span(
                number,
                {
                    "openinference.span.kind": "LLM",
                    "llm.model_name": "m-1",
                    "llm.tools.0.tool.json_schema": json.dumps(TOOL),
                    **inferred("llm.input_messages", sent),
                    **inferred("llm.output_messages", (came,)),
                },
            )
            for number, (sent, came) in enumerate(CALLS, 1)
        )
    )


def langfuse() -> str:
    observed = [
        {
            "id": f"o-{number}", "traceId": "t", "type": "GENERATION", "name": "chat", "parentObservationId": None,
            "startTime": f"2026-11-18T08:00:0{number}.000Z", "endTime": f"2026-11-18T08:00:0{number}.500Z",
            "input": {"messages": as_chat(sent), "tools": [TOOL]}, "output": as_chat((came,))[0], "model": "m-1",
        }
        for number, (sent, came) in enumerate(CALLS, 1)
    ]  # fmt: skip
    trace = {"id": "t", "name": "lamps", "timestamp": "2026-11-18T08:00:00.000Z", "input": None, "output": None}
    return json.dumps({**trace, "observations": observed}, indent=2)


def constructed(one: Message) -> Json:
    kinds = {"system": "SystemMessage", "user": "HumanMessage", "assistant": "AIMessage", "tool": "ToolMessage"}
    kwargs: Json = {"content": one.text}
    if one.calls:
        call = one.calls[0]
        kwargs["tool_calls"] = [{"name": call.name, "args": json.loads(call.arguments), "id": call.id}]
    if one.answers:
        kwargs["tool_call_id"] = one.answers
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", kinds[one.who]], "kwargs": kwargs}


def langsmith() -> str:
    return lines(
        *(
            {
                "id": f"r-{number}", "trace_id": "t", "run_type": "llm", "name": "ChatOpenAI", "parent_run_id": None,
                "dotted_order": f"2026111808000{number}000000Zr-{number}",
                "start_time": f"2026-11-18T08:00:0{number}.000000", "end_time": f"2026-11-18T08:00:0{number}.500000",
                "inputs": {"messages": [[constructed(one) for one in sent]]},
                "outputs": {"generations": [[{"text": came.text, "message": constructed(came)}]]},
                "extra": {"invocation_params": {"model": "m-1", "tools": [TOOL]}},
            }
            for number, (sent, came) in enumerate(CALLS, 1)
        )
    )  # fmt: skip


def inspect() -> str:
    def kept(one: Message) -> Json:
        made: Json = {"id": one.text[:3] or "c", "role": one.who, "content": one.text}
        if one.calls:
            call = one.calls[0]
            function = {"id": call.id, "function": call.name, "arguments": json.loads(call.arguments)}
            made["tool_calls"] = [{**function, "type": "function"}]
        if one.answers:
            made |= {"tool_call_id": one.answers, "function": "count_lamps"}
        return made

    pool = [kept(one) for one in SECOND]
    pool[0]["content"] = "attachment://s"
    events = [
        {
            "event": "model", "timestamp": f"2026-11-18T08:00:0{number}+00:00", "model": "openai/m-1", "input": [],
            "input_refs": [[0, len(sent)]], "tools": [COUNTS], "tool_choice": "auto", "config": {},
            "output": {"model": "m-1", "choices": [{"message": kept(came), "stop_reason": "stop"}]},
        }
        for number, (sent, came) in enumerate(CALLS, 1)
    ]  # fmt: skip
    sample = {
        "id": 1, "epoch": 1, "input": TASK, "target": "12", "messages": [*pool, kept(SAID)], "events": events,
        "output": events[-1]["output"], "attachments": {"s": SYSTEM}, "events_data": {"messages": pool}, "scores": {},
    }  # fmt: skip
    log = {"version": 2, "status": "success", "eval": {"task": "lamps", "model": "openai/m-1"}, "plan": {}}
    return json.dumps({**log, "samples": [sample]}, indent=2)


FORMATS = [
    (call_log, "run.jsonl"), (genai, "run.jsonl"), (older_genai, "run.jsonl"), (openinference, "run.jsonl"),
    (langfuse, "run.json"), (langsmith, "run.jsonl"), (inspect, "run.json"),
]  # fmt: skip


def act_of(trace: Trace, kind: Kind) -> Event:
    """The act of the agent that calls the tool, or that replies."""
    wanted = (Kind.CALL,) if kind is Kind.CALL else (Kind.SAY, Kind.ANSWER)
    acts = [each for each in trace.events if each.is_act and each.kind in wanted]
    return next(each for each in acts if kind is Kind.CALL or REPLY in trace.text(each))


@pytest.mark.parametrize(("write", "name"), FORMATS, ids=[write.__name__ for write, _ in FORMATS])
def test_the_messages_are_those_that_were_sent(tmp_path: Path, write: Callable[[], str], name: str) -> None:
    trace = opened(tmp_path, write(), name)
    for kind, sent in ((Kind.CALL, FIRST), (Kind.SAY, SECOND)):
        context = context_before(trace, act_of(trace, kind))
        assert context.messages == sent
        assert (context.exact, context.rule, context.model) == (True, EXACT, "m-1")


@pytest.mark.parametrize("write", [call_log, openinference, langfuse, langsmith, inspect])
def test_the_tools_are_those_that_could_be_called(tmp_path: Path, write: Callable[[], str]) -> None:
    name = next(name for each, name in FORMATS if each is write)
    trace = opened(tmp_path, write(), name)
    context = context_before(trace, act_of(trace, Kind.SAY))
    assert [(tool.name, dict(tool.parameters)) for tool in context.tools] == [("count_lamps", {"type": "object"})]


def test_the_same_reply_again_is_told_by_its_turn(tmp_path: Path) -> None:
    rounds, sent = [], [{"role": "user", "content": "Go on."}]
    for number in range(4):
        said = {"role": "assistant", "content": "I look once more at it."}
        rounds.append({"request": {"model": "m", "messages": list(sent)}, "response": {"choices": [{"message": said}]}})
        sent += [said, {"role": "user", "content": f"That was look {number}, go on."}]
    document = {"samples": rounds}
    trace = opened(tmp_path, lines(*rounds))
    acts = [each for each in trace.events if each.is_act and "look once more" in trace.text(each)]
    for at, act in enumerate(acts):
        context = context_before(trace, act)
        later = [f"look {number}," for number in range(at, 4)]
        told = "\n".join(message.text for message in context.messages)
        assert not any(words in told for words in later), document


def test_a_reply_of_which_the_call_is_not_there_is_rebuilt(tmp_path: Path) -> None:
    sent = [{"role": "user", "content": "Count."}, {"role": "assistant", "content": "I begin with hall A."}]
    later = [*sent, {"role": "user", "content": "And hall B now, please."}]
    record = {"request": {"model": "m", "messages": later}, "response": {"choices": [{"message": sent[1]}]}}
    trace = opened(tmp_path, lines(record))
    act = next(each for each in trace.events if "hall A" in trace.text(each))
    context = context_before(trace, act)
    assert not context.exact
    assert "hall B" not in "\n".join(message.text for message in context.messages)


def test_what_cannot_be_sent_as_text_is_said_to_be_left_out(tmp_path: Path) -> None:
    picture = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
    sent = [{"role": "user", "content": [{"type": "text", "text": "What is this?"}, picture]}]
    reply = {"role": "assistant", "content": "A lamp with two arms."}
    record = {"request": {"model": "m", "messages": sent}, "response": {"choices": [{"message": reply}]}}
    trace = opened(tmp_path, lines(record, record | {"request": {"model": "m", "messages": [*sent, reply]}}))
    act = next(each for each in trace.events if "two arms" in trace.text(each))
    context = context_before(trace, act)
    assert not context.exact
    assert context.messages[0].text == "What is this?"


def claude(**more: Any) -> Json:
    fixed = {"isSidechain": False, "userType": "external", "cwd": "/p", "sessionId": "s", "version": "2.1.37"}
    return {**fixed, "timestamp": "2026-11-18T08:00:01.000Z", **more}


def test_a_session_of_claude_code_gives_its_messages_calls_and_results(tmp_path: Path) -> None:
    def reply(uuid: str, parent: str, known: str, part: Json) -> Json:
        message = {"id": known, "type": "message", "role": "assistant", "model": "claude-x", "content": [part]}
        return claude(type="assistant", uuid=uuid, parentUuid=parent, message=message)

    def result(uuid: str, parent: str, call: str, text: str) -> Json:
        part = {"type": "tool_result", "tool_use_id": call, "content": text}
        return claude(type="user", uuid=uuid, parentUuid=parent, message={"role": "user", "content": [part]})

    def use(known: str, hall: str) -> Json:
        return {"type": "tool_use", "id": known, "name": "Bash", "input": {"command": f"ls {hall}"}}

    trace = opened(
        tmp_path,
        lines(
            claude(type="user", uuid="u1", parentUuid=None, message={"role": "user", "content": TASK}),
            reply("u2", "u1", "m1", {"type": "text", "text": "I look  into both."}),
            reply("u3", "u2", "m1", use("t1", "A")),
            reply("u4", "u3", "m1", use("t2", "B")),
            result("u5", "u3", "t1", "3\n"),
            result("u6", "u4", "t2", "9\n"),
            claude(type="user", uuid="x1", parentUuid="u1", message={"role": "user", "content": "Dropped."}),
            reply("u7", "u6", "m2", {"type": "text", "text": REPLY}),
            claude(type="user", uuid="u8", parentUuid="u7", message={"role": "user", "content": "Later words."}),
        ),
    )
    assert trace.format.name == "claude_code_session"
    context = context_before(trace, _saying(trace, REPLY))
    calls = (ToolCall("t1", "Bash", '{"command": "ls A"}'), ToolCall("t2", "Bash", '{"command": "ls B"}'))
    assert context.messages == (
        Message("user", TASK),
        Message("assistant", "I look  into both.", calls),
        Message("tool", "3\n", answers="t1"),
        Message("tool", "9\n", answers="t2"),
    )
    assert not context.exact
    assert "the system prompt, the tools" in context.rule
    assert context.model == "claude-x"
    first = context_before(trace, _saying(trace, "ls B"))
    assert first.messages == (Message("user", TASK),)


def _saying(trace: Trace, words: str) -> Event:
    return next(each for each in trace.events if each.is_act and words in trace.text(each))


def test_a_rollout_of_codex_gives_its_instructions_and_items(tmp_path: Path) -> None:
    def item(**payload: Any) -> Json:
        return {"timestamp": "2026-11-18T08:00:01.000Z", "type": "response_item", "payload": payload}

    def message(who: str, text: str) -> Json:
        kind = "output_text" if who == "assistant" else "input_text"
        return item(type="message", role=who, content=[{"type": kind, "text": text}])

    meta = {"id": "s", "cwd": "/p", "originator": "codex_cli_rs", "base_instructions": {"text": SYSTEM}}
    kept = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": TASK}]}
    compacted = {"message": "", "replacement_history": [kept]}
    records = [
        {"timestamp": "2026-11-18T08:00:00.000Z", "type": "session_meta", "payload": meta},
        message("user", "Before the compaction."),
        {"timestamp": "2026-11-18T08:00:00.000Z", "type": "compacted", "payload": compacted},
        {"timestamp": "2026-11-18T08:00:00.000Z", "type": "turn_context", "payload": {"cwd": "/p", "model": "m-1"}},
        item(type="function_call", name="count_lamps", arguments=ARGUMENTS, call_id="call_1"),
        item(type="function_call_output", call_id="call_1", output=COUNTED),
        item(type="reasoning", summary=[], content=None, encrypted_content="x"),
        message("assistant", REPLY),
        message("user", "Later words."),
    ]  # fmt: skip
    trace = opened(tmp_path, lines(*records))
    assert trace.format.name == "codex_rollout"
    context = context_before(trace, _saying(trace, REPLY))
    assert context.messages == SECOND
    assert (context.exact, context.model) == (False, "m-1")
    assert context_before(trace, _saying(trace, '"hall"')).messages == FIRST
