"""Two runs side by side: none differs from itself, and one planted change is found where it stands."""

import json
import re
from pathlib import Path

import pytest

from agent.divergence.act_words import COMPARED
from agent.divergence.difference_document import document
from agent.divergence.divergences import Difference, differences_of
from agent.trace.event import Event
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import lines, opened

SAMPLES = Path(__file__).resolve().parents[3] / "sample_traces"
TRACES = sorted(
    path
    for path in SAMPLES.iterdir()
    if path.suffix in (".jsonl", ".json", ".log", ".txt") and not path.name.startswith("broken")
)
TWINS = sorted(
    (json.loads(path.read_text())["trace"], json.loads(path.read_text())["twin_of"])
    for path in (SAMPLES / "selfcheck").glob("*-clean.truth.json")
)
PRINT_TWICE = ("chatdev-bill-splitter.log", "trail-clock_tower.json")
"""Formats that print each text again: a change in one of the copies makes two texts of it."""
WORD = re.compile(rb"(?<![\\\w])[a-z]{6,}(?!\w)")
PLANTED = b"zebra"


def say(agent: str, text: str) -> dict[str, str]:
    return {"role": "assistant", "name": agent, "content": text}


def call(number: int, tool: str, **arguments: object) -> dict[str, object]:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    return {"role": "assistant", "tool_calls": [{"id": f"c{number}", "type": "function", "function": function}]}


def came(number: int, text: str) -> dict[str, str]:
    return {"role": "tool", "tool_call_id": f"c{number}", "content": text}


TASK = {"role": "user", "content": "What is the total of the three invoices in euros?"}
GOOD = [
    TASK,
    call(1, "read", path="invoices.csv"),
    came(1, "10 USD, 20 EUR, 30 EUR"),
    call(2, "rate", currency="USD"),
    came(2, "0.9217"),
    say("planner", "Converted, the first invoice is 9.217 euros."),
    say("planner", "The total is 59.217 euros."),
]


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name)
def test_a_run_does_not_part_from_itself(path: Path) -> None:
    with_itself = differences_of(Trace.open(path).read(), Trace.open(path).read())
    assert with_itself.divergences == ()
    assert with_itself.first is None
    assert with_itself.aligned > 0


@pytest.mark.parametrize("path", [path for path in TRACES if path.name not in PRINT_TWICE], ids=lambda path: path.name)
def test_one_planted_change_is_where_the_runs_part(path: Path, tmp_path: Path) -> None:
    good, tried = Trace.open(path).read(), 0
    data = path.read_bytes()
    for event in good.events:
        if not event.is_act or event.kind not in COMPARED or (place := _word(data, event)) is None:
            continue
        start, end = place
        planted = tmp_path / f"{event.number}-{path.name}"
        planted.write_bytes(data[:start] + PLANTED + data[end:])
        bad = Trace.open(planted).read()
        differences = differences_of(good, bad)
        assert differences.first is not None
        first = differences.divergences[differences.first]
        assert first.bad is not None
        assert first.bad.events == (event.number, event.number)
        assert PLANTED.decode() in bad.text(first.bad.acts[0])
        tried += 1
        if tried == 5:
            return
    assert tried


def _word(data: bytes, event: Event) -> tuple[int, int] | None:
    """The last long word of an act that stands nowhere else in the file."""
    if len(event.pieces) != 1:
        return None
    start, end, _ = event.pieces[0]
    words = [match.span() for match in WORD.finditer(data, start, end) if data.count(match[0]) == 1]
    return words[-1] if words else None


@pytest.mark.parametrize(("clean", "failed"), TWINS)
def test_a_run_parts_from_its_clean_twin_at_its_failure(clean: str, failed: str) -> None:
    truth = json.loads((SAMPLES / "selfcheck" / f"{failed}.truth.json").read_text())
    good, bad = (Trace.open(SAMPLES / "selfcheck" / name).read() for name in (clean, truth["trace"]))
    differences = differences_of(good, bad)
    assert differences.first is not None
    first = differences.divergences[differences.first]
    acts = [act["lines"] for act in truth["act"]]
    if first.bad is not None:
        where = first.bad.lines
    else:
        assert differences.last_same is not None
        where = differences.last_same[1].lines
    assert any(where[0] - 5 <= start and end <= where[1] + 5 for start, end in acts)


