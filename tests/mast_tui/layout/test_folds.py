"""Folds of blocks that repeat earlier lines word for word."""

from pathlib import Path

import pytest

from agent.chunk.folds import Folds as Repeats
from agent.trace.trace import Trace
from mast_tui.layout.actors import Actors
from mast_tui.layout.copied_lines import copied
from mast_tui.layout.folded_lines import FoldedLines
from mast_tui.layout.line_marks import Marks
from mast_tui.layout.line_reader import LineReader
from mast_tui.layout.trace_rows import Place, TraceRows

BLOCK = [f"a line of some length that is printed once more, number {number}" for number in range(7)]
LINES = ["begin", *BLOCK, "", "tab\there", "wide 漢字", *BLOCK, "end"]


@pytest.fixture
def rows(tmp_path: Path) -> TraceRows:
    path = tmp_path / "run.log"
    path.write_text("\n".join(LINES) + "\n")
    reader = LineReader(Trace.open(path).read())
    folds = FoldedLines(reader)
    folds.take(((each.first, each.last, each.again) for each in Repeats(reader.trace)), (1, 5))
    made = TraceRows(reader, Actors(reader.trace.events), Marks(), folds)
    made.width = 40
    return made


def test_a_block_becomes_one_row_that_says_what_it_repeats(rows: TraceRows) -> None:
    shown = list(rows.page(Place(1), 200))
    (fold,) = [(place, row) for place, row in shown if row.kind == "fold"]
    assert fold[0].line == 12
    rows.width = 90
    assert "7 lines  repeats lines 2-8 word for word" in rows.rows_of(12)[-1].row.text
    assert rows.folds.between(1, len(LINES)) == 7


def test_what_is_in_sight_stays_open(rows: TraceRows) -> None:
    rows.folds.take([(2, 4, 1), (12, 18, 2)], (1, 5))
    assert rows.folds.at(3) is None
    assert rows.folds.at(13) is not None


def test_a_fold_opens_and_closes(rows: TraceRows) -> None:
    assert rows.folds.toggle(14)
    assert rows.folds.at(12) is None
    assert rows.folds.toggle(14)
    assert rows.folds.at(12) is not None


def test_the_head_stays_where_a_whole_event_repeats(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    said = "\\n".join(BLOCK)
    path.write_text("".join(f'{{"role": "{who}", "content": "{said}"}}\n' for who in ("user", "assistant", "user")))
    reader = LineReader(Trace.open(path).read())
    folds = FoldedLines(reader)
    event = reader.event(2)
    folds.take([(*event.lines, 1)], (1, 1))
    made = TraceRows(reader, Actors(reader.trace.events), Marks(), folds)
    kinds = [row.kind for row in made.rows_of(event.lines[0])]
    assert kinds == ["blank", "head", "fold"]
    place = made.settled(Place(event.lines[0] + 3))
    assert made.rows_of(place.line)[place.row].kind == "fold"


@pytest.mark.parametrize("width", [24, 40, 120])
@pytest.mark.parametrize("wrap", [True, False])
def test_a_copy_is_the_lines_and_nothing_of_ours(rows: TraceRows, width: int, wrap: bool) -> None:
    rows.width, rows.wrap = width, wrap
    text, words = copied(rows, Place(1), (1, len(LINES)))
    assert text.split("\n") == LINES
    assert words == f"L1-{len(LINES)} copied, 7 folded lines among them."


def test_copying_a_fold_takes_all_of_it(rows: TraceRows) -> None:
    text, words = copied(rows, Place(12), None)
    assert text.split("\n") == BLOCK
    assert "7 folded lines" in words


def test_copying_leaves_out_what_a_filter_hides_and_says_so(rows: TraceRows) -> None:
    rows.only([(1, 2), (5, 5)])
    text, words = copied(rows, Place(1), (1, 5))
    assert text.split("\n") == [LINES[0], LINES[1], LINES[4]]
    assert words == "L1-5 copied, without 2 lines that the filter hides."
