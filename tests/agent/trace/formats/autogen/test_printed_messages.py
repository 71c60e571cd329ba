"""What Python prints of AutoGen's and AG2's messages, made up here: each act once, quotes and escapes undone."""

from pathlib import Path

import pytest

from tests.agent.trace.formats.acts import Act, acts, check_places, opened

ASKED = "content='What\\'s \"7\"?\\nNow.', type='TextMessage'"
CALL = "content=[FunctionCall(id='c1', arguments='{\"n\": 7}', name='look')], type='ToolCallRequestEvent'"
SEEN = "content=[FunctionExecutionResult(content='VII', name='look', call_id='c1', is_error=True)]"
MADE = "created_at=datetime.datetime(2026, 3, 1, 10, 0, 5, 42, tzinfo=datetime.timezone.utc), "
HEAD = "models_usage=RequestUsage(prompt_tokens=1, completion_tokens=2)"
MESSAGES = (
    ("TextMessage", f"source='user', models_usage=None, metadata={{}}, {MADE}{ASKED}"),
    ("ToolCallRequestEvent", f"source='helper', {HEAD}, metadata={{'a': [1, (2, None)]}}, {CALL}"),
    ("ToolCallExecutionEvent", f"source='helper', models_usage=None, {SEEN}, type='ToolCallExecutionEvent'"),
    ("TextMessage", "source='helper', models_usage=None, content=\"It's VII.\", type='TextMessage'"),
)
LISTED = "[" + ", ".join(f"{name}({fields})" for name, fields in MESSAGES) + "]"
RESULT = f"TaskResult(messages={LISTED}, stop_reason='done')"
LINES = "".join(fields.replace(", ", " ").replace("{'a': [1 (2 None)]}", "{}") + "\n" for _, fields in MESSAGES)
TYPED = "".join(f"{name} {line}\n" for (name, _), line in zip(MESSAGES, LINES.split("\n"), strict=False))
CHAT = (
    "ChatResult(chat_id=None, chat_history=[{'content': 'What\\'s \"7\"?\\nNow.', 'role': 'assistant', "
    "'name': 'user'}, "
    "{'tool_calls': [{'id': 'c1', 'function': {'arguments': '{\"n\": 7}', 'name': 'look'}, 'type': 'function'}], "
    "'content': None, 'role': 'assistant', 'name': 'helper'}, {'content': 'VII', 'tool_responses': [{'tool_call_id': "
    "'c1', 'role': 'tool', 'content': 'VII'}], 'role': 'tool', 'name': 'user'}, {'content': \"It's VII.\", 'role': "
    "'user', 'name': 'helper'}], summary='VII', cost={'a': {'total_cost': 0}}, human_input=[])\n"
)
RUN: list[Act] = [
    ("task", "user", 'What\'s "7"?\nNow.'),
    ("call", "helper", '{"n": 7}'),
    ("result", "look", "VII"),
    ("say", "helper", "It's VII."),
]


@pytest.mark.parametrize(
    "text", [RESULT, f"result = {RESULT}\n", LISTED, LINES, TYPED, LINES + "TaskResult " + RESULT, CHAT],
    ids=["result", "assigned", "list", "lines", "typed lines", "stream and result", "chat"],
)  # fmt: skip
def test_each_act_is_read_once(tmp_path: Path, text: str) -> None:
    """However it was printed; what a stream has told is not told again by its result."""
    trace = opened(tmp_path, text, "run.txt")
    assert trace.format.name == "autogen_printed"
    assert acts(trace) == RUN
    assert [event.call for event in trace.events if event.tool] == ["c1", "c1"]
    assert [event.status for event in trace.events if event.kind.value == "result"] == [
        None if text is CHAT else "error"
    ]
    check_places(trace)


def test_times_and_what_stands_between(tmp_path: Path) -> None:
    """A time is read; a message that breaks off stays as it stands."""
    first, _, last = (f"{name}({fields})\n" for name, fields in (MESSAGES[0], MESSAGES[1], MESSAGES[3]))
    trace = opened(tmp_path, first + "Loading...\n" + last[:-6], "run.txt")
    assert [(event.kind.value, event.time) for event in trace.events] == [
        ("task", "2026-03-01T10:00:05.000042Z"),
        ("note", None),
    ]
