"""Lines for the eye by number: equal to a naive split, cut where they are longer than anybody reads."""

from pathlib import Path

import pytest

from agent.trace.event_text import scrub
from agent.trace.trace import Trace
from mast_tui.layout.line_reader import LONGEST, LineReader

BIG = b"".join(b"line %d \xff\xc3\xa9 " % number + b"x" * (number % 90) + b"\n" for number in range(30_000))


def split(data: bytes) -> list[str]:
    lines = scrub(data.decode("utf-8", "surrogateescape")).split("\n")
    return lines[:-1] if lines[-1] == "" else lines


@pytest.mark.parametrize(
    "data", [BIG, b"one\ntwo", b"\n\n", b"x" * 1_900_000 + b"\nlast\n"], ids=["big", "two", "blank", "long"]
)
def test_lines_are_those_of_the_file(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "log"
    path.write_bytes(data)
    trace, lines = Trace.open(path, format_name="plain_log").read(), split(data)
    reader = LineReader(trace)
    assert reader.last == len(lines)
    for number in {1, 2, len(lines) // 2 + 1, len(lines)} & set(range(1, len(lines) + 1)):
        assert reader.line(number) == lines[number - 1][:LONGEST]
        assert reader.whole(number) == lines[number - 1]
    trace.close()


def test_lines_of_every_format_are_those_of_their_events(corpus: Path) -> None:
    for path in [path for path in sorted(corpus.rglob("*")) if path.is_file()][::23]:
        trace = Trace.open(path).read()
        reader = LineReader(trace)
        for number in range(1, reader.last + 1, max(1, reader.last // 9)):
            assert reader.line(number) == next(trace.lines(number, number))[:LONGEST]
            first, last = reader.event_at(number).lines
            assert first <= number <= last
        trace.close()
