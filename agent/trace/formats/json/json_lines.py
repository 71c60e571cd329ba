"""Lines of JSON: where each line lies, and whether a head is made of such lines."""

import json
import re
from collections.abc import Iterator
from typing import Any

from agent.trace.formats.base.file_lines import LONGEST, FileLine, HeldLine, file_lines
from agent.trace.formats.base.format import Head, Reading
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_stream import parse
from agent.trace.source import Source

_FIRST = re.compile(rb"(?:\xef\xbb\xbf)?\s*([^\n]*)")


def line_ranges(source: Source) -> Iterator[tuple[int, int]]:
    """The bytes of each line that is not blank, without its line break."""
    start, tail = 0, b""
    for offset, block in source.blocks():
        data = tail + block
        base = offset - len(tail)
        at = 0
        while (end := data.find(b"\n", at)) >= 0:
            if not data[at:end].isspace() and end > at:
                yield base + at, base + end
            at = end + 1
        start, tail = base + at, data[at:]
    if tail.strip():
        yield start, start + len(tail)


def first_line(head: Head) -> Any:
    """The value of the first line that is not blank, if it is JSON by itself; None otherwise."""
    match = _FIRST.match(head.data)
    line = match[1].strip() if match is not None else b""
    if not line or (not head.whole and match is not None and match.end() == len(head.data)):
        return None
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def first_of_lines(head: Head) -> dict[str, Any] | None:
    """The first line that is not blank, if it is an object by itself and another one follows; None otherwise."""
    match, line = _FIRST.match(head.data), first_line(head)
    has_more = match is not None and (bool(head.data[match.end() :].strip()) or not head.whole)
    return line if has_more and isinstance(line, dict) else None


def is_of_lines(source: Source) -> bool:
    """Whether the first line that is not blank is an object by itself, and another one follows."""
    start = -1
    for offset, block in source.blocks(source.start):
        at = 0
        if start < 0:
            at = len(block) - len(block.lstrip())
            start = offset + at if at < len(block) else -1
        if start >= 0 and (at := block.find(b"\n", at)) >= 0:
            end = offset + at
            ends = source.read(max(start, end - 16), end).rstrip()[-1:] == b"}"
            follows = source.read(end, end + 64).lstrip()[:1] == b"{"
            return ends and follows and end - start <= LONGEST and parse(source, start, end) is not None
    return False


class JsonLines:
    """The values of lines, and what is said about lines that have none."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self._source = source
        self._reading = reading
        self._bad = False
        self._number = 0

    def value(self, line: FileLine) -> tuple[Node, int] | None:
        """The value of a line with the line's number among those that are not blank; None where it has none."""
        if line.data.isspace():
            return None
        self._number += 1
        end = line.end - line.data.endswith(b"\n")
        node = parse(HeldLine(line) if line.data else self._source, line.start, end)
        if node is not None and node.shape != "literal":
            return node, self._number
        if end >= self._source.size:
            self._reading.broken_at = line.start
            self._reading.warn(f"the last line, from byte {line.start} on, is no whole JSON: the file breaks off there")
        elif not self._bad:
            self._reading.warn(f"a line is no JSON and was passed over, at byte {line.start} (others may follow)")
        self._bad = True
        return None


def json_lines(source: Source, reading: Reading) -> Iterator[tuple[Node, int]]:
    """The values of all lines with their numbers; lines without one are passed over."""
    lines = JsonLines(source, reading)
    for line in file_lines(source):
        value = lines.value(line)
        if value is not None:
            yield value
