"""Records are the same whatever block they lie in, and together they are the whole source."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.trace.formats.text import text_records
from agent.trace.formats.text.text_records import Header, TextRecord, cut_records
from agent.trace.source import Source

LINE = Header(re.compile(rb"\n\[(\d\d)\] "))
GLUED = Header(re.compile(rb"<(\d)>"), shift=0)


class Blocks(Source):
    """A source that hands out blocks of a few bytes, wherever a reader asks for big ones."""

    step = 1

    def blocks(self, start: int = 0, size: int = 0) -> Iterator[tuple[int, bytes]]:
        yield from super().blocks(start, self.step)


def source_of(folder: Path, data: bytes, step: int) -> Source:
    path = folder / "log"
    path.write_bytes(data)
    source = Blocks.open(path)
    assert isinstance(source, Blocks)
    source.step = step
    return source


def records_of(folder: Path, data: bytes, step: int, *headers: Header) -> list[TextRecord]:
    source = source_of(folder, data, step)
    try:
        return list(cut_records(source, *headers))
    finally:
        source.close()


log = st.lists(
    st.sampled_from([b"[01] ", b"[22] a", b"\n", b"\n\n", b"<1>", b"text", b" <2", b">", b"\xef\xbb\xbf"])
).map(b"".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(log, st.integers(1, 9))
def test_blocks_make_no_difference_and_nothing_is_lost(tmp_path: Path, data: bytes, step: int) -> None:
    whole = records_of(tmp_path, data, 1 << 20, LINE, GLUED)
    small = records_of(tmp_path, data, step, LINE, GLUED)
    assert [(r.start, r.end, r.data, r.header and r.header[0]) for r in small] == [
        (r.start, r.end, r.data, r.header and r.header[0]) for r in whole
    ]
    assert b"".join(data[r.start : r.end] for r in whole) == data
    assert all(before.end == after.start for before, after in pairwise(whole))


@pytest.mark.parametrize(
    ("data", "starts"),
    [
        (b"[01] a\nb\n[02] c\n", [0, 9]),
        (b"before\n[01] a", [0, 7]),
        (b"\xef\xbb\xbf[01] a\n[02] b", [0, 10]),
        (b"[01] a <1> b\n", [0, 7]),
        (b"a[01] b", [0]),
        (b"", []),
    ],
)
def test_a_record_begins_at_its_header(tmp_path: Path, data: bytes, starts: list[int]) -> None:
    assert [record.start for record in records_of(tmp_path, data, 3, LINE, GLUED)] == starts


def test_the_middle_of_an_endless_record_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_records, "LONGEST", 8192)
    monkeypatch.setattr(text_records, "KEPT", 4096)
    long_lines, one_line = b"x" * 99 + b"\n", b"y" * 300_000
    data = b"[01] " + long_lines * 3000 + b"[02] " + one_line + b"<7>" + b"z" * 9 + b"\n[03] end"
    records = records_of(tmp_path, data, 1000, LINE, GLUED)
    assert [data[r.start : r.start + 5] for r in records] == [b"[01] ", b"[02] ", b"<7>zz", b"[03] "]
    assert all(len(record.data) <= 3 * 8192 for record in records)
    assert b"".join(data[r.start : r.end] for r in records) == data
