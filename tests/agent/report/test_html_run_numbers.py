"""The run in numbers on the page: tables and a picture that stays in its frame, with foreign names as text."""

import re

from agent.report.handoff_graph import NODE_HEIGHT, NODE_WIDTH, WIDTH, handoff_graph
from agent.report.html_run_numbers import run_numbers
from agent.report.trace_extract import RunNumbers
from agent.statistics.handoffs import Handoff
from agent.statistics.statistics_tables import Cell, Table


def ring(size: int) -> list[Handoff]:
    return [Handoff(f"agent {at}", f"agent {(at + 1) % size}", at + 1) for at in range(size)]


def boxes(picture: str) -> list[tuple[float, float]]:
    return [
        (float(x), float(y)) for x, y in re.findall(r'<rect x="([\d.-]+)" y="([\d.-]+)"[^>]*class="under"', picture)
    ]


def test_boxes_stay_in_the_frame_and_apart() -> None:
    for size in (2, 3, 5, 9, 16, 30):
        picture = handoff_graph(ring(size), by="address")
        height = float(re.search(rf'viewBox="0 0 {WIDTH} (\d+)"', picture)[1])  # type: ignore[index]
        corners = boxes(picture)
        assert len(corners) == min(size, 16)
        for at, (x, y) in enumerate(corners):
            assert 0 <= x <= WIDTH - NODE_WIDTH
            assert 0 <= y <= height - NODE_HEIGHT
            assert all(abs(x - other) >= NODE_WIDTH or abs(y - down) >= NODE_HEIGHT for other, down in corners[:at])
    assert "more are not drawn" in picture


def test_the_section_says_what_is_not_told_and_obeys_no_name() -> None:
    evil = "</svg><script>alert(1)</script>\x1b]0;x\x07"
    table = Table("Who did what", ("", "events"), ((Cell(evil, (1,)), Cell("3", (1,), is_number=True)),))
    handoffs = [Handoff(evil, "b", 2, 2, [1], [1, 4]), Handoff("b", evil, 1)]
    page = run_numbers(RunNumbers("1 agent", [table], handoffs, "address", ["no times in this trace"]))
    assert "<script" not in page
    assert "\x1b" not in page
    assert "no times in this trace" in page
    assert page.count('class="way lost"') == 1
    assert run_numbers(None) == ""
