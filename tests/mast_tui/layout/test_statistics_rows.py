"""The tables of a run in numbers as rows: they fit, and what gives way is named."""

from pathlib import Path

import pytest

from agent.statistics.run_statistics import statistics
from agent.statistics.statistics_tables import tables
from agent.trace.trace import Trace
from mast_tui.layout.statistics_rows import StatisticsRows, statistics_rows


def rows_of(path: Path, width: int, *, ascii: bool = False) -> StatisticsRows:
    trace = Trace.open(path).read()
    run = statistics(trace)
    return statistics_rows(tables(trace, run), run.missing, [1, 8], width, (0, 1), ascii=ascii)


@pytest.mark.parametrize("width", [60, 80, 140])
def test_numbers_are_never_cut(made_session: Path, width: int) -> None:
    rows = rows_of(made_session, width).rows
    agents = rows[: next(at for at, row in enumerate(rows) if not row.text and at > 2)]
    assert all(row.width <= width for row in agents)
    assert ("not shown at this width" in "".join(row.text for row in rows)) == (width < 100)


def test_every_row_of_a_table_can_be_chosen_and_knows_its_lines(made_session: Path) -> None:
    shown = rows_of(made_session, 140)
    assert len(shown.stops) == len(shown.places)
    assert [place.words for place in shown.places[0]][:3] == ["main: where it stands", "main: events", "main: words"]
    failed = next(place for place in shown.places[0] if place.words == "main: failed")
    assert (failed.lines, failed.total) == ((7,), 1)


def test_a_terminal_without_drawing_characters_gets_none(made_session: Path) -> None:
    assert all(row.text.isascii() for row in rows_of(made_session, 140, ascii=True).rows)


@pytest.fixture
def made_session(made: Path) -> Path:
    return made / "claude_code_session.jsonl"
