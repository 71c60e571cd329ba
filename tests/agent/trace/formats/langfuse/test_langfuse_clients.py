"""Langfuse as its many clients fill it: the same ferry question each time, every act once, whoever wrote it."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.meta import describe
from tests.agent.trace.formats.acts import acts, check_places, opened

TASK = "How many ferries leave?"
ASKED = {"role": "user", "content": TASK}
CALL = {"id": "c1", "type": "function", "function": {"name": "count", "arguments": '{"side": "west"}'}}
CALLED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RETURNED = {"role": "tool", "tool_call_id": "c1", "content": "8 boats"}
SAID = {"role": "assistant", "content": "Eight."}
EXPECTED = [("task", "user", TASK), ("call", "{}", '{"side": "west"}'), ("result", "count", "8 boats"),
            ("say", "{}", "Eight.")]  # fmt: skip
Held = dict[str, Any]


def seen(id: str, what: str, name: str, parent: str | None, times: tuple[int, int], *said: Any, **more: Any) -> Held:
    """An observation whose input and output are kept as JSON in a string, as clients of OpenTelemetry send them."""
    kept = [one if one is None or isinstance(one, str) else json.dumps(one) for one in (*said, None, None)[:2]]
    metadata = {"attributes": more.pop("attributes", {}), "scope": {"name": "any"}}
    return {"id": id, "traceId": "r", "type": what, "name": name, "parentObservationId": parent, "input": kept[0],
            "startTime": f"2026-03-01T10:00:{times[0]:02}.000Z", "endTime": f"2026-03-01T10:00:{times[1]:02}.000Z",
            "output": kept[1], "metadata": json.dumps(metadata), "level": "DEFAULT", **more}  # fmt: skip


def parts(role: str, *held: Held) -> Held:
    return {"role": role, "parts": list(held)}


def otel_parts() -> list[Held]:
    """Messages in parts; the team hands on JSON, and reasoning is kept as a sealed object."""
    asked = parts("user", {"type": "text", "content": TASK})
    call = {"type": "tool_call", "id": "c1", "name": "count", "arguments": {"side": "west"}}
    sealed = {"type": "Some.Library.TextReasoningContent", "content": {"text": "", "protectedData": "c2VhbGVk"}}
    came = parts("tool", {"type": "tool_call_response", "id": "c1", "response": {"boats": "8 boats"}})
    return [
        seen("root", "SPAN", "Ferry Agent", "absent", (0, 9), TASK, {"reply": {"comment": "Eight."}}),
        seen("o", "SPAN", "orchestrate_tools", "root", (1, 8)),
        seen("m1", "GENERATION", "chat m", "o", (1, 2), [asked], [parts("assistant", call, sealed)]),
        seen("t", "TOOL", "count", "o", (3, 4), {"side": "west"}, "8 boats"),
        seen("m2", "GENERATION", "chat m", "o", (5, 6), [asked, parts("assistant", call), came],
             [parts("assistant", {"type": "text", "content": "Eight."})]),
    ]  # fmt: skip


def model_in_model() -> list[Held]:
    """Two instrumentations at once: the outer model call spells its messages, the inner keeps one text."""
    sent = {"llm.input_messages.0.message.role": "user", "llm.input_messages.0.message.content": TASK}
    call = "llm.output_messages.0.message.tool_calls.0.tool_call."
    said = {f"{call}id": "c1", f"{call}function.name": "count", f"{call}function.arguments": '{"side": "west"}'}
    last = {"llm.output_messages.0.message.role": "assistant", "llm.output_messages.0.message.content": "Eight."}
    printed = "role='user' content='How many ferries leave?' name=None"
    return [
        seen("root", "SPAN", "FerryAgent.run", None, (0, 9), {"messages": printed}, {"content": "Eight.", "cost": 1}),
        seen("m1", "GENERATION", "ModelX.invoke", "root", (1, 2), {"messages": [printed]}, {"id": "x", "choices": []},
             attributes={**sent, **said}),
        seen("i1", "GENERATION", "chat x", "m1", (1, 2), f"user: {TASK}", "None"),
        seen("t", "SPAN", "count", "root", (3, 4), {"side": "west"}, "8 boats", attributes={"tool.name": "count"}),
        seen("m2", "GENERATION", "ModelX.invoke", "root", (5, 6), {"messages": [printed]}, {"id": "x"},
             attributes={**sent, **last}),
        seen("i2", "GENERATION", "chat x", "m2", (5, 6), f"user: {TASK}", "Eight."),
    ]  # fmt: skip


def tool_before_the_word() -> list[Held]:
    """The tool runs while the answer of the model is still on its way; then fields' names stand for messages."""
    block = {"type": "tool_use", "id": "c1", "name": "count", "input": {"side": "west"}}
    return [
        seen("root", "SPAN", "x.conversation", None, (0, 9), {"prompt": TASK, "system": "Count."}, {"content": [SAID]}),
        seen("m1", "GENERATION", "x.turn", "root", (1, 5), ASKED, {"role": "assistant", "content": [block]}),
        seen("t", "TOOL", "count", "root", (2, 3), {"input": {"side": "west"}}, {"content": [{"type": "text",
             "text": "8 boats"}]}),
        seen("m2", "GENERATION", "x.turn", "root", (6, 7), {"content": "role"}, SAID),
    ]  # fmt: skip


