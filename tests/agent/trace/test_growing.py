"""A trace that grows is, after each step, the trace that is opened at once; only what is new is read."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.trace import trace as opening
from agent.trace.formats.autogen import autogen_console
from agent.trace.formats.base.format import Reading
from agent.trace.matcher import Query
from agent.trace.source import Source
from agent.trace.trace import Trace
from tests.agent.trace.growing_logs import LOGS, Log

NEEDLE = Query("er", ignore_case=True)
SLOW = settings(deadline=None, max_examples=4, suppress_health_check=list(HealthCheck))
HEAD = 4 * 1024
"""How much of a file decides its format here: what holds of a short head holds of a long one, with less work."""
SMALL = HEAD + 3


@pytest.fixture
def short_head(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first bytes that a format is recognised by are few."""
    monkeypatch.setattr(opening, "HEAD", HEAD)
    monkeypatch.setattr(opening, "SMALL", SMALL)
    monkeypatch.setattr(autogen_console, "HEAD", HEAD)


@dataclass(frozen=True)
class Seen:
    """All that a trace shows of itself."""

    format: str
    events: list[Any]
    lines: list[str]
    reading: Any
    runs: Any
    hits: list[Any]
    totals: tuple[int, int, int, bool]
    source_lines: int


def seen(trace: Trace) -> Seen:
    events = trace.events
    return Seen(
        trace.format.name,
        list(events),
        list(trace.lines(1, events.lines)),
        {name: getattr(trace.reading, name) for name in Reading.__slots__ if name != "runs"},
        trace.runs(),
        list(trace.search(NEEDLE).hits()),
        (events.lines, events.records, events.acts, events.level),
        events.index().lines,
    )


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


@dataclass(frozen=True, repr=False)
class Growth:
    """The bytes of a log, and how many of them there were at each step."""

    data: bytes
    ends: list[int]

    def __repr__(self) -> str:
        return f"...{self.data[SMALL:]!r} at {self.ends}"


@st.composite
def growths(draw: st.DrawFn, log: Log) -> Growth:
    """A log longer than the head that decides its format, and where it was longer and longer, anywhere at all."""
    few = draw(st.lists(st.sampled_from(log.records), min_size=4, max_size=12))
    block = "".join(few)
    opening = log.opening + block * (SMALL // len(block.encode()) + 1)
    rest = "".join(draw(st.lists(st.sampled_from(log.records), min_size=2, max_size=40)))
    data = (opening + rest).encode()
    if draw(st.booleans()):
        data = data.replace(b"\n", b"\r\n").replace(b"\r\r", b"\r")
    if draw(st.booleans()):
        data += draw(st.binary(max_size=40))
    start = draw(st.integers(SMALL + 1, max(SMALL + 1, len(data) - 1)))
    cuts = draw(st.lists(st.integers(start, len(data)), max_size=8))
    return Growth(data, sorted({start, *cuts, len(data)}))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.format)
@pytest.mark.usefixtures("short_head")
def test_step_by_step_is_as_at_once(log: Log, tmp_path: Path) -> None:
    @SLOW
    @given(growths(log))
    def check(growth: Growth) -> None:
        data, ends = growth.data, growth.ends
        path = tmp_path / "run"
        path.write_bytes(data[: ends[0]])
        trace = Trace.open(path, format_name=log.format).read()
        for before, after in pairwise(ends):
            assert trace.reads_on
            shown, texts = list(trace.events), list(trace.lines(1, trace.events.lines))
            append(path, data[before:after])
            grown = trace.grown()
            assert list(trace.events) == shown, "what was read stays as it was"
            assert list(trace.lines(1, len(texts))) == texts
            shared = grown.events.shared_lines
            assert [e for e in shown if e.lines[1] <= shared] == [e for e in grown.events if e.lines[1] <= shared]
            trace = grown
            assert seen(trace) == seen(Trace.open(path, format_name=log.format).read())

    check()


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.format)
def test_the_format_is_known_by_itself(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text(log.opening + "".join(log.records), "utf-8", newline="")
    assert Trace.open(path).read().format.name == log.format


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.format)
def test_a_short_trace_is_recognised_again_as_it_grows(log: Log, tmp_path: Path) -> None:
    path, data = tmp_path / "run", (log.opening + "".join(log.records) * 3).encode()
    path.touch()
    trace = Trace.open(path).read()
    for at in range(0, len(data), 97):
        append(path, data[at : at + 97])
        if at % 5 == 0:
            trace = trace.grown()
            assert seen(trace) == seen(Trace.open(path).read())
    assert seen(trace.grown()) == seen(Trace.open(path).read())


def bytes_read(trace: Trace, work: Callable[[], Trace], monkeypatch: pytest.MonkeyPatch) -> tuple[Trace, int]:
    """What a piece of work reads of any source."""
    read, read_into, total = Source.read, Source.read_into, 0

    def counted(self: Source, start: int, end: int) -> bytes:
        nonlocal total
        data = read(self, start, end)
        total += len(data)
        return data

    def counted_into(self: Source, buffer: bytearray, start: int) -> int:
        nonlocal total
        got = read_into(self, buffer, start)
        total += got
        return got

    with monkeypatch.context() as patch:
        patch.setattr(Source, "read", counted)
        patch.setattr(Source, "read_into", counted_into)
        return work(), total


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.format)
def test_only_what_is_new_is_read(log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run"
    block = (log.opening + "".join(log.records)).encode()
    path.write_bytes(block * (800_000 // len(block)))
    trace = Trace.open(path, format_name=log.format).read()
    append(path, block)
    trace, read = bytes_read(trace, trace.grown, monkeypatch)
    assert read < 400_000
    append(path, block)
    trace, read = bytes_read(trace, trace.grown, monkeypatch)
    assert read < 400_000
    assert trace.source.size == path.stat().st_size


@pytest.mark.parametrize("suffix", ["one\ntwo\n", '{"role": "user", "content": "x"}\n'])
def test_a_document_is_read_anew(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text('[{"role": "user", "content": "' + "long " * 20_000 + '"},\n')
    trace = Trace.open(path).read()
    assert not trace.reads_on
    append(path, suffix.encode())
    assert seen(trace.grown()) == seen(Trace.open(path).read())


def test_only_the_newest_can_grow_and_the_others_stay_readable(tmp_path: Path) -> None:
    path = tmp_path / "run"
    log = LOGS[0]
    path.write_text(log.opening + "".join(log.records) * 500)
    first = Trace.open(path).read()
    before = seen(first)
    traces = [first]
    for _ in range(3):
        append(path, "".join(log.records).encode())
        traces.append(traces[-1].grown())
    assert not first.reads_on
    assert seen(first) == before
    assert seen(first.grown()) == seen(traces[-1]), "read anew, as its place was taken"
    traces[1].close()
    assert seen(traces[-1]) == seen(Trace.open(path).read())
    assert seen(first) == before
