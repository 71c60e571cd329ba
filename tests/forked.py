"""Runs programs in processes of their own that need not load the heavy libraries anew: see fork_server.py."""

import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Forked:
    """A running program, and what it has written so far."""

    def __init__(self, pid: int, out: int, err: int, code: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._read: dict[int, bytearray] = {out: bytearray(), err: bytearray(), code: bytearray()}
        self._open = {out, err, code}

    def kill(self) -> None:
        """End it at once, if it has not ended."""
        if self.returncode is None:
            os.kill(self.pid, signal.SIGKILL)

    def communicate(self, timeout: float = 120) -> tuple[bytes, bytes]:
        """All that it writes until its end."""
        until = time.monotonic() + timeout
        with selectors.DefaultSelector() as selector:
            for descriptor in self._open:
                selector.register(descriptor, selectors.EVENT_READ)
            while self._open:
                ready = selector.select(until - time.monotonic())
                if not ready:
                    self.kill()
                    raise subprocess.TimeoutExpired("a forked program", timeout)
                for key, _ in ready:
                    data = os.read(key.fd, 65536)
                    self._read[key.fd] += data
                    if not data:
                        selector.unregister(key.fd)
                        self._open.remove(key.fd)
                        os.close(key.fd)
        out, err, code = self._read.values()
        self.returncode = int(code)
        return bytes(out), bytes(err)


class ForkServer:
    """Starts `python -m mast_tui` or a few lines of Python, each in a process of its own."""

    def __init__(self) -> None:
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests" / "fork_server.py"), str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            pass_fds=[theirs.fileno()],
        )
        theirs.close()

    def start(
        self,
        *words: str | Path,
        code: str | None = None,
        stdin: bytes = b"",
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
    ) -> Forked:
        """Start a program: the command line with some words, or some code."""
        request = {
            "words": [str(word) for word in words],
            "code": code,
            "env": {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
            "cwd": str(cwd or Path.cwd()),
        }
        (theirs, into), (out, their_out), (err, their_err), (ended, their_end) = (os.pipe() for _ in range(4))
        given = [theirs, their_out, their_err, their_end]
        socket.send_fds(self._requests, [json.dumps(request).encode()], given)
        pid = int(self._requests.recv(64))
        for descriptor in given:
            os.close(descriptor)
        threading.Thread(target=_write, args=(into, stdin), daemon=True).start()
        return Forked(pid, out, err, ended)

    def close(self) -> None:
        """End the server; programs that still run go on."""
        self._requests.close()
        self._process.wait()


def _write(descriptor: int, data: bytes) -> None:
    """Give a program its input; one that does not read it may end."""
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
    except BrokenPipeError:
        pass
