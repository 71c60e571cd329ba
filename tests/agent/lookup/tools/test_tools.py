"""The tools: what each brings from a real trace, within its room, whatever it is asked."""

import json
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.chat.material import Material
from agent.diagnosis.document_parts import Lines
from agent.errors import Cancelled
from agent.lookup.allowance import Allowance
from agent.lookup.calls import LookUp, Lookups
from agent.lookup.tools.registry import TOOLS
from agent.lookup.tools.tool import Parameter, Result, Tool
from agent.lookup.visible_trace import VisibleTrace
from agent.tokens import count
from agent.trace.event import Event
from agent.trace.events import EventTable
from agent.trace.trace import Trace
from tests.agent.chat.materials import CHATDEV, HYPERAGENT, material_of, plain_log

ANY = Lookups(VisibleTrace(Trace.open(CHATDEV)))
"""For what is the same whatever the trace is."""
GO_ON = re.compile(r"go on with read_lines first=(?P<first>\d+), last=(?P<last>\d+)(?:, character=(?P<character>\d+))?")
ROW = re.compile(r"^(?:[+-] |first |last )?(\d+)\| ", re.MULTILINE)


def looked(material: Material, name: str, room: int = 1_200, **given: Any) -> LookUp:
    lookups = Lookups(material.visible)
    (one,) = lookups.look_up([lookups.call_of(name, json.dumps(given))], Allowance(9, 9, 100_000, room), lambda: False)
    return one


def rows(text: str) -> list[int]:
    return [int(number) for number in ROW.findall(text)]


@pytest.fixture
async def material() -> Material:
    material = await material_of(CHATDEV)
    material.prepare()
    return material


async def test_lines_are_read_with_their_numbers(material: Material) -> None:
    one = looked(material, "read_lines", first=305, last=313)
    assert rows(one.text) == list(range(305, 314)) and one.lines == tuple((n, n) for n in range(305, 314))
    assert one.activity == "reading L305-313"
    for number in rows(one.text):
        assert f"{number}| {next(material.trace.lines(number, number))}" in one.text


async def test_no_more_lines_than_there_is_room_and_it_says_how_to_go_on(material: Material) -> None:
    one = looked(material, "read_lines", 200, first=1, last=400)
    assert count(one.text) < 240 and GO_ON.search(one.text)
    assert rows(one.text) == [lines[0] for lines in one.lines]
    assert len(rows(looked(material, "read_lines", 50_000, first=1, last=400).text)) == 400
    assert rows(looked(material, "read_lines", first=305).text) == [305]


@pytest.mark.parametrize("room", [80, 200, 2_400])
def test_following_what_a_reading_says_brings_every_character_once(tmp_path: Path, room: int) -> None:
    messages = ["word and so on " * 700, "short", "    if indented:  # code", "", "x" * 9_000, *["line"] * 90]
    material = Material(Trace.open(plain_log(tmp_path / "run.log", *messages)).read())
    last = material.trace.events.lines
    read: dict[int, str] = dict.fromkeys(range(1, last + 1), "")
    asked: dict[str, int] = {"first": 1, "last": last}
    while asked:
        one = looked(material, "read_lines", room, **asked)
        assert count(one.text) <= room + 50 and one.lines
        for number, text in re.findall(r"^(\d+)\| (?:\(from character [\d,]+\) )?(.*)$", one.text, re.MULTILINE):
            read[int(number)] += text
        rest = GO_ON.search(one.text)
        asked = {name: int(value) for name, value in rest.groupdict().items() if value} if rest else {}
    assert list(read.values()) == list(material.trace.lines(1, last))


async def test_the_outline_covers_every_event_once_and_fits(material: Material) -> None:
    for room in (150, 300, 900, 3_000):
        text = looked(material, "outline", room).text
        assert count(text) <= room
        spans = [(int(a), int(b or a)) for a, b in re.findall(r"^@(\d+)(?:-(\d+))? ", text, re.MULTILINE)]
        assert spans[0] == (1, 1) and spans[-1] == (len(material.trace.events),) * 2
        if "of the middle" not in text:
            assert all(one[1] + 1 == other[0] for one, other in pairwise(spans))
            sections = dict.fromkeys(event.section for event in material.trace.events if event.section)
            assert room < 900 or all(f"[begins: {name}]" in text for name in sections)
        for first, last, number in re.findall(r"^@(\d+)-(\d+) .*?: @(\d+) L", text, re.MULTILINE):
            assert int(first) <= int(number) <= int(last)


async def test_search_finds_talk_and_output_and_can_be_narrowed(material: Material) -> None:
    everything = looked(material, "search", words="tabulate")
    assert {305, 309} & set(rows(looked(material, "search", words="ModuleNotFoundError").text))
    assert "hits" in everything.activity
    narrowed = looked(material, "search", words="tabulate", kind="error")
    assert set(rows(narrowed.text)) <= set(range(1, 417)) and "Counselor" not in narrowed.text
    late = looked(material, "search", words="tabulate", first=380)
    assert all(number >= 380 for number in rows(late.text))
    assert "Counselor" in looked(material, "search", words="program needs", actor="counselor").text
    assert looked(material, "search", words="zebra quagga").text.startswith("Not in this trace")


