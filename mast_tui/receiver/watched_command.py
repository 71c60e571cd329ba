"""A command that is run with its spans sent here, and with what it prints both shown and kept."""

import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

from agent.clean import clean_name
from agent.errors import WrongUse


class Target(Protocol):
    """Where the output of a command is shown."""

    def write(self, data: bytes, /) -> int:
        """Show some of it."""
        ...

    def flush(self) -> None:
        """Show it now."""
        ...


SOON = "500"
"""Milliseconds after which an SDK sends the spans that it has gathered."""


def environment(address: str, before: Mapping[str, str]) -> dict[str, str]:
    """What the exporters of the common libraries look at; what a person has set about the words of messages stays."""
    wanted = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": address,
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": f"{address}/v1/traces",
        "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": f"{address}/v1/logs",
        "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
        "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/protobuf",
        "OTEL_EXPORTER_OTLP_LOGS_PROTOCOL": "http/protobuf",
        "OTEL_TRACES_EXPORTER": "otlp",
        "OTEL_LOGS_EXPORTER": "otlp",
        "OTEL_METRICS_EXPORTER": "none",
        "OTEL_BSP_SCHEDULE_DELAY": SOON,
        "OTEL_BLRP_SCHEDULE_DELAY": SOON,
        "PHOENIX_COLLECTOR_ENDPOINT": address,
        "TRACELOOP_BASE_URL": address,
        "PYTHONUNBUFFERED": "1",
        "OTEL_SDK_DISABLED": "false",
        **{name: _here_too(before.get(name, "")) for name in ("NO_PROXY", "no_proxy")},
    }
    kept = {"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": "true", "TRACELOOP_TRACE_CONTENT": "true"}
    return {**kept, **before, **wanted}


def _here_too(names: str) -> str:
    """The hosts that are reached without a proxy, and this machine."""
    return ",".join(filter(None, (names, "localhost", "127.0.0.1")))


class WatchedCommand:
    """The command at work; what it prints goes where ours goes and into a file.

    Its standard input is ours; without the terminal it has none, and a group of its own: a signal reaches all of it.
    """

    def __init__(
        self,
        words: Sequence[str],
        variables: Mapping[str, str],
        log: Path,
        out: Target,
        err: Target,
        *,
        has_terminal: bool = True,
    ) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
        self._log = os.fdopen(os.open(log, flags, 0o600), "wb", buffering=0)
        self._turn = threading.Lock()
        self._is_leader = not has_terminal
        try:
            self._program = subprocess.Popen(  # noqa: S603 - what a person asked to be run
                list(words),
                env=dict(variables),
                stdin=None if has_terminal else subprocess.DEVNULL,
                process_group=None if has_terminal else 0,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except (OSError, ValueError) as fault:
            self._log.close()
            why = fault.strerror if isinstance(fault, OSError) else str(fault)
            raise WrongUse(
                "The command cannot be run.", f"{clean_name(words[0])}: {why}.", "Check it, or give its whole path."
            ) from None
        pairs = ((self._program.stdout, out), (self._program.stderr, err))
        self._threads = [threading.Thread(target=self._pass_on, args=pair, daemon=True) for pair in pairs]
        for thread in self._threads:
            thread.start()

    def wait(self) -> int:
        """The exit code, as a shell tells it, once the command has ended; Ctrl+C is meant for the command."""
        while True:
            try:
                code = self._program.wait()
                break
            except KeyboardInterrupt:
                continue
        for thread in self._threads:
            thread.join(2)  # what it has left behind may hold its output open
        return 128 - code if code < 0 else code

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Tell the command to end, if it has not ended."""
        if self._program.poll() is None:
            if self._is_leader:
                with suppress(ProcessLookupError):
                    os.killpg(self._program.pid, number)
            else:
                self._program.send_signal(number)

    def close(self) -> None:
        """Let go of the file."""
        self._log.close()

    def _pass_on(self, source: IO[bytes], target: Target) -> None:
        begun = b""
        while data := os.read(source.fileno(), 65_536):
            whole, end, rest = data.rpartition(b"\n")
            self._keep(begun + whole + end if end else b"")
            begun = rest if end else begun + rest
            try:
                target.write(data)
                target.flush()
            except (OSError, ValueError):  # nobody reads it any more; the command goes on
                continue
        self._keep(begun)
        source.close()

    def _keep(self, lines: bytes) -> None:
        """Write whole lines into the file, so that two streams do not mix within one."""
        with self._turn, suppress(OSError, ValueError):
            self._log.write(lines)
