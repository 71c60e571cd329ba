"""Python's own regular expressions, run in a process of their own: one that runs away can be stopped."""

import json
import os
import re
import select
import struct
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Sequence

from agent.errors import Cancelled, WrongUse

PATIENCE = 5.0
_ANSWER_EVERY = 0.02
_SIZE = struct.Struct("<I")
_WORKER = """
import json, re, struct, sys
read, write = sys.stdin.buffer.read, sys.stdout.buffer
flags, source = json.loads(read(struct.unpack("<I", read(4))[0]))
pattern = re.compile(source, flags)
while head := read(4):
    lines = read(struct.unpack("<I", head)[0]).decode("utf-8", "replace").split("\\n")
    found = [[number, [m.span() for m in pattern.finditer(line)]] for number, line in enumerate(lines)]
    answer = json.dumps([one for one in found if one[1]]).encode()
    write.write(struct.pack("<I", len(answer)) + answer)
    write.flush()
"""

Spans = list[tuple[int, int]]


def check(pattern: str) -> None:
    """Refuse what is no regular expression."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as fault:
        raise WrongUse(
            "The pattern is no regular expression.", f"{fault}.", "Correct it, or search for it without --regex."
        ) from None


class Confirmer:
    """Says which lines of text a pattern matches, and where; a line that takes too long is given up."""

    def __init__(self, pattern: str, *, ignore_case: bool) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        check(pattern)
        self._words = json.dumps([re.IGNORECASE if ignore_case else 0, pattern]).encode()
        self.gave_up = 0

    def spans(self, lines: Sequence[bytes], stop: Callable[[], bool]) -> dict[int, Spans]:
        """The spans of characters in each line that matches, by the number of the line."""
        found = self._ask(lines, stop)
        if found is not None:
            return found
        if len(lines) == 1:
            self.gave_up += 1
            return {}
        middle = len(lines) // 2
        second = {middle + number: spans for number, spans in self.spans(lines[middle:], stop).items()}
        return self.spans(lines[:middle], stop) | second

    def _ask(self, lines: Sequence[bytes], stop: Callable[[], bool]) -> dict[int, Spans] | None:
        process = self._process or self._start()
        question = b"\n".join(lines)
        self._send(process, question)
        head = self._receive(process, _SIZE.size, stop)
        answer = head and self._receive(process, _SIZE.unpack(head)[0], stop)
        if not answer:
            self.close()
            return None
        return {number: [(start, end) for start, end in spans] for number, spans in json.loads(answer)}

    def _start(self) -> "subprocess.Popen[bytes]":
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter, our own words
            [sys.executable, "-I", "-S", "-W", "ignore", "-c", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._send(self._process, self._words)
        return self._process

    def _send(self, process: "subprocess.Popen[bytes]", data: bytes) -> None:
        if process.stdin is not None:
            process.stdin.write(_SIZE.pack(len(data)) + data)
            process.stdin.flush()

    def _receive(self, process: "subprocess.Popen[bytes]", size: int, stop: Callable[[], bool]) -> bytes:
        """That many bytes; nothing where the patience ends before."""
        if process.stdout is None:
            return b""
        data, give_up = b"", time.monotonic() + PATIENCE
        while len(data) < size:
            if stop():
                self.close()
                raise Cancelled("The search was stopped.", "It had not come to the end.", "Search again.")
            if select.select([process.stdout], [], [], _ANSWER_EVERY)[0]:
                part = os.read(process.stdout.fileno(), size - len(data))
                if not part:
                    return b""
                data += part
            elif time.monotonic() > give_up:
                return b""
        return data

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()
            process.wait()

    def __del__(self) -> None:
        self.close()
