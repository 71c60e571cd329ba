"""The tools: what each brings from a real trace, within its room, whatever it is asked."""

import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.chat.ground import Ground
from agent.chat.tools.calls import BY_NAME, TOOLS, Looked, call_of, look_up, without_calls, written_calls
from agent.diagnosis.shapes import Lines
from agent.errors import Cancelled
from agent.tokens import count
from agent.trace.trace import Trace
from tests.agent.chat.rooms import CHATDEV, HYPERAGENT, ground_of, plain_log

ROW = re.compile(r"^(?:[+-] |first |last )?(\d+)\| ", re.MULTILINE)


def looked(ground: Ground, name: str, room: int = 1_200, **given: Any) -> Looked:
    ground.__dict__["room"] = replace(ground.room, result=room)
    (one,) = look_up(ground, [call_of(name, json.dumps(given))], 100_000, lambda: False)
    return one


def rows(text: str) -> list[int]:
    return [int(number) for number in ROW.findall(text)]


@pytest.fixture
async def ground() -> Ground:
    ground = await ground_of(CHATDEV)
    ground.prepare()
    return ground


async def test_lines_are_read_with_their_numbers(ground: Ground) -> None:
    one = looked(ground, "read_lines", first=305, last=313)
    assert rows(one.text) == list(range(305, 314)) and one.lines == tuple((n, n) for n in range(305, 314))
    assert one.activity == "reading L305-313"
    for number in rows(one.text):
        assert f"{number}| {next(ground.trace.lines(number, number))}" in one.text


async def test_no_more_lines_than_there_is_room_and_it_says_so(ground: Ground) -> None:
    one = looked(ground, "read_lines", 200, first=1, last=400)
    assert count(one.text) < 240 and "left out" in one.text
    assert rows(one.text) == [lines[0] for lines in one.lines]
    assert len(rows(looked(ground, "read_lines", 50_000, first=1, last=400).text)) == 120


async def test_the_outline_covers_every_event_once_and_fits(ground: Ground) -> None:
    for room in (300, 900, 3_000):
        text = looked(ground, "outline", room).text
        assert count(text) <= room + 40
        spans = [(int(a), int(b or a)) for a, b in re.findall(r"^@(\d+)(?:-(\d+))? ", text, re.MULTILINE)]
        assert spans[0][0] == 1
        if "left out" not in text and room < 3_000:
            assert spans[-1][1] == len(ground.trace.events)
            assert all(one[1] + 1 == other[0] for one, other in pairwise(spans))


async def test_search_finds_talk_and_output_and_can_be_narrowed(ground: Ground) -> None:
    everything = looked(ground, "search", words="tabulate")
    assert {305, 309} & set(rows(looked(ground, "search", words="ModuleNotFoundError").text))
    assert "hits" in everything.activity
    narrowed = looked(ground, "search", words="tabulate", kind="error")
    assert set(rows(narrowed.text)) <= set(range(1, 417)) and "Counselor" not in narrowed.text
    late = looked(ground, "search", words="tabulate", first=380)
    assert all(number >= 380 for number in rows(late.text))
    assert "Counselor" in looked(ground, "search", words="program needs", actor="counselor").text
    assert looked(ground, "search", words="zebra quagga").text.startswith("Not in this trace")


async def test_search_by_pattern(ground: Ground) -> None:
    assert 313 in rows(looked(ground, "search", words=r"No module named '\w+'", regex=True).text)
    assert "no regular expression" in looked(ground, "search", words="(", regex=True).text


async def test_talk_is_not_drowned_by_pages(tmp_path: Path) -> None:
    page = "\n".join(f"invoice total due rate currency row {n}" for n in range(400))
    path = tmp_path / "run.json"
    turns: list[dict[str, Any]] = []
    for number in range(12):
        turns.append({"role": "assistant", "content": None, "tool_calls": [_call(number)]})
        turns.append({"role": "tool", "tool_call_id": f"c{number}", "content": page})
    turns.append({"role": "assistant", "content": "I chose the wrong currency rate for the invoice total."})
    path.write_text(json.dumps({"messages": [{"role": "user", "content": "go"}, *turns]}))
    ground = Ground(Trace.open(path).read())
    one = looked(ground, "search", words="wrong currency rate invoice")
    last = ground.trace.events.lines
    assert last in rows(one.text)[:2]


def _call(number: int) -> dict[str, Any]:
    return {
        "id": f"c{number}",
        "type": "function",
        "function": {"name": "open_page", "arguments": f'{{"n": {number}}}'},
    }


