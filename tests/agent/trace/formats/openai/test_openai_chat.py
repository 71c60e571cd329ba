"""Chat messages in every shape that providers and users write: the same acts, in order, each once."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from agent.trace.meta import describe
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import lines

TASK = "Count the words of the poem.\nAnswer with a number."
ARGUMENTS = json.dumps({"code": "import re\nprint(len(text))"})


def conversation() -> list[dict[str, Any]]:
    call = {"id": "c1", "type": "function", "function": {"name": "python", "arguments": ARGUMENTS}}
    return [
        {"role": "system", "content": "You lead a team."},
        {"role": "user", "content": TASK},
        {"role": "assistant", "name": "lead", "content": "Counter, please count."},
        {"role": "assistant", "name": "counter", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "42"},
        {"role": "assistant", "name": "counter", "content": [{"type": "text", "text": "It has 42 words."}]},
    ]


EXPECTED = [
    ("system", "system", "You lead a team."),
    ("task", "user", TASK),
    ("say", "lead", "Counter, please count."),
    ("call", "counter", '{"code": "import re\nprint(len(text))"}'),
    ("result", "python", "42"),
    ("say", "counter", "It has 42 words."),
]


def opened(folder: Path, text: str, name: str = "run.json") -> Trace:
    path = folder / name
    path.write_text(text)
    return Trace.open(path).read()


def acts(trace: Trace) -> list[tuple[str, str | None, str]]:
    return [(e.kind.value, e.actor, trace.text(e)) for e in trace.events if e.is_act]


def calls() -> list[dict[str, Any]]:
    """Each answer of the conversation as a call that sends everything before it."""
    chat, log = conversation(), []
    for number, message in enumerate(chat):
        if message["role"] == "assistant":
            response = {"choices": [{"index": 0, "message": {**message, "refusal": None}}]}
            log.append({"ts": 1.7e9 + number, "request": {"messages": chat[:number]}, "response": response})
    return log


SHAPES = {
    "openai_chat": [
        json.dumps(conversation()),
        json.dumps(conversation(), indent=2),
        json.dumps({"messages": conversation(), "tools": []}, indent=1),
        json.dumps({"model": "x", "messages": conversation()}),
        "\ufeff" + json.dumps({"chat_history": conversation()}),
    ],
    "openai_chat_jsonl_messages": [lines(*conversation()), "\n" + lines(*conversation()).replace("\n", "\r\n\n")],
    "openai_chat_jsonl_conversations": [
        lines({"messages": conversation()}, {"messages": conversation()[:2]}),
        lines({"messages": conversation()[:1]}, {"tools": [], "messages": conversation()}),
    ],
    "openai_api_call_log": [lines(*calls()), json.dumps(calls()), lines(*reversed(calls()))],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in SHAPES.items() for text in texts])
def test_every_shape_gives_the_same_acts(tmp_path: Path, name: str, text: str) -> None:
    trace = opened(tmp_path, text)
    assert trace.format.name == name
    assert acts(trace) == EXPECTED
    meta = describe(trace)
    assert meta["task"]["text"] == TASK
    assert meta["answer"] == "It has 42 words."
    assert meta["records_tool_results"] is True
    by_kind = {e.kind.value: e for e in trace.events}
    assert by_kind["call"].call == by_kind["result"].call == "c1"
    assert by_kind["call"].tool == by_kind["result"].tool == "python"
    assert by_kind["result"].to == ("counter",)
    trace.close()


def test_one_message_with_two_calls_is_one_record(tmp_path: Path) -> None:
    wanted = [{"id": f"c{n}", "function": {"name": f"f{n}", "arguments": "{}"}} for n in (1, 2)]
    chat = [{"role": "user", "content": "x"}, {"role": "assistant", "content": "both", "tool_calls": wanted}]
    trace = opened(tmp_path, json.dumps(chat))
    assert [(e.kind.value, e.record, e.call) for e in trace.events] == [
        ("task", 1, None),
        ("say", 2, None),
        ("call", 2, "c1"),
        ("call", 2, "c2"),
    ]
    assert describe(trace)["records_tool_results"] is False
    trace.close()


@pytest.mark.parametrize("arguments", ['{"code": "print(', "not json", "", None, {"x": "a\nb"}, [1], 5])
def test_arguments_that_are_no_json_are_text(tmp_path: Path, arguments: Any) -> None:
    call = {"id": "c", "function": {"name": "run", "arguments": arguments}}
    trace = opened(tmp_path, json.dumps([{"role": "assistant", "content": None, "tool_calls": [call]}]))
    event = trace.events[1]
    assert (event.kind.value, event.tool) == ("call", "run")
    if isinstance(arguments, str):
        assert trace.text(event) == arguments
    if isinstance(arguments, dict):
        assert trace.text(event) == '{"x": "a\nb"}'
    assert trace.title(event)
    trace.close()


def test_blocks_of_anthropic(tmp_path: Path) -> None:
    blocks = [
        {"type": "thinking", "thinking": "Let me see."},
        {"type": "text", "text": "I will look."},
        {"type": "tool_use", "id": "t1", "name": "look", "input": {"where": "a\nb"}},
    ]
    returned = [
        {"type": "tool_result", "tool_use_id": "t1", "is_error": True, "content": [{"type": "text", "text": "no"}]}
    ]
    chat = [
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": blocks},
        {"role": "user", "content": returned},
    ]
    trace = opened(tmp_path, json.dumps(chat))
    assert acts(trace) == [
        ("task", "user", "Look."),
        ("think", "assistant", "Let me see."),
        ("say", "assistant", "I will look."),
        ("call", "assistant", '{"where": "a\nb"}'),
        ("result", "look", "no"),
    ]
    assert [e.status for e in trace.events if e.status] == ["error"]
    assert trace.events[5].to == ("assistant",)
    trace.close()


def test_the_body_of_an_image_is_no_text(tmp_path: Path) -> None:
    body = "iVBORw0KGgo" * 3000
    image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{body}"}}
    trace = opened(tmp_path, json.dumps([{"role": "user", "content": [{"type": "text", "text": "See:"}, image]}]))
    assert acts(trace) == [("task", "user", "See:\nimage_url")]
    trace.close()
    trace = opened(tmp_path, json.dumps([{"role": "user", "content": [image]}]))
    assert "33,0" in trace.title(trace.events[1])
    assert body[:40] not in "".join(trace.lines(1, trace.lines_count))
    trace.close()


@pytest.mark.parametrize("key", ["name", "agent", "sender"])
def test_who_speaks_has_many_names(tmp_path: Path, key: str) -> None:
    trace = opened(tmp_path, json.dumps([{"role": "assistant", "content": "x", key: "mia"}]))
    assert trace.events[1].actor == "mia"
    trace.close()
    trace = opened(tmp_path, json.dumps([{"role": "assistant", "content": "x", "metadata": {"agent": "mia"}}]))
    assert trace.events[1].actor == "mia"
    trace.close()


def test_inverted_roles_leave_the_task_with_who_set_it(tmp_path: Path) -> None:
    chat = [
        {"content": "Do it.", "role": "assistant", "name": "user_proxy"},
        {"content": "Done.", "role": "user", "name": "writer"},
    ]
    trace = opened(tmp_path, json.dumps(chat))
    assert acts(trace) == [("task", "user_proxy", "Do it."), ("say", "writer", "Done.")]
    assert describe(trace)["answer"] == "Done."
    trace.close()


ITEMS = [
    {"role": "user", "content": "How warm is it?"},
    {"type": "reasoning", "id": "r", "summary": [{"type": "summary_text", "text": "Ask the gauge."}]},
    {"type": "function_call", "call_id": "h1", "name": "transfer_to_gauge", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "h1", "output": '{"assistant": "gauge"}'},
    {"type": "function_call", "call_id": "f1", "name": "read", "arguments": '{"unit":"C"}'},
    {"type": "function_call_output", "call_id": "f1", "output": [{"type": "output_text", "text": "21"}]},
    {"type": "web_search_call", "id": "w1", "action": {"query": "normal\nwarmth"}, "status": "completed"},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "21 C"}]},
]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("openai_responses_items", json.dumps(ITEMS, indent=1)),
        ("openai_responses_items", json.dumps({"input": ITEMS})),
        ("openai_chat_jsonl_messages", lines(*ITEMS)),
    ],
)
def test_items_of_the_responses_api(tmp_path: Path, name: str, text: str) -> None:
    trace = opened(tmp_path, text)
    assert trace.format.name == name
    assert [(kind, actor) for kind, actor, _ in acts(trace)] == [
        ("task", "user"),
        ("think", "assistant"),
        ("handoff", "assistant"),
        ("result", "transfer_to_gauge"),
        ("call", "gauge"),
        ("result", "read"),
        ("call", "gauge"),
        ("say", "gauge"),
    ]
    assert acts(trace)[5][2] == "21"
    assert '"query": "normal\nwarmth"' in acts(trace)[6][2]
    assert len({e.record for e in trace.events}) == len(ITEMS)
    trace.close()


def test_a_message_wrapped_for_somebody_else_is_an_echo(tmp_path: Path) -> None:
    poem = "\n".join(f"line {n} of the long report that the counter wrote" for n in range(9))
    log = [
        {"agent": "counter", "messages": [{"role": "user", "content": "Report."}], "response": poem},
        {"agent": "critic", "messages": [{"role": "user", "content": f"He said:\n{poem}"}], "response": "Too long."},
    ]
    trace = opened(tmp_path, lines(*log))
    assert trace.format.name == "openai_api_call_log"
    assert [(e.actor, e.repeats) for e in trace.events] == [
        ("user", None),
        ("counter", None),
        ("user", 2),
        ("critic", None),
    ]
    trace.close()


def test_labels_beside_the_messages_are_named_as_hidden(tmp_path: Path) -> None:
    trace = opened(tmp_path, json.dumps({"messages": conversation(), "ground_truth": "4711"}))
    assert trace.reading.hidden == ["ground_truth"]
    assert not any("4711" in line for line in trace.lines(1, trace.lines_count))
    trace.close()


@pytest.mark.parametrize("name", list(SHAPES))
def test_cut_anywhere_the_whole_messages_open(tmp_path: Path, name: str) -> None:
    raw = SHAPES[name][0].encode()
    path = tmp_path / "cut.json"
    chance = random.Random(6)
    for cut in {chance.randrange(1, len(raw)) for _ in range(200)}:
        path.write_bytes(raw[:cut])
        trace = Trace.open(path, format_name=name).read()
        assert trace.lines_count >= 1
        assert trace.reading.broken_at is not None or raw[cut - 1 : cut + 1].count(b"\n")
        if name == "openai_chat":
            whole = sum(raw.index(json.dumps(m).encode()) + len(json.dumps(m)) <= cut for m in conversation())
            assert len({e.record for e in trace.events if e.record}) == whole
        trace.close()


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '[{"role": "user", "content": ' + "[" * 200_000,
        '{"role": "user", "content": ' + "[" * 5000 + "]" * 5000 + "}\n" + lines({"role": "user", "content": "after"}),
        '[{"role": "user", "content": ' + "9" * 5000 + "}]",
        '[{"role": "user", "content": NaN, "x": -Infinity}]',
        '[{"role": "user", "content": "a", "content": "b", "role": "assistant"}]',
        '[{"role": "user", "content": "\\ud800 \\q \\u12"}]',
        '[{"role": 5, "content": {"a": []}}, 7, "x", null, [], {}]',
        '[{"role": "tool", "content": null, "tool_calls": [5, null, {}]}, {"role": "", "content": ""}]',
        '[{"role": "user", "content": "x"}]]]}',
        '[{"role": "user" "content" "x"}',
        "",
        "{}",
        "null",
        "[]\n[]\n",
    ],
)
def test_nothing_hostile_stops_the_reading(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text)
    for name in (None, *SHAPES, "openai_responses_items"):
        trace = Trace.open(path, format_name=name).read()
        describe(trace)
        list(trace.lines(1, trace.lines_count))
        assert all(e.source_lines[0] <= e.source_lines[1] for e in trace.events)
        trace.close()


MADE = [
    "openai_chat_messages.json",
    "openai_chat_messages.jsonl",
    "openai_chat_finetune.jsonl",
    "openai_api_calls.jsonl",
    "openai_agents_items.json",
]


@pytest.mark.parametrize("name", MADE)
def test_the_made_traces(made: Path, name: str) -> None:
    entry = next(e for e in json.loads((made / "manifest.json").read_text())["files"] if e["path"] == name)
    trace = Trace.open(made / name).read()
    meta = describe(trace)
    assert meta["format"] == entry["format"]
    assert meta["task"]["text"] == entry["task"]
    assert set(entry["agents"]) <= set(meta["actors"])
    trace.close()


@pytest.mark.parametrize("tail", ["", "\n"])
def test_one_message_is_a_conversation(tmp_path: Path, tail: str) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps({"role": "user", "content": TASK}) + tail)
    trace = Trace.open(path).read()
    assert [(event.kind, event.actor, event.record, trace.text(event)) for event in trace.events] == [
        ("task", "user", 1, TASK)
    ]


def test_a_line_of_words_between_messages_is_passed_over_and_said(tmp_path: Path) -> None:
    lines = [json.dumps(message) for message in conversation()]
    path = tmp_path / "mixed.jsonl"
    path.write_text("\n".join([lines[0], "WARNING slow reply", *lines[1:]]) + "\n")
    trace = Trace.open(path).read()
    assert [event.record for event in trace.events] == list(range(1, len(lines) + 1))
    assert any(f"at byte {len(lines[0]) + 1}" in warning for warning in trace.warnings)


TIMES = ["0001-01-01T00:00:00+05:00", "9999-12-31T23:59:59-05:00", "2026-13-45", "", "yesterday"]


@pytest.mark.parametrize("time", TIMES)
def test_a_time_nobody_can_keep_is_no_time(tmp_path: Path, time: str) -> None:
    path = tmp_path / "times.json"
    path.write_text(json.dumps([{**message, "timestamp": time} for message in conversation()]))
    trace = Trace.open(path).read()
    assert [event.time for event in trace.events] == [None] * len(EXPECTED)


def test_null_characters_in_names_do_not_run_into_each_other(tmp_path: Path) -> None:
    call = {"id": "c\0 1", "type": "function", "function": {"name": "py\0thon", "arguments": "{}"}}
    message = {"role": "assistant", "name": "so\0lver", "content": None, "tool_calls": [call]}
    path = tmp_path / "nulls.json"
    path.write_text(
        json.dumps([*conversation()[:2], message, {"role": "tool", "tool_call_id": "c\0 1", "content": "1"}])
    )
    *_, called, result = Trace.open(path).read().events
    assert called.call == result.call == "c\0 1"
    assert result.to == ("so\ufffdlver",)


def test_a_response_of_nothing_but_calls_is_read(tmp_path: Path) -> None:
    items = [
        {"type": "shell_call", "call_id": "c1", "status": "completed", "action": {"commands": ["ls"]}},
        {"type": "shell_call_output", "call_id": "c1", "output": [{"stdout": "a.py", "stderr": "", "outcome": {}}]},
        {"type": "apply_patch_call", "call_id": "c2", "operation": {"type": "create_file", "diff": "+x", "path": "b"}},
        {"type": "program", "call_id": "c3", "code": "await tools.go()"},
    ]
    trace = opened(tmp_path, json.dumps({"id": "r", "object": "response", "output": items}), "response.json")
    told = [(event.kind.value, event.tool, event.call) for event in trace.events]
    assert told == [
        ("call", "shell", "c1"), ("result", "shell", "c1"), ("call", "apply_patch", "c2"), ("call", "program", "c3")
    ]  # fmt: skip
    assert "a.py" in trace.text(trace.events[2])
    assert "create_file" in trace.text(trace.events[3])
