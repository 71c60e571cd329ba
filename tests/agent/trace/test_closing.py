"""A trace may be closed while threads read it: they are told, nothing else is read, and no descriptor is left."""

import gc
import os
import sys
import threading
import time
from pathlib import Path

import pytest

from agent.errors import Cancelled
from agent.trace.index import STEP, LineIndex
from agent.trace.matcher import Query
from agent.trace.source import Source
from agent.trace.trace import Trace

LINE = b"2026-01-01 12:00:00 INFO a: some words\n"
READERS = 6


def descriptors() -> int:
    return sum(1 for _ in Path("/dev/fd").iterdir())


@pytest.mark.parametrize("suffix", [".log", ".jsonl"])
def test_closed_under_readers_it_ends_them_all(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"x{suffix}"
    record = LINE if suffix == ".log" else b'{"role": "assistant", "name": "a", "content": "some words\\nmore"}\n'
    path.write_bytes(record * 60_000)
    before = descriptors()
    for _ in range(5):
        trace = Trace.open(path).read_to(20_000)
        faults: list[type[BaseException]] = []
        begun = threading.Barrier(READERS + 1)

        def work(
            trace: Trace = trace, faults: list[type[BaseException]] = faults, begun: threading.Barrier = begun
        ) -> None:
            begun.wait()
            try:
                while True:
                    trace.search(Query("words")).count()
                    list(trace.lines(1, 500))
                    trace.events.line_index.line_of(trace.source.size // 2)
            except BaseException:  # noqa: BLE001 - what it is, is what the test is about
                faults.append(sys.exc_info()[0] or BaseException)

        threads = [threading.Thread(target=work) for _ in range(READERS)]
        for thread in threads:
            thread.start()
        begun.wait()
        time.sleep(0.05)
        trace.close()
        trace.close()
        for thread in threads:
            thread.join(30)
        assert faults == [Cancelled] * READERS
        del trace, threads, work
    gc.collect()
    assert descriptors() <= before + 1


def test_whoever_waits_for_a_pipe_is_let_go(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)
    os.write(writer, LINE)
    source = Source.open(pipe)
    ended = threading.Event()

    def wait() -> None:
        source.read(0, 1_000_000)
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    source.close()
    assert ended.wait(60)
    os.close(writer)
    with pytest.raises(Cancelled):
        source.read(0, 1)


def test_a_line_is_told_while_more_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    path.write_bytes(LINE * (STEP // 8))
    source = Source.open(path)
    faults: list[int] = []
    for _ in range(20):
        index = LineIndex(source)
        counting = threading.Thread(target=index.build)
        counting.start()
        for offset in range(0, source.size, source.size // 50):
            if index.line_of(offset) != offset // len(LINE) + 1:
                faults.append(offset)
        counting.join()
    assert faults == []
    source.close()
