"""Files and folders that hold several runs: each is found, measured and opened as if it were alone."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.errors import WrongUse
from agent.trace.formats.base.source_run import Runs, pick
from agent.trace.trace import Trace

TALK = [
    {"role": "system", "content": "You add."},
    {"role": "user", "content": "What is 2 + 2?\nOne number."},
    {"role": "assistant", "content": "4"},
    {"role": "user", "content": "Sure?"},
    {"role": "assistant", "content": "Yes, 4."},
]


def spans(trace: str, count: int, *, begins: int = 1) -> list[dict[str, Any]]:
    """Spans of one trace as OTLP writes them."""
    return [
        {
            "traceId": trace,
            "spanId": f"{begins:08x}{number:08x}",
            "parentSpanId": "" if number == 0 else f"{begins:08x}{0:08x}",
            "name": f"{trace[:4]} does {number}",
            "startTimeUnixNano": str((1_700_000_000 + 60 * begins + number) * 10**9),
            "endTimeUnixNano": str((1_700_000_100 + 60 * begins) * 10**9),
            "attributes": [{"key": "gen_ai.operation.name", "value": {"stringValue": "invoke_agent"}}],
        }
        for number in range(count)
    ]


def otlp(*each: list[dict[str, Any]]) -> str:
    """The spans of several traces, in turn, one object per line."""
    turns = [group[at] for at in range(max(map(len, each))) for group in each if at < len(group)]
    return "".join(
        json.dumps({"resourceSpans": [{"resource": {}, "scopeSpans": [{"spans": [span]}]}]}) + "\n" for span in turns
    )


def conversations(*lengths: int) -> list[dict[str, Any]]:
    """Conversations of so many messages."""
    return [{"sample_id": f"s-{number}", "messages": TALK[:length]} for number, length in enumerate(lengths)]


def text_of(trace: Trace) -> list[str]:
    return [trace.text(event) for event in trace.events]


def check_each(path: Path, alone: list[str | None]) -> None:
    """Every run has the events and lines that it has where it stands alone, at its place in the file."""
    data = path.read_bytes()
    runs = Trace.open(path).runs()
    assert [run.number for run in runs] == list(range(1, len(alone) + 1))
    for run, other in zip(runs, alone, strict=True):
        trace = Trace.open(path, only=run.id).read()
        assert trace.reading.run == trace.only == run.id
        assert trace.runs() == runs
        measured = trace.measure(run)
        assert (measured.events, measured.lines) == (len(trace.events), trace.lines_count)
        expected = 1
        for event in trace.events:
            assert event.lines[0] == expected
            expected = event.lines[1] + 1
            start, end = event.bytes
            assert run.start <= start <= end <= run.end
            assert event.source_lines[0] == data.count(b"\n", 0, start) + 1
        if other is not None:
            lonely = path.with_name(f"alone-{run.number}{path.suffix}")
            lonely.write_text(other)
            single = Trace.open(lonely, format_name=trace.format.name).read()
            assert text_of(trace) == text_of(single)
            assert [event.kind for event in trace.events] == [event.kind for event in single.events]
            assert trace.reading.hidden == single.reading.hidden
        trace.close()


def test_traces_whose_spans_lie_between_each_other(tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    groups = [spans(letter * 32, count, begins=count) for letter, count in (("a", 3), ("b", 5), ("c", 1))]
    path.write_text(otlp(*groups))
    trace = Trace.open(path)
    assert [(run.id[0], run.records) for run in trace.runs()] == [("a", 3), ("b", 5), ("c", 1)]
    assert trace.runs()[0].time == "2023-11-14T22:16:20Z"
    trace.read()
    assert trace.reading.run == "b" * 32
    assert trace.only is None
    assert any("the file holds 3 traces; shown is bbbb" in warning for warning in trace.warnings)
    check_each(path, [otlp(group) for group in groups])


def test_a_phoenix_export_of_two_traces(made: Path, tmp_path: Path) -> None:
    whole = (made / "phoenix_spans.json").read_text()
    mine = json.loads(whole)["data"]
    others = json.loads(whole.replace(mine[0]["context"]["trace_id"], "0" * 32))["data"][:3]
    for name, text in (
        ("list.json", json.dumps([*mine, *others])),
        ("lines.jsonl", "".join(json.dumps(span) + "\n" for span in (*mine, *others))),
    ):
        (tmp_path / name).write_text(text)
        assert [run.records for run in Trace.open(tmp_path / name).runs()] == [6, 3]
        check_each(tmp_path / name, [None, None])


@pytest.mark.parametrize("shape", ["lines", "list", "list of lists"])
def test_conversations(shape: str, tmp_path: Path) -> None:
    held = conversations(3, 5, 4)
    if shape == "lines":
        text = "".join(json.dumps(each) + "\n" for each in held)
    else:
        text = json.dumps(held if shape == "list" else [each["messages"] for each in held], indent=2)
    path = tmp_path / ("runs.jsonl" if shape == "lines" else "runs.json")
    path.write_text(text)
    runs = Trace.open(path).runs()
    assert [run.id for run in runs] == (["1", "2", "3"] if shape == "list of lists" else ["s-0", "s-1", "s-2"])
    whole = Trace.open(path).read()
    assert (whole.reading.run, len(whole.events)) == (("s-1", 5) if shape == "lines" else (None, 12))
    for run, length in zip(runs, (3, 5, 4), strict=True):
        trace = Trace.open(path, only=run.id).read()
        assert text_of(trace) == [message["content"] for message in TALK[:length]]
    check_each(path, [None, None, None])


def test_conversations_whose_first_line_is_longer_than_the_head(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    first = {"id": "long", "messages": [*TALK, {"role": "user", "content": "x" * 100_000}]}
    path.write_text("".join(json.dumps(each) + "\n" for each in (first, *conversations(2, 3))))
    assert [run.id for run in Trace.open(path).runs()] == ["long", "s-0", "s-1"]
    assert len(Trace.open(path, only="s-1").read().events) == 3


@pytest.mark.parametrize(
    ("folder", "form"),
    [
        ("WhoWhen/algorithm_generated", "whowhen_algorithm_generated"),
        ("WhoWhen/hand_crafted", "whowhen_hand_crafted"),
        ("AG2/json_top", "ag2_mast_json"),
        ("HyperAgent/json", "hyperagent_mast_json"),
        ("TRAIL", "trail_patronus_otel"),
    ],
)
@pytest.mark.parametrize("shape", ["list", "lines"])
def test_lists_of_real_traces(folder: str, form: str, shape: str, corpus: Path, tmp_path: Path) -> None:
    files = [
        path
        for path in sorted((corpus / folder).rglob("*.json"), key=lambda path: (path.stat().st_size, path))
        if "annotation" not in str(path)
    ][:3]
    texts = [path.read_text() for path in files]
    path = tmp_path / "all.json"
    if shape == "list":
        path.write_text("[" + ",\n".join(texts) + "]\n")
    else:
        path.write_text("".join(json.dumps(json.loads(text)) + "\n" for text in texts))
    whole = Trace.open(path)
    if form == "whowhen_hand_crafted" and whole.format.name != form:
        pytest.skip("another reader of the same family takes it")
    assert whole.format.name == form
    assert len(whole.read().runs()) == len(files)
    assert whole.reading.run is not None
    labels = set(whole.reading.hidden)
    assert labels or form == "trail_patronus_otel"
    check_each(path, [text if shape == "list" else None for text in texts])


def test_a_console_of_several_tasks(corpus: Path, tmp_path: Path) -> None:
    texts = [path.read_text() for path in sorted((corpus / "AppWorld" / "txt").glob("*.txt"))[:3]]
    path = tmp_path / "console.txt"
    path.write_text("".join(texts))
    whole = Trace.open(path).read()
    assert len(whole.runs()) == 3
    assert whole.reading.run is None
    for run, text in zip(whole.runs(), texts, strict=True):
        trace = Trace.open(path, only=run.id).read()
        task = trace.task()
        (tmp_path / "one.txt").write_text(text)
        alone = Trace.open(tmp_path / "one.txt").read()
        assert task is not None
        assert task.text == alone.task().text  # type: ignore[union-attr]
        assert trace.events.records == alone.events.records
    check_each(path, [None, None, None])


@pytest.mark.parametrize("name", ["langsmith_runs.jsonl", "openai_agents_traces.jsonl"])
def test_spans_that_name_their_trace(name: str, made: Path, tmp_path: Path) -> None:
    text = (made / name).read_text()
    id = json.loads(text.splitlines()[0])["trace_id"]
    other = "".join(line for line in text.splitlines(keepends=True)[1:]).replace(id, "another")
    path = tmp_path / name
    path.write_text(other + text)
    whole = Trace.open(path).read()
    assert [run.id for run in whole.runs()] == ["another", id]
    assert whole.reading.run == id
    assert any("the file holds 2 traces; shown is" in warning for warning in whole.warnings)
    check_each(path, [other, text])


def test_lines_that_name_their_run(made: Path, tmp_path: Path) -> None:
    text = (made / "claude_code_session.jsonl").read_text()
    id = next(line["sessionId"] for line in map(json.loads, text.splitlines()) if "sessionId" in line)
    path = tmp_path / "claude_code_session.jsonl"
    path.write_text(text + text.replace(id, "another"))
    runs = Trace.open(path).runs()
    assert [run.id for run in runs] == [id, "another"]
    assert Trace.open(path).read().reading.run is None
    check_each(path, [None, None])
    # A line that names no run goes with the one before it, so that none is lost.
    counts = [len(Trace.open(path, only=run.id).read().events) for run in runs]
    assert sum(counts) == len(Trace.open(path).read().events)


def test_samples_of_an_inspect_log(made: Path) -> None:
    path = made / "inspect_mockllm.json"
    assert [run.id for run in Trace.open(path).runs()] == ["s1", "s2"]
    trace = Trace.open(path, only="s2").read()
    assert [event.kind.value for event in trace.events][:2] == ["system", "task"]
    assert "target, scores" in trace.reading.hidden
    assert not any('"target"' in text for text in text_of(trace))


@pytest.mark.parametrize("many", [10_000])
def test_many_small_runs_are_all_found(many: int, tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in conversations(*[3] * many)))
    trace = Trace.open(path)
    runs = trace.runs()
    assert len(runs) == many
    assert trace.measure(runs[-1])[:2] == (3, 4)
    assert len(Trace.open(path, only=f"s-{many - 1}").read().events) == 3


def test_ids_that_come_twice_or_not_at_all() -> None:
    runs = Runs()
    for id in ("a", "a", None, "a", ""):
        runs.add(id, 1, 0, 1)
    assert [run.id for run in runs.held] == ["a", "a~2", "3", "a~3", "5"]


def test_a_run_is_picked_by_id_number_or_beginning() -> None:
    runs = Runs()
    for id in ("2", "abc", "abd", "xyz"):
        runs.add(id, 1, 0, 1)
    assert [pick(runs.held, word, "f").number for word in ("2", "1", "4", "xy", "abd")] == [1, 1, 4, 4, 3]
    for word in ("ab", "", "5", "0", "zz", "²"):
        with pytest.raises(WrongUse):
            pick(runs.held, word, "f")


def test_the_complaint_is_safe_and_short() -> None:
    runs = Runs()
    for number in range(5000):
        runs.add(f"\x1b[2J{number}\u202e{'x' * 500}", 1, 0, 1)
    with pytest.raises(WrongUse) as fault:
        pick(runs.held, "\x1b]0;gone\x07", "f\x1b[m")
    assert "\x1b" not in str(fault.value)
    assert "\u202e" not in str(fault.value)
    assert "5,000 runs" in fault.value.to
    assert len(str(fault.value)) < 1000


def test_the_only_run_of_a_file_is_its_first(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps(TALK[0]) + "\n" + json.dumps(TALK[1]) + "\n")
    assert Trace.open(path).runs() == ()
    assert Trace.open(path, only="1").only is None
    with pytest.raises(WrongUse, match="one run only"):
        Trace.open(path, only="2")


def test_runs_of_one_file_are_told_apart_and_the_default_is_one_of_them(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in conversations(3, 5)))
    marks = {name: Trace.open(path, only=name).fingerprint() for name in ("s-0", "s-1")}
    assert len(set(marks.values())) == 2
    assert Trace.open(path).fingerprint() == marks["s-1"]
    sha256 = Trace.open(path).source.sha256()
    assert all(mark.startswith(sha256) for mark in marks.values())
    (tmp_path / "one.log").write_text("a line\n")
    alone = Trace.open(tmp_path / "one.log")
    assert alone.fingerprint() == alone.source.sha256()


def test_a_folder_of_runs(corpus: Path, tmp_path: Path) -> None:
    folder = next((corpus / "MagenticOne" / "gaia_level_1").iterdir())
    for each in sorted(folder.iterdir())[:3]:
        shutil.copytree(each, tmp_path / "runs" / each.name)
    name = sorted(each.name for each in (tmp_path / "runs").iterdir())[1]
    trace = Trace.open(tmp_path / "runs", only=name[:8]).read()
    assert trace.source.path.parent.parent.name == name
    assert trace.companions == Trace.open(tmp_path / "runs" / name).companions
    with pytest.raises(WrongUse, match="3 runs"):
        Trace.open(tmp_path / "runs", only="nobody")


@settings(max_examples=40, deadline=None)
@given(
    lengths=st.lists(st.integers(1, 5), min_size=2, max_size=6),
    ids=st.lists(st.text(max_size=12), min_size=6, max_size=6),
    gap=st.sampled_from(["", "\n", "  \n\n"]),
)
def test_any_ids_and_gaps(
    lengths: list[int], ids: list[str], gap: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("runs") / "runs.jsonl"
    held = [{"id": ids[at], "messages": TALK[:length]} for at, length in enumerate(lengths)]
    path.write_bytes("".join(json.dumps(each) + "\n" + gap for each in held).encode())
    trace = Trace.open(path)
    runs = trace.runs()
    assert len({run.id for run in runs}) == len(lengths)
    for run, length in zip(runs, lengths, strict=True):
        assert trace.measure(run).events == length
        assert Trace.open(path, only=run.id).reading.run is None