async def test_places_that_hold_the_words_as_they_stand_come_first_and_few_others_after_them(
    material: Material,
) -> None:
    one = looked(material, "search", words="No module named")
    assert re.search(r"the first (\d hold the words )?as they stand", one.text)
    assert "No module named" in one.text.split("\n")[1] and len(rows(one.text)) <= 9


async def test_search_by_pattern(material: Material) -> None:
    assert 313 in rows(looked(material, "search", words=r"No module named '\w+'", regex=True).text)
    assert "no regular expression" in looked(material, "search", words="(", regex=True).text


async def test_talk_is_not_drowned_by_pages(tmp_path: Path) -> None:
    page = "\n".join(f"invoice total due rate currency row {n}" for n in range(400))
    path = tmp_path / "run.json"
    turns: list[dict[str, Any]] = []
    for number in range(12):
        turns.append({"role": "assistant", "content": None, "tool_calls": [_call(number)]})
        turns.append({"role": "tool", "tool_call_id": f"c{number}", "content": page})
    turns.append({"role": "assistant", "content": "I chose the wrong currency rate for the invoice total."})
    path.write_text(json.dumps({"messages": [{"role": "user", "content": "go"}, *turns]}))
    material = Material(Trace.open(path).read())
    one = looked(material, "search", words="wrong currency rate invoice")
    last = material.trace.events.lines
    assert last in rows(one.text)[:2]


def _call(number: int) -> dict[str, Any]:
    return {
        "id": f"c{number}",
        "type": "function",
        "function": {"name": "open_page", "arguments": f'{{"n": {number}}}'},
    }


def test_the_events_of_one_actor_are_listed_without_reading_those_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("Planner", "Coder")
    rows = [f"2026-03-01 10:{n // 60:02}:{n % 60:02} INFO agent.{names[n % 2]}: step {n}" for n in range(2_000)]
    path = tmp_path / "run.log"
    path.write_text("\n".join(rows) + "\n")
    material = Material(Trace.open(path).read())
    material.prepare()
    read: list[int] = []
    get = EventTable.__getitem__

    def counted(table: EventTable, number: int) -> Event:
        read.append(number)
        return get(table, number)

    monkeypatch.setattr(EventTable, "__getitem__", counted)
    one = looked(material, "events", actor="planner")
    listed = {int(number) for number in re.findall(r"^@(\d+) ", one.text, re.MULTILINE)}
    assert one.text.startswith("1,000 events in L1-2000") and len(listed) > 10
    assert len(set(read)) < 100, "a page of events, and what says where it begins and ends"


async def test_events_are_listed_by_actor_kind_and_place(material: Material) -> None:
    text = looked(material, "events", actor="programmer").text
    assert text.startswith("5 events") and text.count("Programmer") >= 5
    assert "Programmer" not in looked(material, "events", actor="counselor").text
    assert looked(material, "events", kind="result").text.count(" result: ") >= 2
    assert looked(material, "events", first=300, last=320).text.startswith("5 events")


async def test_an_event_and_what_differs_between_two(tmp_path: Path) -> None:
    material = Material(Trace.open(plain_log(tmp_path / "run.log", "a is 1\nb is 2", "x", "a is 1\nb is 3")).read())
    assert rows(looked(material, "event", number=1).text) == [1, 2]
    one = looked(material, "differences", event=1, other=3)
    assert "- 2| b is 2" in one.text and "+ 5| b is 3" in one.text and (2, 2) in one.lines and (5, 5) in one.lines
    assert "word for word" in looked(material, "differences", event=2, other=2).text


async def test_first_and_last_and_how_often(tmp_path: Path) -> None:
    texts = ["begin", "rate 1.07", "use the rate", "pirate", "RATE again", "end"]
    material = Material(Trace.open(plain_log(tmp_path / "run.log", *texts)).read())
    assert rows(looked(material, "first_and_last", text="rate").text) == [2, 5]
    assert looked(material, "count", text="rate").text.startswith("4 lines")
    assert looked(material, "count", text=r"\brate\b", regex=True).text.startswith("3 lines")
    assert rows(looked(material, "first_and_last", text="irat").text) == [4]
    assert looked(material, "first_and_last", text="USD").text.startswith("Not in this trace")


async def test_findings_and_definitions() -> None:
    material = await material_of(HYPERAGENT)
    assert looked(material, "findings").text.startswith("F1 FM-2.6 major L15")
    whole = looked(material, "findings", id="F1")
    assert "act L15" in whole.text and "remedy, specification" in whole.text and (15, 15) in whole.lines
    assert "There is no finding F7" in looked(material, "findings", id="7").text.replace("finding 7", "finding F7")
    assert "FM-3.2 No or incomplete verification" in looked(material, "definition", mode="3.2").text
    assert "MAST has no mode" in looked(material, "definition", mode="9.9").text