def test_a_step_left_out_is_named_and_a_detour_is_taken_back(tmp_path: Path) -> None:
    detour = [call(8, "list", path="."), came(8, "invoices.csv")]
    bad = [*GOOD[:1], *detour, *GOOD[1:3], say("planner", "The total is 60 euros.")]
    differences = differences_of(
        opened(tmp_path, lines(*GOOD), "good.jsonl"), opened(tmp_path, lines(*bad), "bad.jsonl")
    )
    assert [place.kind for place in differences.divergences][:2] == [Difference.ONLY_BAD, Difference.ONLY_GOOD]
    assert differences.divergences[0].taken_back
    assert differences.first == 1
    left_out = differences.divergences[1].good
    assert left_out is not None
    assert [act.tool for act in left_out.acts][:2] == ["rate", "rate"]


def test_the_same_in_other_words_is_no_place_to_part(tmp_path: Path) -> None:
    other = list(GOOD)
    other[4] = came(2, "0.8")
    other[5] = say("planner", "Once converted, the first of the invoices is 9.217 euros.")
    differences = differences_of(
        opened(tmp_path, lines(*GOOD), "good.jsonl"), opened(tmp_path, lines(*other), "bad.jsonl")
    )
    assert differences.first is not None
    first = differences.divergences[differences.first]
    assert first.bad is not None
    assert first.bad.events == (5, 5)
    assert differences.divergences[1].taken_back


def test_what_is_built_on_weighs_more(tmp_path: Path) -> None:
    bad = list(GOOD)
    bad[2] = came(1, "10 USD, 20 EUR, 4711 EUR")
    bad[6] = say("planner", "The total is 4711 and more.")
    differences = differences_of(
        opened(tmp_path, lines(*GOOD), "good.jsonl"), opened(tmp_path, lines(*bad), "bad.jsonl")
    )
    assert differences.first == 0
    side = differences.divergences[0].bad
    assert side is not None
    assert side.follows == 1
    assert differences.divergences[0].weight > differences.divergences[1].weight


def test_quotes_stand_in_the_traces_whatever_the_runs_are(tmp_path: Path) -> None:
    good = opened(tmp_path, lines(*GOOD), "good.jsonl")
    bad = opened(tmp_path, lines({"role": "user", "content": "Paint it."}, say("painter", "Blue.")), "bad.jsonl")
    told = document(good, bad, differences_of(good, bad))
    assert told["aligned"] == 0
    assert told["divergences"]
    for place in told["divergences"]:
        for name, trace in (("good", good), ("bad", bad)):
            side = place[name]
            if side is not None:
                first, last = side["events"]
                assert any(side["quote"] in trace.text(trace.events[at]) for at in range(first, last + 1))
                assert side["lines"] == [trace.events[first].lines[0], trace.events[last].lines[1]]
    empty = opened(tmp_path, "", "empty.jsonl")
    assert [place.bad for place in differences_of(good, empty).divergences] == [None]


def test_ids_of_calls_are_no_difference(tmp_path: Path) -> None:
    said = "[FunctionCall(id='{}', arguments='{{}}', name='book')] by {}"

    def trace(name: str, *ids: str) -> Trace:
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({"messages": [TASK, {"role": "assistant", "content": said.format(*ids)}]}))
        return Trace.open(path).read()

    good = trace("good", "call_93xUg7LWei", "toolu_01A9bc8dEf")
    differences = differences_of(good, trace("bad", "call_F93xUg7LWe", "toolu_02B8cd7eFg"))
    assert (differences.divergences, differences.aligned) == ((), 2)
