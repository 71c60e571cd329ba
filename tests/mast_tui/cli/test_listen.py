"""`mast-tui listen`: what was acknowledged is kept whatever happens, and nobody is let in by accident."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException
from pathlib import Path

import pytest

from agent.trace.trace import Trace
from tests.conftest import RunCli
from tests.mast_tui.receiver.receiving import TRACE, environment, post, request, span, written

PORT = re.compile(rb"http://localhost:(\d+)")


@contextmanager
def listening(folder: Path, home: Path, *words: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A program that listens on a port of its own."""
    command = [sys.executable, "-m", "mast_tui", "listen", "--no-screen", "--port", "0", "-o", str(folder), *words]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(home))
    assert program.stderr is not None and program.stdout is not None
    try:
        told = PORT.search(program.stderr.readline())
        assert told is not None
        yield program, int(told[1])
    finally:
        program.kill()
        program.wait()
        program.stderr.close()
        program.stdout.close()


def test_what_was_acknowledged_survives_a_kill_and_is_told_once_when_it_is_sent_again(
    tmp_path: Path, own_home: Path
) -> None:
    acknowledged: list[int] = []
    enough = threading.Event()

    def send(port: int) -> None:
        for number in range(1, 5000):
            try:
                status, _ = post(port, request(span(number, attributes=[], status={})))
            except (OSError, HTTPException):
                return
            if status == 200:
                acknowledged.append(number)
            if number == 150:
                enough.set()

    with listening(tmp_path, own_home) as (program, port):
        sender = threading.Thread(target=send, args=(port,))
        sender.start()
        assert enough.wait(60)
        program.kill()
        sender.join(60)
    kept = {int(one["spanId"], 16) for one in written(tmp_path)}
    assert len(acknowledged) >= 149 and set(acknowledged) <= kept
    with listening(tmp_path, own_home) as (_, port):
        again = [span(number, attributes=[], status={}) for number in range(1, 201)]
        assert post(port, request(*again)) == (200, {})
    with closing(Trace.open(tmp_path / f"{TRACE}.otlp.jsonl").read()) as trace:
        titles = [trace.text(event) for event in trace.events]
    assert len(titles) == len(set(titles)) and len(titles) >= 200


def test_a_run_is_diagnosed_when_its_root_has_ended(tmp_path: Path, own_home: Path) -> None:
    # Slow, since a receiver and the program that diagnoses start anew, each with its imports.
    with listening(tmp_path, own_home, "--diagnose", "offline") as (program, port):
        assert program.stdout is not None and program.stderr is not None
        post(port, request(span(2, parentSpanId=f"{1:016x}")))
        assert program.stdout.readline().decode().strip() == str(tmp_path / f"{TRACE}.otlp.jsonl")
        post(port, request(span(1)))
        assert b"No finding" in program.stderr.readline()
        document = json.loads((tmp_path / f"{TRACE}.diagnosis.json").read_text())
        assert document["made_by"]["analyst"] == "offline" and document["trace"]["events"] == 2
        program.send_signal(signal.SIGINT)
        assert program.wait(30) == 0 and b"1 trace received" in program.stderr.read()


def test_what_comes_once_nobody_reads_the_paths_is_still_acknowledged(tmp_path: Path, own_home: Path) -> None:
    with listening(tmp_path, own_home) as (program, port):
        assert program.stdout is not None and program.stderr is not None
        program.stdout.close()
        assert post(port, request(span(1), span(2, "ef" * 16))) == (200, {})
        assert post(port, request(span(3, "cd" * 16))) == (200, {})
        assert b"received all the same" in program.stderr.readline()
        program.send_signal(signal.SIGINT)
        assert program.wait(30) == 0 and b"3 traces received" in program.stderr.read()
    assert len(list(tmp_path.iterdir())) == 3


def test_a_port_that_is_taken_is_said(run_cli: RunCli, tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        code, out, err = run_cli("listen", "--no-screen", "--port", str(port), "-o", tmp_path / "in")
    assert (code, out) == (2, "") and "is taken" in err and "--port" in err


WRONG = [
    (["--bind", "0.0.0.0"], "token"),
    (["--diagnose", "model", "--model", "m"], "consent"),
    (["--diagnose", "model", "--model", "m", "--yes"], "--max-cost"),
    (["--port", "70000"], "port"),
    (["--bind", "256.1.1.1", "--token", "x"], "--bind"),
]


@pytest.mark.parametrize("words, said", WRONG)
def test_what_would_be_open_to_others_or_costly_takes_more(
    run_cli: RunCli, tmp_path: Path, words: list[str], said: str
) -> None:
    code, out, err = run_cli("listen", "--no-screen", "-o", tmp_path / "in", *words)
    assert (code, out) == (2, "") and said in err


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells who listens where")
def test_it_listens_on_this_machine_only(tmp_path: Path, own_home: Path) -> None:
    with listening(tmp_path, own_home) as (program, _):
        held = []
        for one in Path(f"/proc/{program.pid}/fd").iterdir():
            with suppress(FileNotFoundError):  # closed since it was listed
                held.append(str(one.readlink()))
        sockets = {name[8:-1] for name in held if name.startswith("socket:[")}
        addresses = {
            row.split()[1].split(":")[0]
            for table in ("tcp", "tcp6")
            for row in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
            if row.split()[9] in sockets and row.split()[3] == "0A"
        }
    assert addresses <= {"0100007F", "00000000000000000000000001000000"} and addresses


def test_what_was_received_into_the_state_folder_is_forgotten_with_all_else(run_cli: RunCli, own_home: Path) -> None:
    code, _, _ = run_cli("run", "--diagnose", "no", "--", "sh", "-c", "echo hello")
    assert code == 0 and list((own_home / "received").iterdir())
    assert run_cli("forget", "--all")[0] == 0
    assert not list((own_home / "received").iterdir())
