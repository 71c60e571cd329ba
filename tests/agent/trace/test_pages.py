"""Rows and lines by number: equal to a naive split, cut to the width, from the end, and of lines without end."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.trace import pages as pages_module
from agent.trace import unfold as unfold_module
from agent.trace.pages import Row
from agent.trace.trace import Trace
from agent.trace.unfold import scrub

BIG = b"".join(b"line %d \xff\xc3\xa9 " % number + b"x" * (number % 90) + b"\n" for number in range(30_000))


def split(data: bytes) -> list[str]:
    lines = scrub(data.decode("utf-8", "surrogateescape")).split("\n")
    return lines[:-1] if lines[-1] == "" else lines


@pytest.mark.parametrize("read", [True, False])
@pytest.mark.parametrize(
    "data", [BIG, b"one\ntwo", b"\n\n", b"x" * 900_000 + b"\nlast\n"], ids=["big", "two", "blank", "long"]
)
def test_rows_are_the_lines_of_the_file(tmp_path: Path, data: bytes, read: bool) -> None:
    path = tmp_path / "log"
    path.write_bytes(data)
    trace = Trace.open(path, format_name="plain_log")
    if read:
        trace.read()
    lines = split(data)
    for first in (1, 2, len(lines) // 2 + 1, len(lines)):
        for width, column in ((80, 0), (5, 3), (2000, 7)):
            rows = trace.pages.rows(first, 50, width, column)
            wanted = lines[first - 1 : first + 49]
            assert [row.text for row in rows] == [line[column : column + width] for line in wanted]
            assert [row.more for row in rows] == [len(line) > column + width for line in wanted]
            assert [row.number for row in rows] == list(range(first, first + len(wanted)))
            assert all(row.event is not None for row in rows) is read
    assert trace.pages.rows(len(lines) + 1, 10) == []
    trace.close()


def test_the_end_is_there_before_anything_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(BIG)
    trace = Trace.open(path)
    lines = split(BIG)
    rows = trace.pages.tail(40, 60)
    assert [row.text for row in rows] == [line[:60] for line in lines[-40:]]
    assert {row.number for row in rows} == {None}
    assert trace.pages.count() == (0, False)
    trace.read_to(100)
    estimate, exact = trace.pages.count()
    assert not exact
    assert 0.5 < estimate / len(lines) < 2
    trace.events.line_index.build()
    assert trace.pages.count() == (len(lines), True)
    trace.read()
    assert [row.number for row in trace.pages.tail(40)] == list(range(len(lines) - 39, len(lines) + 1))
    trace.close()


@given(st.lists(st.text(), min_size=1), st.integers(1, 30), st.booleans())
def test_large_events_read_like_small_ones(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], limit: int, ascii_only: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / "events.jsonl"
    lines = [json.dumps({"agent": "a", "text": text or "-"}, ensure_ascii=ascii_only) for text in texts]
    path.write_text("\n".join(lines), "utf-8", "surrogatepass")
    trace = Trace.open(path, format_name="jsonl").read()
    count = trace.lines_count
    whole = list(trace.lines(1, count))
    rows = trace.pages.rows(1, count, 20, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages_module, "SMALL", limit)
        for first in range(1, count + 1):
            last = min(count, first + 3)
            assert list(trace.lines(first, last)) == whole[first - 1 : last]
            assert trace.pages.rows(first, 4, 20, 1) == rows[first - 1 : last]
    trace.close()


@given(
    st.lists(st.text("aé日😀", max_size=60), min_size=1, max_size=4),
    st.integers(0, 40),
    st.integers(1, 9),
    st.booleans(),
)
def test_a_long_line_reads_the_same_at_every_column(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], column: int, step: int, read: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / "wide.log"
    path.write_text("\n".join([*texts, "the end"]), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages_module, "SMALL", step)
        patch.setattr(pages_module, "_PAGE", step)
        patch.setattr(unfold_module, "_STEP", step)
        trace = Trace.open(path, format_name="plain_log")
        if read:
            trace.read()
        rows = trace.pages.rows(1, len(texts), 3, column)
        assert [(row.text, row.more) for row in rows] == [
            (text[column : column + 3], len(text) > column + 3) for text in texts
        ]
        trace.close()


def test_lines_are_what_events_unfold_to(corpus: Path) -> None:
    for path in [path for path in sorted(corpus.rglob("*")) if path.is_file()][::23]:
        trace = Trace.open(path).read()
        whole = [line for event in trace.events for line in trace.unfold(event).lines]
        assert len(whole) == trace.lines_count
        assert list(trace.lines(1, trace.lines_count)) == whole
        for number in range(1, len(whole) + 1, max(1, len(whole) // 9)):
            row = trace.pages.rows(number, 1, 100)[0]
            assert row == Row(
                number, trace.events.at_line(number).number, whole[number - 1][:100], len(whole[number - 1]) > 100
            )
            assert row.event is not None
            assert trace.events[row.event].lines[0] <= number <= trace.events[row.event].lines[1]
        trace.close()
