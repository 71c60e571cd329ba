"""A trace of ever so many tiny events is read in little time, and what was not told apart in it is said."""

from pathlib import Path

import pytest

from agent.trace import density
from agent.trace.trace import Trace

FEW = 2000


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(density, "MANY", FEW)


@pytest.mark.parametrize("line", [b"{}\n", b'{"role":"user","content":"a"}\n'])
def test_what_stands_behind_many_tiny_records_is_one_event_without_its_text(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(line * (3 * FEW) + b'{"ground_truth": "forty-two"}\n')
    trace = Trace.open(path).read()
    last = trace.events[len(trace.events)]
    assert len(trace.events) == FEW + 1
    assert last.bytes == (FEW * len(line) - 1, path.stat().st_size)
    assert trace.text(last) == "", "labels may be in it"
    assert any("labels may be in it" in each for each in trace.reading.hidden)
    assert any("nobody is told apart" in each for each in trace.warnings)
    trace.close()


def test_text_behind_many_tiny_paragraphs_is_read_as_one_event(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_bytes(b"a\n\n" * (3 * FEW) + b"the end\n")
    trace = Trace.open(path).read()
    assert len(trace.events) == FEW + 1
    assert list(trace.lines(trace.lines_count, trace.lines_count)) == ["the end"]
    assert trace.lines_count == 6 * FEW + 1
    trace.close()


@pytest.mark.parametrize(
    "line", [b'{"role":"user","content":"a word or two about the matter"}\n', b"10:00:01 step 5 ok\n"]
)
def test_many_events_that_say_something_are_all_told_apart(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "run.any"
    path.write_bytes(line * (3 * FEW))
    trace = Trace.open(path).read()
    assert len(trace.events) == 3 * FEW
    assert not any("told apart" in each for each in trace.warnings)
    trace.close()


def test_a_growing_trace_of_tiny_events_keeps_what_is_written_later(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_bytes(b"a\n\n" * (40 * FEW))
    trace = Trace.open(path).read()
    with path.open("ab") as file:
        file.write(b"the end\n")
    grown = trace.grown()
    assert list(grown.lines(grown.lines_count, grown.lines_count)) == ["the end"]
    trace.close()
    grown.close()