async def test_events_are_listed_by_actor_kind_and_place(ground: Ground) -> None:
    text = looked(ground, "events", actor="programmer").text
    assert text.startswith("5 events") and text.count("Programmer") >= 5
    assert "Programmer" not in looked(ground, "events", actor="counselor").text
    assert looked(ground, "events", kind="result").text.count(" result: ") >= 2
    assert looked(ground, "events", first=300, last=320).text.startswith("5 events")


async def test_an_event_and_what_differs_between_two(tmp_path: Path) -> None:
    ground = Ground(Trace.open(plain_log(tmp_path / "run.log", "a is 1\nb is 2", "x", "a is 1\nb is 3")).read())
    assert rows(looked(ground, "event", number=1).text) == [1, 2]
    one = looked(ground, "differences", event=1, other=3)
    assert "- 2| b is 2" in one.text and "+ 5| b is 3" in one.text and (2, 2) in one.lines and (5, 5) in one.lines
    assert "word for word" in looked(ground, "differences", event=2, other=2).text


async def test_first_and_last_and_how_often(tmp_path: Path) -> None:
    texts = ["begin", "rate 1.07", "use the rate", "pirate", "RATE again", "end"]
    ground = Ground(Trace.open(plain_log(tmp_path / "run.log", *texts)).read())
    assert rows(looked(ground, "first_and_last", text="rate").text) == [2, 5]
    assert looked(ground, "count", text="rate").text.startswith("4 lines")
    assert looked(ground, "count", text=r"\brate\b", regex=True).text.startswith("3 lines")
    assert rows(looked(ground, "first_and_last", text="irat").text) == [4]
    assert looked(ground, "first_and_last", text="USD").text.startswith("Not in this trace")


async def test_findings_and_definitions() -> None:
    ground = await ground_of(HYPERAGENT)
    assert looked(ground, "findings").text.startswith("F1 FM-2.6 major L15")
    whole = looked(ground, "findings", id="F1")
    assert "act L15" in whole.text and "remedy, specification" in whole.text and (15, 15) in whole.lines
    assert "There is no finding F7" in looked(ground, "findings", id="7").text.replace("finding 7", "finding F7")
    assert "FM-3.2 No or incomplete verification" in looked(ground, "definition", mode="3.2").text
    assert "MAST has no mode" in looked(ground, "definition", mode="9.9").text


def shown_lines(ground: Ground, one: Looked) -> None:
    """Every line that is said to be shown can be read in the result."""
    numbers = set(rows(one.text))
    for first, last in one.lines:
        assert 1 <= first <= last <= ground.trace.events.lines
        if first == last and "act L" not in one.text:
            assert first in numbers


VALUES = st.one_of(
    st.integers(-5, 10_000),
    st.text(max_size=12),
    st.booleans(),
    st.none(),
    st.floats(),
    st.lists(st.integers(), max_size=2),
)
GIVEN = st.dictionaries(
    st.sampled_from(
        ["first", "last", "words", "text", "regex", "number", "event", "other", "actor", "kind", "id", "mode"]
    ),
    VALUES,
    max_size=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150)
@given(st.sampled_from(sorted(BY_NAME)), GIVEN)
def test_whatever_is_asked_the_answer_is_words_within_the_room(
    ground: Ground, name: str, given: dict[str, Any]
) -> None:
    ground.__dict__["room"] = replace(ground.room, result=300)
    (one,) = look_up(ground, [call_of(name, json.dumps(given))], 100_000, lambda: False)
    assert one.text and count(one.text) <= 360
    shown_lines(ground, one)


@given(st.text(max_size=60))
def test_any_arguments_make_a_call(text: str) -> None:
    for name in ("search", "nothing"):
        assert isinstance(call_of(name, text).fault, str)


@given(st.text(alphabet=st.sampled_from("{}[]()<>|=\"`':, \nsearchnmwodf/")))
def test_any_text_is_searched_for_calls(text: str) -> None:
    for call in written_calls(text):
        assert call.name in BY_NAME
    assert isinstance(without_calls(text), str)


