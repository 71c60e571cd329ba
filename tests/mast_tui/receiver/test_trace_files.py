"""Files of traces: whole lines or none, whatever stopped the program before, and nothing outside of the folder."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from queue import Queue

import pytest

from agent.errors import WrongUse
from mast_tui.receiver.bounds import Bounds, Refusal
from mast_tui.receiver.export import Export, Share
from mast_tui.receiver.trace_files import OPEN, TraceFiles
from tests.full_disk import full_disk
from tests.mast_tui.receiver.receiving import ROOT


def share(name: str, line: bytes = b'{"a":1}\n') -> Export:
    return Export([Share(name, line, 1, False)])


def test_a_line_that_broke_off_is_ended_before_the_next(tmp_path: Path) -> None:
    (tmp_path / "t.otlp.jsonl").write_bytes(b'{"a":1}\n{"b":')
    files = TraceFiles(tmp_path, Bounds())
    files.write(share("t", b'{"c":1}\n'))
    files.close()
    assert files.path("t").read_bytes() == b'{"a":1}\n{"b":\n{"c":1}\n'


def test_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("precious")
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "t.otlp.jsonl").symlink_to(tmp_path / "elsewhere")
    files = TraceFiles(folder, Bounds())
    with pytest.raises(Refusal) as refusal:
        files.write(share("t"))
    assert refusal.value.status == 503 and (tmp_path / "elsewhere").read_text() == "precious"


def test_a_write_that_fails_half_way_leaves_no_half_line(tmp_path: Path) -> None:
    program = (
        "import resource, signal, sys\n"
        "sys.dont_write_bytecode = True\n"  # under the limit it would be cut, for everybody who imports it later
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "from pathlib import Path\n"
        "from mast_tui.receiver.bounds import Bounds, Refusal\n"
        "from mast_tui.receiver.export import Export, Share\n"
        "from mast_tui.receiver.trace_files import TraceFiles\n"
        "files = TraceFiles(Path(sys.argv[1]), Bounds())\n"
        "files.write(Export([Share('t', b'x' * 59 + b'\\n', 1, False)]))\n"
        "try: files.write(Export([Share('t', b'y' * 59 + b'\\n', 1, False)]))\n"
        "except Refusal as refusal: sys.exit(refusal.status - 500)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, tmp_path], env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 3 and (tmp_path / "t.otlp.jsonl").read_bytes() == b"x" * 59 + b"\n"
    assert resource.getrlimit(resource.RLIMIT_FSIZE)  # the bound was set in the other program only


def test_a_half_line_that_cannot_be_taken_back_is_ended_before_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = TraceFiles(tmp_path, Bounds())
    files.write(share("t"))
    with full_disk(12), monkeypatch.context() as patch, pytest.raises(Refusal):
        patch.setattr(os, "ftruncate", cannot_cut)
        files.write(share("t", b'{"b":1}\n'))
    files.write(share("t", b'{"c":1}\n'))
    files.close()
    assert files.path("t").read_bytes() == b'{"a":1}\n{"b"\n{"c":1}\n'


def cannot_cut(descriptor: int, length: int) -> None:
    raise OSError("it may only grow")


def test_more_traces_than_files_may_be_open(tmp_path: Path) -> None:
    files = TraceFiles(tmp_path, Bounds())
    for _ in range(2):
        for at in range(OPEN + 20):
            files.write(share(f"{at}", json.dumps(at).encode() + b"\n"))
    files.close()
    assert len(list(tmp_path.iterdir())) == OPEN + 20
    assert all(file.read_bytes().count(b"\n") == 2 for file in tmp_path.iterdir())


def test_what_is_there_already_counts(tmp_path: Path) -> None:
    (tmp_path / "old.otlp.jsonl").write_bytes(b"x" * 100)
    files = TraceFiles(tmp_path, Bounds(disk=104, traces=5))
    export = share("t")
    assert files.write(export) == [] and export.rejected == 1


def test_what_follows_a_deleted_file_can_be_read(tmp_path: Path) -> None:
    files = TraceFiles(tmp_path, Bounds())
    files.write(share("t"))
    files.path("t").unlink()
    files.write(share("t", b'{"b":2}\n'))
    files.close()
    assert files.path("t").read_bytes() == b'{"b":2}\n'


def test_a_deleted_file_does_not_come_back_by_itself(tmp_path: Path) -> None:
    files = TraceFiles(tmp_path, Bounds())
    for at in range(OPEN + 1):
        files.write(share(f"{at}"))
    for file in tmp_path.iterdir():
        file.unlink()
    files.close()
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_gone_on_with_is_let_go(tmp_path: Path) -> None:
    (tmp_path / "t.otlp.jsonl").write_bytes(b'{"b":')
    files = TraceFiles(tmp_path, Bounds())
    before = lowest_free()
    with full_disk(), pytest.raises(Refusal):
        files.write(share("t"))
    assert lowest_free() == before
    files.close()


def lowest_free() -> int:
    """The number that the next file would get."""
    number = os.open(os.devnull, os.O_RDONLY)
    os.close(number)
    return number


def test_what_came_last_is_forced_onto_the_disk_although_nothing_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forced: Queue[int] = Queue()
    monkeypatch.setattr(os, "fsync", lambda descriptor: forced.put(os.fstat(descriptor).st_ino))
    files = TraceFiles(tmp_path, Bounds())
    files.write(share("t"))
    assert forced.get(timeout=20) == files.path("t").stat().st_ino
    files.close()


def test_a_folder_that_cannot_be_made_is_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(WrongUse):
        TraceFiles(tmp_path / "file" / "in", Bounds())