def shown_lines(material: Material, one: LookUp) -> None:
    """Every line that is said to be shown can be read in the result, or what stands there is told with its number."""
    numbers = set(rows(one.text)) | {int(told) for told in re.findall(r"\bL(\d+)\b", one.text)}
    for first, last in one.lines:
        assert 1 <= first <= last <= material.trace.events.lines
        if first == last:
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
@given(st.sampled_from([tool.name for tool in TOOLS]), GIVEN)
def test_whatever_is_asked_the_answer_is_words_within_the_room(
    material: Material, name: str, given: dict[str, Any]
) -> None:
    one = looked(material, name, 300, **given)
    assert one.text and count(one.text) <= 360
    shown_lines(material, one)


@given(st.text(max_size=60))
def test_any_arguments_make_a_call(text: str) -> None:
    for name in ("search", "nothing"):
        assert isinstance(ANY.call_of(name, text).fault, str)


@given(st.text(alphabet=st.sampled_from("{}[]()<>|=\"`':, \nsearchnmwodf/")))
def test_any_text_is_searched_for_calls(text: str) -> None:
    for call in ANY.calls_in(text):
        assert call.name in [tool.name for tool in TOOLS]
    assert isinstance(ANY.without_calls(text), str)


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
    assert [(call.name, dict(call.arguments), call.fault) for call in ANY.calls_in(text)] == [
        ("search", {"words": "euro"}, "")
    ]
    assert "euro" not in ANY.without_calls(text)


def test_several_written_calls_are_all_read() -> None:
    calls = ANY.calls_in('[search(words="a b"), read_lines(3, last=9)]')
    assert [(call.name, dict(call.arguments)) for call in calls] == [
        ("search", {"words": "a b"}),
        ("read_lines", {"first": 3, "last": 9}),
    ]


def test_an_answer_that_quotes_a_call_of_the_trace_is_an_answer() -> None:
    call = '{"name": "search", "arguments": {"query": "euro"}}'
    text = (
        f"The Coder looked for it with {call} (L12), and got nothing back, as the next event shows (L14). " + "So " * 60
    )
    assert ANY.calls_in(text) == []
    assert ANY.calls_in('The Coder called search with {"query": "euro"}.') == []


@pytest.mark.parametrize("number", ["1e999", "NaN", "-Infinity", "1e308", "[1]", "true", '{"a": 1}'])
def test_a_number_that_is_none_is_a_complaint(number: str) -> None:
    assert "whole number" in ANY.call_of("read_lines", f'{{"first": {number}}}').fault


def test_an_answer_that_speaks_of_tools_is_no_call() -> None:
    for text in (
        "I used search and read_lines.",
        '{"name": "Bob"} is what search found.',
        'The call was {"first": 1}.',
    ):
        assert ANY.calls_in(text) == []


def test_schemas_are_small_and_valid() -> None:
    import jsonschema

    for tool in TOOLS:
        jsonschema.Draft202012Validator.check_schema(tool.schema())
    assert count(json.dumps([[tool.name, tool.what, tool.schema()] for tool in TOOLS])) < 1_300


async def test_real_traces_can_be_read_with_every_tool(corpus: Path) -> None:
    paths = sorted(
        path for path in corpus.rglob("*") if path.is_file() and path.name not in ("answer_key.json", "manifest.json")
    )
    for path in paths[::40]:
        material = Material(Trace.open(path).read())
        last = material.trace.events.lines
        lines: Lines = (max(1, last // 2), min(last, last // 2 + 30))
        calls: list[tuple[str, dict[str, Any]]] = [
            ("outline", {}), ("search", {"words": "error task"}), ("read_lines", {"first": lines[0], "last": lines[1]}),
            ("event", {"number": 1}), ("events", {}), ("count", {"text": "the"}), ("first_and_last", {"text": "the"}),
            ("differences", {"event": 1, "other": len(material.trace.events)}),
        ]  # fmt: skip
        for name, arguments in calls:
            one = looked(material, name, 600, **arguments)
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
    material: Material, name: str, given: dict[str, Any]
) -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 1

    with pytest.raises(Cancelled):
        lookups = Lookups(material.visible)
        lookups.look_up([lookups.call_of(name, json.dumps(given))], Allowance(9, 9, 100_000, 1_200), stop)


def shouted(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    result = Result("shouting")
    result.add(given["words"].upper(), (1, 1))
    return result


def test_a_tool_from_outside_takes_one_line(material: Material, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = Tool("shout", "Say it louder.", {"words": Parameter("string", needed=True)}, shouted)
    assert "There is no tool" in looked(material, "shout", words="hello").text
    monkeypatch.setattr("agent.lookup.tools.registry.TOOLS", (*TOOLS, toy))
    one = looked(material, "shout", words="hello")
    assert (one.text, one.lines, one.activity) == ("HELLO", ((1, 1),), "shouting")
    assert looked(material, "shout").text == "shout needs words."
    assert [
        call.name for call in Lookups(material.visible).calls_in('{"name": "shout", "arguments": {"words": "x"}}')
    ] == ["shout"]
