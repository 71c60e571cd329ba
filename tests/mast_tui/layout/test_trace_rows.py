"""The rows of real traces: each line once, in order, forwards and backwards, at any width."""

import json
from pathlib import Path

import pytest

from agent.clean import clean_line
from agent.trace.trace import Trace
from mast_tui.layout.actors import Actors
from mast_tui.layout.folded_lines import FoldedLines
from mast_tui.layout.line_marks import Marks
from mast_tui.layout.line_reader import LineReader
from mast_tui.layout.trace_rows import Place, TraceRows
from mast_tui.layout.width import untabbed
from tests.mast_tui.desk import SAMPLES

TRACES = sorted(path for path in SAMPLES.iterdir() if path.suffix in (".txt", ".log", ".json", ".jsonl"))


def rows_of(path: Path, width: int, *, wrap: bool = True, folds: bool = False) -> TraceRows:
    reader = LineReader(Trace.open(path).read())
    rows = TraceRows(reader, Actors(), Marks(), FoldedLines(reader))
    rows.width, rows.wrap, rows.folds.all_open = width, wrap, not folds
    return rows


def without_blanks(text: str, written: str) -> bool:
    """Whether two texts differ in nothing but blanks, and mean the same."""
    return "".join(text.split()) == "".join(written.split()) and json.loads(text) == json.loads(written)


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name)
@pytest.mark.parametrize("width", [30, 74, 200])
@pytest.mark.parametrize("pretty", [False, True])
def test_every_line_is_there_once_and_whole(path: Path, width: int, pretty: bool) -> None:
    rows = rows_of(path, width)
    rows.pretty = rows.has_colours = pretty
    said: dict[int, str] = {}
    for place, made in rows.page(Place(1), 100_000):
        if made.kind == "text":
            said[place.line] = said.get(place.line, "") + "".join(span.text for span in made.row.spans[3:])
        assert made.row.width <= width + 1
    assert list(said) == list(range(1, rows.reader.last + 1))
    for number, text in said.items():
        written = untabbed(clean_line(rows.reader.line(number)), [])[0]
        assert text == written if not pretty else text.split() == written.split() or without_blanks(text, written)


def test_a_filter_that_goes_beyond_the_end_leads_to_lines_that_are_there() -> None:
    rows = rows_of(TRACES[0], 60)
    last = rows.reader.last
    rows.only([(3, 4), (last + 5, last + 9)])
    assert rows.settled(Place(last)).line == 4
    assert {place.line for place, _ in rows.page(Place(3), 1_000)} == {3, 4}


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name)
@pytest.mark.parametrize("folds", [True, False])
def test_going_back_is_going_forward_the_other_way_round(path: Path, folds: bool) -> None:
    rows = rows_of(path, 60, folds=folds)
    there = [place for place, _ in rows.page(Place(1), 100_000)]
    back = [there[-1]]
    while (place := rows.before(back[-1])) is not None:
        back.append(place)
    assert back[::-1] == there


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name)
def test_a_fold_stands_for_lines_that_open_when_asked(path: Path) -> None:
    rows = rows_of(path, 60, folds=True)
    for place, made in list(rows.page(Place(1), 100_000)):
        if made.kind == "fold":
            fold = rows.folds.at(place.line)
            assert fold is not None
            assert rows.folds.open(fold.last)
            rows.refresh()
            assert any(each.kind == "text" for each in rows.rows_of(fold.last))
