"""The ruler: who acts where, what was judged, what a filter hides, where the trace breaks off."""

from pathlib import Path

from agent.trace.trace import Trace
from mast_tui.layout.actors import Actors
from mast_tui.layout.line_marks import Marks, SearchMark
from mast_tui.layout.line_reader import LineReader
from mast_tui.layout.ruler import Covered, Over, Ruler, meets
from mast_tui.terminal.themes import FULL

HEIGHT = 20


def ruler(tmp_path: Path, lines: int = 100) -> tuple[Ruler, Marks]:
    path = tmp_path / "run.log"
    path.write_text("".join(f"line {number}\n" for number in range(lines)))
    marks = Marks()
    trace = Trace.open(path).read()
    return Ruler(LineReader(trace), Actors(trace.events), marks), marks


def test_coverage_stands_in_place_of_the_actors(tmp_path: Path) -> None:
    states = ("judged", "undetermined", "error", "not_assessed")
    coverage = [Covered((1 + 25 * at, 25 + 25 * at), state) for at, state in enumerate(states)]
    rows = ruler(tmp_path)[0].rows(HEIGHT, 1, 10, 1.0, Over(coverage))
    shown = [row.spans[1].text for row in rows]
    assert shown == [FULL.judged * 2] * 5 + [FULL.unanswered * 2] * 5 + ["! "] * 5 + ["  "] * 5


def test_the_worst_of_several_chunks_in_a_row_is_shown(tmp_path: Path) -> None:
    coverage = [Covered((at, at), "error" if at == 50 else "judged") for at in range(1, 101)]
    rows = ruler(tmp_path)[0].rows(HEIGHT, 1, 10, 1.0, Over(coverage))
    assert [at for at, row in enumerate(rows) if row.spans[1].text == "! "] == [9]


def test_what_a_filter_hides_is_blank(tmp_path: Path) -> None:
    made, marks = ruler(tmp_path)
    marks.seek(SearchMark(line, ()) for line in range(1, 101))
    rows = made.rows(HEIGHT, 1, 1, 1.0, Over(shown=[(1, 5), (96, 100)]))
    blank = [at for at, row in enumerate(rows) if not row.text.strip()]
    assert blank == list(range(1, HEIGHT - 1))


def test_unread_rows_are_said_to_be_and_the_fault_is_at_the_end(tmp_path: Path) -> None:
    made, _ = ruler(tmp_path)
    assert [FULL.unread in row.text for row in made.rows(HEIGHT, 1, 1, 0.5)] == [False] * 10 + [True] * 10
    assert [("!" in row.text) for row in made.rows(HEIGHT, 1, 1, 1.0, Over(fault=True))] == [False] * 19 + [True]


def test_a_claim_has_a_hollow_number_until_it_is_challenged(tmp_path: Path) -> None:
    made, marks = ruler(tmp_path)
    marks.claim(50, 3, "major")
    (mark,) = [span for row in made.rows(HEIGHT, 1, 1, 1.0) for span in row.spans if span.text == "3"]
    assert mark.ink == "major bold"


def test_ranges_meet_lines() -> None:
    ranges = [(3, 4), (8, 9)]
    assert [meets(ranges, line, line) for line in range(1, 11)] == [
        False, False, True, True, False, False, False, True, True, False,
    ]  # fmt: skip
    assert meets(ranges, 1, 20)
    assert not meets([], 1, 20)