def steps_of_one_call() -> list[Held]:
    """A call of a library with a model call for each step in it; calls are listed bare."""
    bare = [{"toolCallId": "c1", "toolName": "count", "input": '{"side": "west"}'}]
    return [
        seen("root", "GENERATION", "ai.generateText", None, (0, 9), {"prompt": TASK}, "Eight."),
        seen("m1", "GENERATION", "ai.generateText.doGenerate", "root", (1, 2), [{"role": "user", "content": [
             {"type": "text", "text": TASK}]}], bare),
        seen("t", "TOOL", "count", "root", (3, 4), {"side": "west"}, "8 boats"),
        seen("m2", "GENERATION", "ai.generateText.doGenerate", "root", (5, 6), [ASKED, CALLED, RETURNED], SAID),
    ]  # fmt: skip


CLIENTS = {
    "otel parts": (otel_parts, "Ferry Agent"),
    "model in model": (model_in_model, "FerryAgent"),
    "tool before the word": (tool_before_the_word, "assistant"),
    "steps of one call": (steps_of_one_call, "assistant"),
}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("with_trace", [True, False])
def test_every_client(client: str, with_trace: bool, tmp_path: Path) -> None:
    make, agent = CLIENTS[client]
    held = make()
    of = {"input": json.dumps(held[0]["input"]), "output": json.dumps(held[0]["output"]), "scores": [{"value": 4711}]}
    frame = {"trace": {"id": "r", "name": held[0]["name"], "timestamp": held[0]["startTime"], **of}}
    trace = opened(tmp_path, json.dumps({**(frame if with_trace else {}), "observations": held}), "run.json")
    check_places(trace)
    assert trace.format.name == "langfuse_trace"
    told = [(kind, actor, "".join(text.split())) for kind, actor, text in acts(trace)]
    wanted = [(kind, (actor or "").format(agent), "".join(text.split())) for kind, actor, text in EXPECTED]
    assert told[1:2] == [(*wanted[1][:2], told[1][2])]
    assert '"side":"west"' in told[1][2]
    assert [*told[:1], *told[2:]] == [*wanted[:1], *wanted[2:]]
    result = next(event for event in trace.events if event.kind.value == "result")
    assert (result.call is not None) == (client != "tool before the word")
    assert "4711" not in "\n".join(trace.lines(1, trace.lines_count))


def test_words_of_the_trace_alone_are_read_without_their_second_quotes(tmp_path: Path) -> None:
    of = {
        "id": "r",
        "name": "a trace",
        "timestamp": "2026-03-01T10:00:00Z",
        "input": json.dumps(TASK),
        "output": '"Eight."',
    }
    held = [seen("root", "SPAN", "ferry-trace", None, (0, 9)), seen("m", "GENERATION", "complete", "root", (1, 2),
            {"args": [TASK]}, "Eight.")]  # fmt: skip
    trace = opened(tmp_path, json.dumps({"trace": of, "observations": held}), "run.json")
    check_places(trace)
    assert acts(trace) == [("task", "user", TASK), ("say", "assistant", "Eight.")]
    assert describe(trace)["answer"] == "Eight."


def test_a_prompt_in_the_users_name_stands_before_the_task(tmp_path: Path) -> None:
    tool = {"role": "tool", "content": {"type": "function", "function": {"name": "count", "parameters": {}}}}
    held = [seen("root", "SPAN", "LangGraph", None, (0, 9), {"messages": [ASKED]}, {"messages": [ASKED, SAID]}),
            seen("m", "GENERATION", "ChatX", "root", (1, 2), [{"role": "user", "content": "Be brief."}, ASKED, tool],
                 SAID)]  # fmt: skip
    trace = opened(tmp_path, json.dumps({"observations": held}), "run.json")
    assert acts(trace) == [("say", "user", "Be brief."), ("task", "user", TASK), ("say", "assistant", "Eight.")]


def test_a_first_input_that_is_longer_than_what_recognition_looks_at(tmp_path: Path) -> None:
    held = steps_of_one_call()
    text = json.dumps({"observations": [{"input": "x " * 40_000, **{k: v for k, v in one.items() if k != "input"}}
                                        if one is held[0] else one for one in held]})  # fmt: skip
    trace = opened(tmp_path, text, "run.json")
    assert (trace.format.name, describe(trace)["answer"]) == ("langfuse_trace", "Eight.")