WORDS = '{"words": "euro"}'
DIALECTS = {
    "tags": '<tool_call>\n{"name": "search", "arguments": {"words": "euro"}}\n</tool_call>',
    "a block": 'I look.\n```json\n{"name": "search", "arguments": {"words": "euro"}}\n```',
    "parameters": '<|python_tag|>{"name": "search", "parameters": {"words": "euro"}}<|eom_id|>',
    "a function tag": f"<function=search>{WORDS}</function>",
    "a mark and a list": '[TOOL_CALLS][{"name": "search", "arguments": {"words": "euro"}}]',
    "a mark and a name": f"[TOOL_CALLS]search[ARGS]{WORDS}",
    "a list of code": '[search(words="euro")]',
    "code": 'search(words="euro")',
    "printed code": '```tool_code\nprint(default_api.search(words="euro"))\n```',
    "parameter tags": "<function=search>\n<parameter=words>\neuro\n</parameter>\n</function>",
    "named parameter tags": '<invoke name="search"><parameter name="words">euro</parameter></invoke>',
    "argument tags": "<tool_call>search\n<arg_key>words</arg_key>\n<arg_value>euro</arg_value>\n</tool_call>",
    "full-width marks": f"<｜tool▁call▁begin｜>function<｜tool▁sep｜>search\n```json\n{WORDS}\n```<｜tool▁call▁end｜>",
    "action and input": f"Thought: I should search.\nAction: search\nAction Input: {WORDS}",
    "a channel": f"<|channel|>commentary to=functions.search <|constrain|>json<|message|>{WORDS}<|call|>",
    "a numbered function": f"<|tool_call_begin|>functions.search:0<|tool_call_argument_begin|>{WORDS}<|tool_call_end|>",
    "wrapped": '{"tool_calls": [{"function": {"name": "search", "arguments": "{\\"words\\": \\"euro\\"}"}}]}',
    "single quotes": "{'name': 'search', 'arguments': {'words': 'euro'}}",
    "a comma too many": '{"name": "search", "arguments": {"words": "euro",}}',
    "no arguments key": '{"tool": "search", "words": "euro"}',
    "after a thought": '<think>{"name": "count"}</think>{"name": "search", "arguments": {"words": "euro"}}',
}


@pytest.mark.parametrize("text", DIALECTS.values(), ids=DIALECTS)
def test_calls_are_read_in_the_form_a_model_was_taught(text: str) -> None:
    assert [(call.name, dict(call.arguments), call.fault) for call in written_calls(text)] == [
        ("search", {"words": "euro"}, "")
    ]
    assert "euro" not in without_calls(text)


def test_several_written_calls_are_all_read() -> None:
    found = written_calls('[search(words="a b"), read_lines(3, last=9)]')
    assert [(call.name, dict(call.arguments)) for call in found] == [
        ("search", {"words": "a b"}),
        ("read_lines", {"first": 3, "last": 9}),
    ]


def test_an_answer_that_quotes_a_call_of_the_trace_is_an_answer() -> None:
    call = '{"name": "search", "arguments": {"query": "euro"}}'
    text = (
        f"The Coder looked for it with {call} (L12), and got nothing back, as the next event shows (L14). " + "So " * 60
    )
    assert written_calls(text) == []
    assert written_calls('The Coder called search with {"query": "euro"}.') == []


@pytest.mark.parametrize("number", ["1e999", "NaN", "-Infinity", "1e308", "[1]", "true", '{"a": 1}'])
def test_a_number_that_is_none_is_a_complaint(number: str) -> None:
    assert "whole number" in call_of("read_lines", f'{{"first": {number}}}').fault


def test_an_answer_that_speaks_of_tools_is_no_call() -> None:
    for text in (
        "I used search and read_lines.",
        '{"name": "Bob"} is what search found.',
        'The call was {"first": 1}.',
    ):
        assert written_calls(text) == []


def test_schemas_are_small_and_valid() -> None:
    import jsonschema

    for tool in TOOLS:
        jsonschema.Draft202012Validator.check_schema(tool.schema())
    assert count(json.dumps([[tool.name, tool.what, tool.schema()] for tool in TOOLS])) < 900


async def test_real_traces_can_be_read_with_every_tool(corpus: Path) -> None:
    paths = sorted(
        path for path in corpus.rglob("*") if path.is_file() and path.name not in ("answer_key.json", "manifest.json")
    )
    for path in paths[::40]:
        ground = Ground(Trace.open(path).read())
        last = ground.trace.events.lines
        lines: Lines = (max(1, last // 2), min(last, last // 2 + 30))
        calls: list[tuple[str, dict[str, Any]]] = [
            ("outline", {}), ("search", {"words": "error task"}), ("read_lines", {"first": lines[0], "last": lines[1]}),
            ("event", {"number": 1}), ("events", {}), ("count", {"text": "the"}), ("first_and_last", {"text": "the"}),
            ("differences", {"event": 1, "other": len(ground.trace.events)}),
        ]  # fmt: skip
        for name, arguments in calls:
            one = looked(ground, name, 600, **arguments)
            assert one.text and count(one.text) < 700


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("count", {"text": "e"}),
        ("count", {"text": "zebra"}),
        ("search", {"words": "e+", "regex": True}),
        ("search", {"words": "zebra quagga"}),
        ("first_and_last", {"text": "zebra"}),
    ],
)
def test_a_search_ends_in_its_middle_when_its_question_is_dropped(
    ground: Ground, name: str, given: dict[str, Any]
) -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 1

    with pytest.raises(Cancelled):
        look_up(ground, [call_of(name, json.dumps(given))], 100_000, stop)
