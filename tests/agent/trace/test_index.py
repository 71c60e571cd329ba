"""Source lines: equal to a naive split on byte 0x0A, on real files and on random bytes."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.trace import index as index_module
from agent.trace.index import LineCursor, LineIndex
from agent.trace.source import Source
from agent.trace.window import Window


def check(path: Path, every: int = 1) -> None:
    data = path.read_bytes()
    source = Source.open(path)
    index = LineIndex(source)
    starts = [source.start, *(at + 1 for at, byte in enumerate(data) if byte == 10)]
    assert source.size == len(data)
    for number, start in list(enumerate(starts, 1))[::every]:
        assert index.offset_of(number) == start
        if start < len(data):
            assert index.line_of(start) == number
            assert index.line_of(max(start, [*starts, len(data) + 1][number] - 1)) == number
    index.build()
    assert index.newlines == data.count(b"\n")
    assert index.lines == len(starts) - (starts[-1] == len(data))
    source.close()


def test_every_line_of_the_corpus_begins_where_a_naive_split_puts_it(corpus: Path) -> None:
    files = [path for path in sorted(corpus.rglob("*")) if path.is_file()]
    assert files
    for path in files:
        check(path, every=1 if path.stat().st_size < 20_000 else 97)


@given(st.lists(st.sampled_from([b"\n", b"\r", b"\x0b", b"\x0c", b"\x85", b"\xe2\x80\xa8", b"a", b"\xff"])))
def test_only_a_line_feed_ends_a_line(parts: list[bytes]) -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"".join(parts))
        file.flush()
        check(Path(file.name))


@pytest.mark.parametrize("size", [0, 1, 65_535, 65_536, 65_537, 131_072, 4 * 1024 * 1024 + 3])
def test_blocks_that_end_anywhere(tmp_path: Path, size: int) -> None:
    path = tmp_path / "log"
    path.write_bytes((b"x" * 997 + b"\n" + b"\n" * 3) * (size // 1001) + b"y" * (size % 1001))
    check(path, every=211)


def test_the_standard_library_counts_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "_count", bytearray.count)
    path = tmp_path / "log"
    path.write_bytes(b"line\n\n" * 100_000)
    check(path, every=1009)


def test_a_cursor_finds_lines_in_any_order(tmp_path: Path) -> None:
    data = b"".join(b"%d\n" % number * (number % 3) for number in range(200_000))
    path = tmp_path / "log"
    path.write_bytes(data)
    source = Source.open(path)
    cursor = LineCursor(Window(source), LineIndex(source))
    for offset in (5, 1000, 900, 700_000, 700_001, 10, len(data) - 1, len(data) - 300_000, 0):
        assert cursor.line_of(offset) == data[:offset].count(b"\n") + 1
    source.close()


def test_lines_that_are_appended_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"one\ntwo")
    source = Source.open(path)
    index = LineIndex(source)
    index.build()
    assert index.lines == 2
    for more in (b" more\nthird", b"\n" * 70_000, b"x" * 70_000, b"\nlast\n"):
        with path.open("ab") as file:
            file.write(more)
        source.grow()
        index.build()
        assert index.newlines == path.read_bytes().count(b"\n")
    source.close()
