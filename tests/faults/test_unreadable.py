"""What cannot be read is refused within two seconds, in sentences that are safe to show."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from agent.errors import UnreadableTrace
from agent.trace.trace import Trace

NOBODY = 65534


def folder_of_many(folder: Path) -> Path:
    (folder / "a.json").write_text("{}")
    (folder / "b\x1b[2J.json").write_text("{}")
    return folder


def pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


def loop(folder: Path) -> Path:
    (folder / "one").symlink_to(folder / "two")
    (folder / "two").symlink_to(folder / "one")
    return folder / "one"


def plug(folder: Path) -> Path:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "s"))
    return folder / "s"


def made(name: str, data: bytes) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        (folder / name).write_bytes(data)
        return folder / name

    return make


CASES: list[tuple[str, Callable[[Path], Path], str]] = [
    ("missing", lambda folder: folder / "nothing", "does not exist"),
    ("hostile name", lambda folder: folder / "a\x1b]2;X\x07\nb.jsonl", "does not exist"),
    ("impossible name", lambda folder: Path("a\0b"), "can have that name"),
    ("too long a name", lambda folder: folder / ("x" * 300), "too long"),
    ("folder of many", folder_of_many, "It holds a.json"),
    ("empty folder", lambda folder: folder, "empty"),
    ("pipe without a writer", pipe, "Nobody writes"),
    ("/dev/zero", lambda folder: Path("/dev/zero"), "device"),
    ("/dev/tty", lambda folder: Path("/dev/tty"), "device"),
    ("symbolic links in a circle", loop, "circle"),
    ("socket", plug, "socket"),
    ("inside a file", lambda folder: made("f", b"x")(folder) / "g", "not a folder"),
    ("eval log", made("run.eval", b"PK\x03\x04 header.json"), "inspect log dump"),
    ("zip", made("run.zip", b"PK\x03\x04 other"), "zip archive"),
    ("xz", made("run.xz", b"\xfd7zXZ\0\0"), "xz"),
    ("bad gzip", made("run.gz", b"\x1f\x8b\x08nonsense"), "damaged"),
    ("bad zstd", made("run.zst", b"\x28\xb5\x2f\xfd" + b"\xff" * 40), "damaged"),
]


@pytest.mark.parametrize(("make", "said"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_is_refused_in_safe_sentences_within_two_seconds(
    tmp_path: Path, make: Callable[[Path], Path], said: str
) -> None:
    path = make(tmp_path)
    start, worked = time.monotonic(), time.process_time()
    with pytest.raises(UnreadableTrace) as caught:
        Trace.open(path)
    assert time.process_time() - worked < 2
    assert time.monotonic() - start < 20, "it waits for nothing"
    assert said in str(caught.value)
    assert caught.value.exit_code == 66
    for sentence in (caught.value.what, caught.value.to, caught.value.next_step):
        assert sentence.isprintable()
        assert sentence.endswith(".")


@contextmanager
def somebody_else() -> Iterator[None]:
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("secret")
    path.chmod(0)
    with somebody_else(), pytest.raises(UnreadableTrace, match="may not read"):
        Trace.open(path)


def test_the_command_line_says_it_with_exit_66(tmp_path: Path, run_cli: Callable[..., tuple[int, str, str]]) -> None:
    for path in (tmp_path / "a\x1b[31m\n.json", Path("/dev/zero"), tmp_path):
        code, out, err = run_cli("lines", path, "1-2")
        assert (code, out) == (66, "")
        assert err.count("\n") == 3
        assert "\x1b" not in err
    code, out, err = run_cli("search", "-", "x", stdin=b"\x1f\x8b\x08junk")
    assert code == 66
