from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from agent.errors import UnreadableTrace
from agent.evaluation.known_runs import CLEAN, HARD, SUFFIX, KnownRun, read_known_runs
from agent.trace.trace import Trace
from taxonomy.mast import load

FOLDER = Path(__file__).parents[3] / "sample_traces" / "selfcheck"
RUNS = read_known_runs(FOLDER)


def lines_of(trace: Trace, first: int, last: int) -> str:
    """The text of some lines, as an event has it."""
    event = trace.events.at_line(first)
    rows = trace.text(event).split("\n")
    return "\n".join(rows[first - event.lines[0] : last - event.lines[0] + 1])


def test_every_mode_has_three_runs_and_a_clean_twin() -> None:
    by_mode = Counter((run.mode, run.kind) for run in RUNS if run.fails)
    wanted = {(mode.code, kind) for mode in load().modes for kind in ("plain", "apart", "subtle")}
    assert by_mode == dict.fromkeys(wanted, 1)
    assert {run.name for run in RUNS if run.kind == CLEAN} == {
        f"{mode.code[3]}{mode.code[5]}-clean" for mode in load().modes
    }
    assert sum(run.kind == HARD for run in RUNS) >= 6
    assert len(RUNS) >= 56


def test_they_come_in_eight_formats_and_have_30_to_200_lines() -> None:
    formats, sizes = set(), set()
    for run in RUNS:
        with closing(Trace.open(run.trace)) as trace:
            trace.read()
            formats.add(trace.format.name)
            sizes.add(trace.events.lines)
    assert len(formats) >= 8
    assert 30 <= min(sizes) <= max(sizes) <= 200


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
def test_its_reader_counts_the_acts_and_the_truth_stands_in_its_lines(run: KnownRun) -> None:
    with closing(Trace.open(run.trace)) as trace:
        trace.read()
        assert sum(event.repeats is None for event in trace.events) == run.acts
        for place in (*run.act, *run.reference):
            assert place.quote in lines_of(trace, *place.lines)
        if run.fails:
            assert run.act
            assert run.reference
            assert trace.events.at_line(run.act[0].lines[0]).actor == run.actor
            assert run.root == run.act[0].lines[0]
            assert run.remedies
        else:
            assert not run.act
            assert run.root is None


@pytest.mark.parametrize("run", [run for run in RUNS if run.kind == "plain"], ids=lambda run: run.name)
def test_a_twin_lacks_what_its_run_did_wrong(run: KnownRun) -> None:
    twin = next(each for each in RUNS if each.name == run.name.replace("plain", CLEAN))
    assert twin.mode is None
    assert twin.outcome == "success"
    for place in run.act:
        assert times(place.quote, twin.trace) < times(place.quote, run.trace)


def times(words: str, path: Path) -> int:
    with closing(Trace.open(path)) as trace:
        trace.read()
        return sum(trace.text(event).count(words) for event in trace.events)


def test_a_folder_without_truth_and_a_damaged_truth_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableTrace, match="no run here"):
        read_known_runs(tmp_path)
    (tmp_path / f"x{SUFFIX}").write_text('{"trace": "x.log"}')
    with pytest.raises(UnreadableTrace, match="outcome"):
        read_known_runs(tmp_path)
