"""A run in lanes: who acts in which column, along lines and along time, and who turns to whom."""

import json
from pathlib import Path

from agent.statistics.lanes import OTHERS, Lanes, lanes, ticks
from agent.trace.trace import Trace

AT = "2026-01-01T00:00:"
RECORDS = [
    {"agent": "planner", "to": "coder", "type": "handoff", "content": "Write it.", "timestamp": f"{AT}00Z"},
    {"agent": "coder", "content": "Done.", "timestamp": f"{AT}05Z"},
    {"role": "tool", "name": "bash", "content": "ok", "timestamp": f"{AT}06Z"},
    {"agent": "coder", "to": "planner", "type": "handoff", "content": "It is written.", "timestamp": f"{AT}10Z"},
]


def drawn_lanes(folder: Path, columns: int, *, by_time: bool, window: tuple[float, float] | None = None) -> Lanes:
    path = folder / "run.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    return lanes(Trace.open(path).read(), columns, by_time=by_time, window=window, stop=lambda: False)


def test_each_act_stands_in_its_column(tmp_path: Path) -> None:
    drawn = drawn_lanes(tmp_path, 4, by_time=False)
    assert [lane.name for lane in drawn.lanes] == ["planner", "coder", OTHERS]
    assert [list(lane.counts) for lane in drawn.lanes] == [[1, 0, 0, 0], [0, 1, 0, 1], [0, 0, 1, 0]]
    assert [(a.column, a.sender, a.receiver) for a in drawn.arrows] == [
        (0, "planner", "coder"),
        (3, "coder", "planner"),
    ]


def test_time_is_an_axis_too(tmp_path: Path) -> None:
    drawn = drawn_lanes(tmp_path, 10, by_time=True)
    assert (drawn.first, drawn.last) == (0, 10)
    assert [at for at, number in enumerate(drawn.lanes[1].counts) if number] == [5, 9]
    closer = drawn_lanes(tmp_path, 10, by_time=True, window=(4, 6))
    assert [at for at, number in enumerate(closer.lanes[0].counts) if number] == [5]
    assert [value for _, value in ticks(drawn, 3)] == [0, 5, 10]


def test_without_times_lines_are_the_axis(made: Path) -> None:
    trace = Trace.open(made / "openai_chat_messages.jsonl").read()
    assert lanes(trace, 10, by_time=True, stop=lambda: False).axis == "lines"
