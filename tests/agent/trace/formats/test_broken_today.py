"""Today's formats where they break off or hold what nobody expects: they open, and every word has its place."""

import json
import random
from pathlib import Path

import pytest

from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import check_places

MADE = (
    "atif_trajectory.json", "autogen_events.jsonl", "autogen_state.json", "autogen_stream.jsonl",
    "claude_code_session.jsonl", "codex_exec_json.jsonl", "codex_rollout.jsonl", "crewai_logs.json",
    "inspect_mockllm.json", "langfuse_trace.json", "langgraph_astream_events.jsonl", "langgraph_history.jsonl",
    "langgraph_updates.jsonl", "langsmith_runs.jsonl", "openai_agents_traces.jsonl",
)  # fmt: skip
ODD = (b"null", b"[]", b"{}", b'""', b"-1.5e9", b'[["a"], {"b": null}]', b'"\\ud800 \\u0000 \\u001b[2J"', b"[7, null]")


def read(path: Path, data: bytes, form: str) -> Trace:
    path.write_bytes(data)
    trace = Trace.open(path, format_name=form).read()
    check_places(trace)
    for event in trace.events:
        assert trace.text(event).count("\n") == event.lines[1] - event.lines[0]
        assert trace.title(event)
    trace.close()
    return trace


def values(data: bytes) -> list[int]:
    """Where values begin: numbers, strings that are no keys, objects and lists."""
    starts, at = [], 0
    decoder = json.JSONDecoder()
    text = data.decode()
    assert text.isascii()
    while at < len(text):
        if text[at] == '"' or text[at] in "-0123456789":
            _, end = decoder.raw_decode(text, at)
            if text[end : end + 1] != ":":
                starts.append(at)
            at = end
        elif text[at] in "[{":
            starts.append(at)
        at += 1
    return starts


@pytest.mark.parametrize("name", MADE)
def test_a_trace_that_breaks_off_anywhere(name: str, made: Path, tmp_path: Path) -> None:
    data = (made / name).read_bytes()
    form = Trace.open(made / name).format.name
    chance = random.Random(name)
    for cut in sorted(chance.sample(range(1, len(data)), 25)):
        whole, part = len(Trace.open(made / name).read().events), read(tmp_path / name, data[:cut], form)
        assert 1 <= len(part.events) <= whole + 3


@pytest.mark.parametrize("name", MADE)
def test_a_trace_with_other_values_than_expected(name: str, made: Path, tmp_path: Path) -> None:
    data = (made / name).read_bytes()
    form = Trace.open(made / name).format.name
    chance = random.Random(name)
    places = values(data)
    for _ in range(60):
        changed = data
        for start in sorted(chance.sample(places, 3), reverse=True):
            _, end = json.JSONDecoder().raw_decode(changed.decode("ascii", "replace"), start)
            changed = changed[:start] + chance.choice(ODD) + changed[end:]
        read(tmp_path / name, changed, form)


@pytest.mark.parametrize("name", MADE)
def test_other_line_ends_and_a_mark_at_the_beginning(name: str, made: Path, tmp_path: Path) -> None:
    data = (made / name).read_bytes()
    path = tmp_path / name
    path.write_bytes(b"\xef\xbb\xbf\r\n" + data.replace(b"\n", b"\r\n"))
    before, after = Trace.open(made / name).read(), Trace.open(path).read()
    check_places(after)
    assert after.format.name == before.format.name
    # A structured value is shown as it is written, with its line ends.
    plain = [before.text(event) for event in before.events]
    assert [after.text(event).replace("\r", "") for event in after.events] == plain


@pytest.mark.parametrize("value", [None, 7, "x", [], ["x"], {}, {"type": "user"}, [[1], {"a": None}]])
def test_no_format_stumbles_over_a_first_record_of_another_shape(value: object, tmp_path: Path) -> None:
    keys = ("type", "source", "event", "messages", "payload", "values", "run_type", "object", "traceId", "__event__")
    for text in (*(json.dumps({key: value, "data": value}) + "\n{}\n" for key in keys), json.dumps([value]) + "\n"):
        path = tmp_path / "run"
        path.write_text(text)
        trace = Trace.open(path).read()
        check_places(trace)
        trace.close()
