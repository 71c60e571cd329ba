"""Files that open although they are hostile: one endless line, a bomb, odd bytes; nothing hangs and nothing bloats."""

import gzip
import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from agent.trace.trace import Trace
from mast_tui.layout.line_reader import LineReader

ROOT = Path(__file__).resolve().parents[2]
Cli = Callable[..., tuple[int, str, str]]
ROWS = (
    "import sys; from agent.trace.trace import Trace; from agent.trace.matcher import Query\n"
    "from mast_tui.layout.line_reader import LineReader\n"
    "import hyperscan, stringzilla\n"
    "peak = lambda: int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])\n"
    "base = peak()\n"
    "t = Trace.open(sys.argv[1]).read(); r = LineReader(t)\n"
    "first = [r.line(n) for n in range(1, min(40, r.last) + 1)]\n"
    "r.line(r.last); n = t.search(Query('needle')).count() + t.search(Query('N.EDLE', True, True)).count()\n"
    "print(len(first), n, t.lines_count, peak() - base)"
)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell a process's peak here")
@pytest.mark.parametrize("shape", ["text", "jsonl", "json"])
def test_one_line_of_200_mb_neither_hangs_nor_bloats(tmp_path: Path, shape: str) -> None:
    path = tmp_path / "long"
    opening, closing = {
        "text": (b"", b""), "jsonl": (b'{"agent": "a", "text": "', b'"}\n{"agent": "b", "text": "end"}\n'),
        "json": (b'[{"agent": "a", "text": "', b'"}]'),
    }[shape]  # fmt: skip
    with path.open("wb") as file:
        file.write(opening)
        for _ in range(200):
            file.write(b"word and wor " * 80_659)
        file.write(b"needle" + closing)
    command = [sys.executable, "-c", ROWS, str(path)]
    shown = subprocess.run(command, capture_output=True, cwd=ROOT, timeout=120, text=True)
    assert shown.returncode == 0, shown.stderr
    first, hits, lines, kilobytes = map(int, shown.stdout.split())
    assert first >= (shape == "text")
    assert hits == 2
    assert lines == {"text": 1, "jsonl": 2, "json": 1}[shape]
    assert kilobytes < 100 * 1024


def test_a_bomb_opens_as_far_as_is_safe(run_cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "bomb.log.gz"
    packer = zlib.compressobj(9, wbits=31)
    path.write_bytes(b"".join([packer.compress(b"boom\n" * 200_000) for _ in range(200)]) + packer.flush())
    assert run_cli("lines", path, "1-2") == (0, "boom\nboom\n", "")
    code, out, _ = run_cli("events", path, "--meta", timeout=60)
    assert code == 0
    assert "more than is safe" in out


@pytest.mark.parametrize(
    "data",
    [b"\xfa\xff\xfe\n\x80", b"one\r\ntwo\rthree\r\n", b"a\0b\n\0", b"\xef\xbb\xbfone\n", b"", b"\n", b"\0" * 5000],
    ids=["invalid UTF-8", "CR", "NUL", "BOM", "empty", "blank", "zeros"],
)
def test_odd_bytes_open_and_keep_their_line_numbers(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "log"
    path.write_bytes(data)
    trace = Trace.open(path).read()
    assert trace.lines_count == data.count(b"\n") + (data[-1:] not in (b"", b"\n"))
    assert trace.events.level
    text = b"\n".join(data.removeprefix(b"\xef\xbb\xbf").split(b"\n")[: trace.lines_count])
    shown = "\n".join(trace.lines(1, trace.lines_count))
    assert shown == "".join(
        c if not "\udc80" <= c <= "\udcff" else "\ufffd" for c in text.decode("utf-8", "surrogateescape")
    )
    trace.close()


def test_an_empty_trace_has_nothing_and_is_no_failure(run_cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    assert run_cli("search", tmp_path / "empty.jsonl", "x", "--count") == (0, "0\n", "")


def test_a_trace_truncated_while_it_is_read_is_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"2026-11-18 08:00:00 INFO a: word\n" * 200_000)
    trace = Trace.open(path).read_to(500)
    os.truncate(path, 1000)
    trace.read()
    assert trace.source.change() == "truncated"
    assert LineReader(trace).line(1).startswith("2026")
    assert list(trace.lines(trace.lines_count - 2, trace.lines_count)) is not None
    trace.close()


def test_unpacking_happens_while_the_first_page_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "big.log.gz"
    path.write_bytes(gzip.compress(os.urandom(8_000_000).hex().encode(), 1))
    trace = Trace.open(path)
    assert LineReader(trace.read_to(1)).line(1)
    assert trace.source.size == 16_000_000
    trace.close()
