"""A source: what can be opened, what its bytes are, and what is noticed while it is open."""

import gzip
import os
import subprocess
import sys
import threading
import zlib
from pathlib import Path

import pytest
import zstandard

from agent.errors import UnreadableTrace
from agent.trace.change import Change
from agent.trace.source import Source

TEXT = "".join(f"2026-11-18 08:00:{n % 60:02} solver: line {n} é\n" for n in range(60_000)).encode()


def content(source: Source) -> bytes:
    data = b"".join(block for _, block in source.blocks())
    source.close()
    return data


def test_reads_by_offset_and_clamps(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(TEXT)
    source = Source.open(path)
    assert source.read(3, 9) == TEXT[3:9]
    assert source.read(len(TEXT) - 2, len(TEXT) + 10**9) == TEXT[-2:]
    assert source.read(9, 3) == source.read(len(TEXT), len(TEXT) + 5) == b""
    buffer = bytearray(100)
    assert source.read_into(buffer, len(TEXT) - 7) == 7
    assert bytes(buffer[:7]) == TEXT[-7:]
    assert content(source) == TEXT


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [
        (".gz", gzip.compress),
        (".gz", lambda data: gzip.compress(data[:1000]) + gzip.compress(data[1000:]) + b"\0" * 9),
        (".zst", zstandard.ZstdCompressor().compress),
        (".zst", lambda data: b"".join(map(zstandard.ZstdCompressor().compress, (data[:1000], data[1000:])))),
        (".zst", lambda data: zstandard.ZstdCompressor().compressobj().compress(data[:0]) + _unsized(data)),
    ],
    ids=["gzip", "gzip members", "zstd", "zstd frames", "zstd of unknown size"],
)
def test_packed_files_are_read_as_what_is_in_them(tmp_path: Path, suffix: str, pack: object) -> None:
    assert callable(pack)
    path = tmp_path / f"run.log{suffix}"
    path.write_bytes(pack(TEXT))
    source = Source.open(path)
    assert source.name == "run.log"
    assert source.size == source.known_size == len(TEXT)
    assert source.warnings == []
    assert content(source) == TEXT


