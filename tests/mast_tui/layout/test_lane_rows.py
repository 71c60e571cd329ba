"""Lanes as rows: arrows lead from one lane to another, findings are flags, and ASCII is enough for all of it."""

from agent.statistics.lanes import Arrow, Lane, Lanes
from mast_tui.layout.actors import Actors
from mast_tui.layout.lane_rows import HEADING, LaneMark, label_width, lane_rows
from mast_tui.terminal.themes import ASCII, FULL


def picture(*, ascii: bool) -> list[str]:
    made = Lanes("lines", 1, 11, 10, [Lane.empty(name, 10) for name in ("Planner", "Coder", "Tester")])
    for lane, column in ((0, 0), (1, 5), (2, 2)):
        made.lanes[lane].add(column, lane + 1)
    made.arrows = [Arrow(2, "Planner", "Tester"), Arrow(5, "Tester", "Coder"), Arrow(2, "Coder", "Tester")]
    marks = [LaneMark("F12", "fatal", 5, "Coder", 6)]
    symbols = ASCII if ascii else FULL
    rows = lane_rows(made, marks, Actors(), 80, (0, 0), symbols, ascii=ascii)
    return [row.text[label_width(80) :] for row in rows]


def test_arrows_flags_and_acts_stand_in_their_columns() -> None:
    rows = picture(ascii=False)
    assert rows[1] == "     F12  "
    assert rows[HEADING:] == ["━         ", "  │       ", "     ■    ", "  ▼  ▲    ", "  ━       "]


def flags(*columns: int) -> str:
    made = Lanes("lines", 1, 11, 10, [Lane.empty("Coder", 10)])
    marks = [LaneMark(f"F{at}", "fatal", column, "Coder", 6) for at, column in enumerate(columns, 1)]
    rows = lane_rows(made, marks, Actors(), 80, (0, 0), FULL, ascii=False)
    return rows[1].text[label_width(80) :]


def test_a_finding_at_the_right_edge_keeps_its_name_unless_another_stands_there() -> None:
    assert flags(9) == "        F1"
    assert flags(1, 9) == " F1     F2"
    assert flags(7, 9) == "       ■F2"
    assert flags(8, 9) == "        ■■"


def test_ascii_is_enough() -> None:
    rows = picture(ascii=True)
    assert rows[HEADING:] == ["=         ", "  :       ", "     X    ", "  v  ^    ", "  =       "]
    assert all(row.isascii() for row in rows)
