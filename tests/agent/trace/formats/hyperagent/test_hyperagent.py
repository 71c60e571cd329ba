"""HyperAgent logs: records that the logger wrote several times, glued headers, parts, and the same log in JSON."""

import json
from pathlib import Path

import pytest

from agent.trace.event import Kind
from agent.trace.formats.hyperagent.hyperagent_records import SELF_WRITTEN
from agent.trace.trace import Trace

SAMPLE = Path(__file__).resolve().parents[5] / "sample_traces" / "hyperagent-calendar.log"
START = "HyperAgent_acme__x-1 - INFO - "


def read(folder: Path, text: str, name: str = "run.log") -> Trace:
    path = folder / name
    path.write_text(text)
    return Trace.open(path).read()


def as_json(log: str) -> str:
    return json.dumps(
        {
            "instance_id": "acme__x-1",
            "problem_statement": ["Events vanish.", "They last past midnight.\r"],
            "other_data": {"hints_text": ["no"], "patch": ['+ "trajectory": [', "+ HyperAgent_acme__x-1 - INFO - no"]},
            "trajectory": log.split("\n"),
            "note": {"text": "", "options": {}},
        },
        indent=4,
    )


@pytest.fixture(scope="module")
def sample() -> Trace:
    return Trace.open(SAMPLE).read()


def test_copies_of_the_logger_are_repeats_of_one_act(sample: Trace) -> None:
    first = [event for event in sample.events if event.section == "run 1"]
    second = [event for event in sample.events if event.section == "run 2"]
    assert all(event.copies == 1 and event.is_act for event in first)
    acts = {event.record for event in second if event.is_act}
    copies = [event for event in second if not event.is_act]
    assert len(copies) == len(acts) == 10
    assert all(event.copies == 2 for event in second if event.is_act)
    for copy in copies:
        act = sample.events[copy.repeats or 0]
        assert act.is_act and sample.text(copy).startswith(sample.text(act))


def test_a_header_inside_a_line_begins_a_record(sample: Trace) -> None:
    glued = next(event for event in sample.events if event.section == "run 2")
    assert glued.source_lines == (21, 21)
    assert sample.text(glued).startswith("HyperAgent_acme__calendar-218 - INFO - Initialized HyperAgent")


def test_a_response_has_parts(sample: Trace) -> None:
    parts = [event for event in sample.events if event.record == 4]
    assert [(e.kind, e.title, e.lines) for e in parts] == [
        (Kind.THINK, "I search for the name of the view.", (7, 8)),
        (Kind.CALL, "Action: code_search", (9, 14)),
        (Kind.SAY, SELF_WRITTEN, (15, 16)),
        (Kind.THINK, "The function is called events_between. I report that.", (17, 18)),
        (Kind.SAY, "The selection is done by `events_between` in calendar/views.py.", (19, 19)),
    ]
    assert {event.actor for event in parts} == {"Inner-Navigator-Assistant"}
    handoff = next(event for event in sample.events if event.kind is Kind.HANDOFF)
    assert (handoff.actor, handoff.to) == ("Planner", ("Navigator",))
    assert not sample.reading.records_tool_results


def test_the_answer_is_the_planners(sample: Trace) -> None:
    answer = sample.answer()
    assert answer is not None
    assert answer.text.startswith("Events that last past midnight are shown again.")
    assert sample.task() is None


def test_more_copies_than_handlers_were_truly_done_again(tmp_path: Path) -> None:
    init, say = START + "Initialized HyperAgent instance acme__x-1\n", START + "Planner's Response: Hello\n"
    trace = read(tmp_path, init * 2 + say * 2 + START + "Navigator->Planner: Hi\n" + say * 3)
    titles = [(event.copies, event.title) for event in trace.events if event.is_act and event.kind is Kind.SAY]
    assert titles[0] == (2, "Hello")
    assert titles[1][0] == 3 and "written 3 times by 2" in titles[1][1]


def test_a_run_that_never_started_says_so(tmp_path: Path) -> None:
    trace = read(tmp_path, (START + "Initialized HyperAgent instance acme__x-1\n") * 3)
    assert [(event.copies, event.repeats) for event in trace.events] == [(3, None), (1, 1), (1, 1)]
    assert "never started" in trace.reading.warnings[0]


def test_the_same_log_in_json_has_the_same_events(sample: Trace, tmp_path: Path) -> None:
    # A glued header cannot be seen in JSON, where it lies inside a string: it is given a line of its own.
    log = SAMPLE.read_text().replace("onlyHyperAgent", "only\nHyperAgent")
    trace = read(tmp_path, as_json(log), "run.json")
    told = [
        [
            (e.kind, e.record, e.actor, e.to, e.tool, e.copies, e.repeats, e.section, e.title, t.text(e))
            for e in t.events
        ]
        for t in (sample, trace)
    ]
    assert trace.format.name == "hyperagent_mast_json"
    # A trace line of JSON has no line break of its own: a blank line before the next part is the same text.
    assert [row[:-1] for row in told[1]] == [row[:-1] for row in told[0]]
    assert [str(row[-1]).strip() for row in told[1]] == [str(row[-1]).strip() for row in told[0]]


def test_json_names_its_task_and_hides_what_is_true(tmp_path: Path) -> None:
    trace = read(tmp_path, as_json(SAMPLE.read_text()), "run.json")
    task = trace.task()
    assert task is not None and task.text == "Events vanish.\nThey last past midnight.\r"
    assert [hidden.split(":")[0] for hidden in trace.reading.hidden] == [
        "other_data.patch",
        "other_data.hints_text",
        "note",
    ]
    first = trace.events[1]
    written = Path(trace.source.path).read_text().split("\n")
    assert "Initialized HyperAgent" in written[first.source_lines[0] - 1]
    assert not any("+ HyperAgent" in line for line in trace.lines(1, trace.events.lines))


def test_json_that_breaks_off_shows_what_is_whole(tmp_path: Path) -> None:
    whole = as_json(SAMPLE.read_text())
    trace = read(tmp_path, whole[: whole.index("I begin again")], "run.json")
    assert {event.section for event in trace.events} == {"run 1", "run 2"}
    assert trace.reading.broken_at == trace.source.size


@pytest.mark.parametrize("first", [[], ["something before the log"]])
def test_json_may_begin_with_a_long_log(sample: Trace, tmp_path: Path, first: list[str]) -> None:
    log = sample.source.read(0, sample.source.size).decode().rstrip("\n").split("\n")
    label = "the patch 4711"
    document = {"note": {"text": label}, "trajectory": first + log * 20, "other_data": {"patch": [label]}}
    document |= {"problem_statement": ["Mend it."], "instance_id": "one"}
    text = json.dumps(document, indent=1)
    assert text.index("problem_statement") > 64 * 1024
    trace = read(tmp_path, text, "run.json")
    assert trace.format.name == "hyperagent_mast_json"
    assert {event.actor for event in trace.events} == {event.actor for event in sample.events}
    assert label not in "\n".join(trace.lines(1, trace.lines_count))
    task = trace.task()
    assert task is not None
    assert task.text == "Mend it."
