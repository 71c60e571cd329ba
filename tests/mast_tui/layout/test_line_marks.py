"""What is marked in a trace, and where its words stand."""

from pathlib import Path

import pytest

from agent.trace.trace import Trace
from mast_tui.layout.actors import Actors
from mast_tui.layout.folded_lines import FoldedLines
from mast_tui.layout.line_marks import EvidenceMark, LineNote, Marks
from mast_tui.layout.line_reader import LineReader
from mast_tui.layout.trace_rows import TraceRows

ABSENCE = EvidenceMark("F1", 1, "absence", (2, 6), (), 'F1 absence · searched "rule", L2-6, 0 hits')
QUOTE = EvidenceMark("F2", 2, "act", (8, 8), ((8, 2, 40),), "F2 act")


@pytest.fixture
def rows(tmp_path: Path) -> tuple[TraceRows, Marks]:
    path = tmp_path / "run.log"
    path.write_text("".join(f"line {number} with some words that wrap when it is narrow\n" for number in range(1, 10)))
    reader, marks = LineReader(Trace.open(path).read()), Marks()
    marks.show([ABSENCE, QUOTE])
    made = TraceRows(reader, Actors(reader.trace.events), marks, FoldedLines(reader))
    made.width = 40
    return made, marks


def test_an_absence_has_a_dotted_bar_and_its_note_at_its_end(rows: tuple[TraceRows, Marks]) -> None:
    made, marks = rows
    marks.select("F1")
    dotted = [line for line in range(1, 10) if any("╎" in row.row.text for row in made.rows_of(line))]
    assert dotted == [2, 3, 4, 5, 6]
    assert [line for line in range(1, 10) if made.rows_of(line)[-1].kind == "note"] == [6]
    assert ABSENCE.target == 6


def test_a_note_stands_below_the_fold_that_its_end_lies_in(rows: tuple[TraceRows, Marks]) -> None:
    made, marks = rows
    marks.select("F1")
    marks.annotate([LineNote((4, 5), "mine")])
    made.folds.take([(4, 7, 1)], (9, 9))
    made.refresh()
    assert next(row.kind for row in made.rows_of(4)) == "fold"
    text = " ".join(row.row.text for row in made.rows_of(4))
    assert "absence" in text
    assert "mine" in text


def test_words_are_filled_over_every_wrapped_row_and_others_are_underlined(rows: tuple[TraceRows, Marks]) -> None:
    made, marks = rows
    marks.select("F2")
    filled = [
        any("on_evidence/evidence" in span.ink for span in row.row.spans)
        for row in made.rows_of(8)
        if row.kind == "text"
    ]
    assert len(filled) > 1
    assert filled[:2] == [True, True]
    marks.select("F1")
    inks = {span.ink for row in made.rows_of(8) for span in row.row.spans}
    assert "text underline" in inks
    assert not any("evidence" in ink for ink in inks)


def test_the_number_of_a_finding_comes_before_a_bookmark_and_that_before_a_note(rows: tuple[TraceRows, Marks]) -> None:
    _, marks = rows
    marks.annotate([LineNote((8, 9), "mine")])
    assert marks.mark(9)[0] == "+"
    marks.bookmarks["q"] = 9
    assert marks.mark(9)[0] == "q"
    assert marks.mark(8)[0] == "2"
