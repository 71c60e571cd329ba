"""The walk over real processes: killed, cancelled, doubled, watched by a collector."""

import asyncio
import json
import os
import signal
import sqlite3
import stat
import sys
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from agent.analyst.case import Case
from agent.analyst.offline import OfflineAnalyst
from agent.diagnosis.document import to_dict
from agent.diagnosis.document_parts import Diagnosis
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done, Judged, Reached, Started
from agent.trace.trace import Trace
from tests.forked import Forked, ForkServer

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
import asyncio, sys
from pathlib import Path
sys.path[:0] = [{root!r}, {here!r}]
from walkers import SlowAnalyst
from agent.diagnosis.document import to_json
from agent.graph.progress import Done, Waiting
from agent.graph.diagnose import diagnose
from agent.trace.trace import Trace

async def main():
    trace = Trace.open({trace!r})
    analyst = SlowAnalyst(Path({log!r}), {pause}, {gate})
    async for progress in diagnose(trace, analyst, budget=400, state_folder=Path({home!r}), at_once=2):
        if isinstance(progress, Waiting):
            analyst._note("waiting")
        if isinstance(progress, Done):
            print(to_json(progress.diagnosis))

asyncio.run(main())
"""


@pytest.fixture
def trace_path(tmp_path: Path) -> Path:
    path = tmp_path / "run.log"
    actors = ("planner", "coder", "tester")
    path.write_text(
        "\n\n".join(
            f"2026-03-01 10:{n // 60:02}:{n % 60:02} INFO {actors[n % 3]}: step {n}, "
            + " ".join(f"word{n * k % 97}" for k in range(40))
            for n in range(60)
        )
    )
    return path


Start = Callable[..., Forked]


@pytest.fixture
def start(fork_server: ForkServer) -> Start:
    """Starts a walk in a process of its own."""

    def start(trace: Path, log: Path, home: Path, pause: float, gate: Path | None = None) -> Forked:
        return fork_server.start(code=_program(trace, log, home, pause, gate))

    return start


def _program(trace: Path, log: Path, home: Path, pause: float, gate: Path | None) -> str:
    return PROGRAM.format(
        root=str(ROOT),
        here=str(Path(__file__).parent),
        trace=str(trace),
        log=str(log),
        home=str(home),
        pause=pause,
        gate=f"Path({str(gate)!r})" if gate else None,
    )


def _lines(log: Path) -> list[str]:
    return log.read_text().split("\n")[:-1] if log.exists() else []


async def _wait_for(log: Path, count: int) -> None:
    async with asyncio.timeout(60):
        while len(_lines(log)) < count:
            await asyncio.sleep(0.01)


def _body(text: bytes) -> dict[str, object]:
    document = json.loads(text)
    document.pop("usage")
    return dict(document)


async def test_killed_at_any_moment_it_does_again_only_what_was_in_flight(
    start: Start, trace_path: Path, tmp_path: Path
) -> None:
    log, home = tmp_path / "log", tmp_path / "home"
    done, _ = start(trace_path, tmp_path / "other.log", tmp_path / "other", 0.0).communicate(timeout=120)
    for moment in (3, 9, 20):
        process = start(trace_path, log, home, 0.05)
        await _wait_for(log, moment)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    finished, _ = start(trace_path, log, home, 0.0).communicate(timeout=120)
    assert _body(finished) == _body(done)
    started = Counter(line for line in _lines(log) if line.startswith("start"))
    ended = Counter(line.replace("end", "start") for line in _lines(log) if line.startswith("end"))
    assert set(started) == set(ended)
    twice = sum(count - 1 for count in started.values())
    running, being_saved = 2, 2
    assert twice <= 3 * (running + being_saved), "more than what was in flight at three kills was done again"


async def test_a_second_process_takes_the_result_of_the_first(start: Start, trace_path: Path, tmp_path: Path) -> None:
    log, home, gate = tmp_path / "log", tmp_path / "home", tmp_path / "gate"
    first = start(trace_path, log, home, 0.0, gate)
    await _wait_for(log, 1)
    other_log = tmp_path / "other.log"
    second = start(trace_path, other_log, home, 0.0)
    await _wait_for(other_log, 1)
    assert _lines(other_log) == ["waiting"]
    gate.touch()
    one, _ = first.communicate(timeout=120)
    other, _ = second.communicate(timeout=120)
    assert _body(one) == _body(other)
    assert _lines(other_log) == ["waiting"], "the second process judged nothing itself"


async def test_closing_stops_at_once_and_can_be_gone_on_with(trace_path: Path, tmp_path: Path) -> None:
    sys.path.insert(0, str(Path(__file__).parent))
    try:
        from walkers import SlowAnalyst  # type: ignore[import-not-found]
    finally:
        sys.path.pop(0)
    log, home = tmp_path / "log", tmp_path / "home"
    walk = diagnose(Trace.open(trace_path), SlowAnalyst(log, 5.0), budget=400, state_folder=home)
    async for progress in walk:
        if isinstance(progress, Started):
            break
    await _wait_for(log, 1)
    async with asyncio.timeout(1):
        await walk.aclose()
    last = [p async for p in diagnose(Trace.open(trace_path), SlowAnalyst(log, 0.0), budget=400, state_folder=home)]
    assert isinstance(last[-1], Done)
    assert not any(isinstance(progress, Started) for progress in last), "the chunks were cut by the first process"


async def test_the_state_is_private_and_holds_no_text_of_the_trace(trace_path: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    async for _ in diagnose(Trace.open(trace_path), OfflineAnalyst(), budget=400, state_folder=home):
        pass
    files = list((home / "checkpoints").iterdir())
    assert files
    assert stat.S_IMODE((home / "checkpoints").stat().st_mode) == 0o700
    for file in files:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert b"word42" not in file.read_bytes()


async def test_a_crafted_state_runs_nothing(start: Start, trace_path: Path, tmp_path: Path) -> None:
    import ormsgpack

    home, marker = tmp_path / "home", tmp_path / "marker"
    log = tmp_path / "log"
    process = start(trace_path, log, home, 0.05)
    await _wait_for(log, 4)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    (database,) = (home / "checkpoints").glob("*.sqlite")
    evil = ormsgpack.packb(
        ormsgpack.Ext(0, ormsgpack.packb(["os", "system", f"touch {marker}"])), option=ormsgpack.OPT_PASSTHROUGH_TUPLE
    )
    with closing(sqlite3.connect(database)) as connection, connection:
        changed = connection.execute("UPDATE writes SET type = 'msgpack', value = ?", (evil,)).rowcount
    assert changed > 0
    start(trace_path, log, home, 0.0).communicate(timeout=120)
    assert not marker.exists()


async def test_nothing_is_sent_to_a_tracing_service(
    start: Start, trace_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    for name in ("LANGSMITH", "LANGCHAIN"):
        monkeypatch.setenv(f"{name}_ENDPOINT", address)
        monkeypatch.setenv(f"{name}_API_KEY", "lsv2_pt_not_a_key")
        monkeypatch.setenv(f"{name}_TRACING", "true")
        monkeypatch.setenv(f"{name}_TRACING_V2", "true")
    start(trace_path, tmp_path / "log", tmp_path / "home", 0.0).communicate(timeout=120)
    server.shutdown()
    server.server_close()
    assert asked == []


async def test_categories_come_in_order_and_each_gate_after_its_chunks(trace_path: Path) -> None:
    steps = [p async for p in diagnose(Trace.open(trace_path), OfflineAnalyst(), budget=400)]
    order = [p.category if isinstance(p, Judged) else p.step for p in steps if isinstance(p, Judged | Reached)]
    (started,) = [p for p in steps if isinstance(p, Started)]
    assert started.chunks > 3
    expected = ["read", "signals"]
    for category in ("FC1", "FC2", "FC3"):
        expected += [category] * started.chunks + [f"gate_{category}"]
    assert order == [*expected, "remedies"]


async def test_the_document_is_the_same_every_time(trace_path: Path) -> None:
    def body(diagnosis: Diagnosis) -> dict[str, object]:
        return {key: value for key, value in to_dict(diagnosis).items() if key != "usage"}

    bodies = []
    for _ in range(2):
        last = [p async for p in diagnose(Trace.open(trace_path), OfflineAnalyst(), budget=400)][-1]
        assert isinstance(last, Done)
        bodies.append(body(last.diagnosis))
    assert bodies[0] == bodies[1]


async def test_a_case_can_be_used_again_after_its_diagnosis(trace_path: Path) -> None:
    case = Case(Trace.open(trace_path))
    async for _ in diagnose(case.trace, OfflineAnalyst(), case=case):
        pass
    assert case.stop is None
    assert list(case.planner.chunks())