def _unsized(data: bytes) -> bytes:
    packer = zstandard.ZstdCompressor().compressobj()
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.ZstdCompressor().compress], ids=["gzip", "zstd"])
def test_a_packed_file_cut_short_shows_what_came_before(tmp_path: Path, pack: object) -> None:
    assert callable(pack)
    packed = pack(os.urandom(100_000).hex().encode())
    path = tmp_path / "cut"
    path.write_bytes(packed[: len(packed) // 2])
    source = Source.open(path)
    assert source.size >= 0
    assert [warning for warning in source.warnings if "ends too early" in warning]
    source.close()


def test_a_damaged_packed_file_is_refused_or_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "bad.gz"
    path.write_bytes(b"\x1f\x8b" + b"nonsense" * 100)
    source = Source.open(path)
    with pytest.raises(UnreadableTrace, match="damaged"):
        source.read(0, 10)
    source.close()
    whole = gzip.compress(os.urandom(3_000_000))
    path.write_bytes(whole[:2_000_000] + b"\xff" * 1000 + whole[2_001_000:])
    source = Source.open(path)
    assert source.size > 1_000_000
    assert [warning for warning in source.warnings if "damaged" in warning]
    source.close()


def test_a_bomb_is_capped_and_said(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    packer = zlib.compressobj(9, wbits=31)
    path.write_bytes(b"".join([packer.compress(bytes(1 << 20)) for _ in range(200)]) + packer.flush())
    assert path.stat().st_size < 250_000
    source = Source.open(path)
    assert source.size == 50 * 1024 * 1024
    assert source.warnings == [
        "The compressed file unpacks to more than is safe: only the first 52,428,800 bytes are read."
    ]
    source.close()


@pytest.mark.parametrize("mark", [True, False])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_other_encodings_are_put_into_utf8_and_said(tmp_path: Path, encoding: str, mark: bool, pack: object) -> None:
    assert callable(pack)
    path = tmp_path / "log"
    path.write_bytes(pack((("\ufeff" if mark else "") + TEXT.decode()).encode(encoding)))
    source = Source.open(path)
    assert source.size == len(TEXT)
    assert source.start == 0
    assert len(source.warnings) == 1
    assert encoding.upper() in source.warnings[0]
    assert content(source) == TEXT


def test_a_byte_order_mark_is_counted_but_no_text(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"\xef\xbb\xbfone\ntwo")
    source = Source.open(path)
    assert (source.size, source.start) == (10, 3)
    assert next(iter(source.blocks())) == (3, b"one\ntwo")
    source.close()


def test_zero_bytes_alone_make_no_other_encoding(tmp_path: Path) -> None:
    for data in (b"\0" * 5000, b"log\0with\0zeros\n" * 300, b"a\0\0b", b"\0"):
        path = tmp_path / "log"
        path.write_bytes(data)
        source = Source.open(path)
        assert source.warnings == []
        assert content(source) == data


def test_standard_input_is_spooled_and_shown_as_it_comes(tmp_path: Path) -> None:
    program = (
        "import sys; from agent.trace.source import Source; s = Source.open('-')\n"
        "print(s.name, s.read(0, 4), s.known_size, flush=True); input_closed = s.size\n"
        "print(s.read(0, 99), s.size, s.change())"
    )
    run = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert run.stdin is not None
    assert run.stdout is not None
    run.stdin.write(b"one\ntwo")
    run.stdin.flush()
    assert run.stdout.readline() == b"stdin b'one\\n' None\n"
    rest, _ = run.communicate(b"!\n", timeout=120)
    assert rest == b"b'one\\ntwo!\\n' 9 none\n"


def test_standard_input_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(TEXT)
    program = "from agent.trace.source import Source; s = Source.open('-'); print(s.known_size, s.read(0, 4))"
    with path.open("rb") as file:
        shown = subprocess.run([sys.executable, "-c", program], stdin=file, capture_output=True, check=True).stdout
    assert shown == f"{len(TEXT)} {TEXT[:4]!r}\n".encode()


def test_a_named_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(TEXT))
    writer.start()
    assert content(Source.open(pipe)) == TEXT
    writer.join()


def test_a_folder_that_holds_one_run(tmp_path: Path) -> None:
    run = tmp_path / "uuid" / "0"
    run.mkdir(parents=True)
    for name in ("console_log.txt", "prompt.txt", "expected_answer.txt"):
        (run / name).write_text(name)
    for folder in (run, tmp_path / "uuid", tmp_path):
        source = Source.open(folder)
        assert source.path == run / "console_log.txt"
        assert [path.name for path in source.companions] == ["expected_answer.txt", "prompt.txt"]
        source.close()
    (run / "console_log.txt").rename(run / "trace.jsonl")
    source = Source.open(run)
    assert source.path.name == "trace.jsonl"
    source.close()


def test_what_happens_to_an_open_file_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"one\n")
    source = Source.open(path)
    source.watch()
    assert source.change() is Change.NONE
    with path.open("ab") as file:
        file.write(b"two\n")
    assert source.change() is Change.GROWN
    assert source.read(0, 99) == b"one\n", "a snapshot until it is told to grow"
    assert source.grow() == 8
    assert source.read(0, 99) == b"one\ntwo\n"
    assert source.change() is Change.NONE
    path.write_bytes(b"ONE\nTWO\n")
    assert source.change() is Change.REPLACED, "written anew in place"
    path.write_bytes(b"1\n")
    assert source.change() is Change.TRUNCATED
    assert source.read(0, 99) == b"1\n"
    other = tmp_path / "other"
    other.write_bytes(b"new\n")
    other.replace(path)
    assert source.change() is Change.REPLACED
    path.unlink()
    assert source.change() is Change.DELETED
    assert source.read(0, 99) == b"1\n"
    source.close()
