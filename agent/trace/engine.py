"""Patterns as hyperscan databases, and the lines of a block in which their matches end."""

import re
from collections.abc import Iterator
from typing import Any

FLOOD = 2000
"""How many matches one call may report before it is stopped and goes on at the next line."""
_AFTER = b"\nx"
_NUL = re.compile(r"\\?\x00")  # it would end the expression, which then finds everything
_BORDER = re.compile(r"(?<!\\)((?:\\\\)*)\\([AZz])")


def compiled(pattern: str, ignore_case: bool, use: str) -> Any:
    """A hyperscan database, None where the engine cannot do it."""
    import hyperscan

    flags = hyperscan.HS_FLAG_MULTILINE
    flags |= hyperscan.HS_FLAG_SOM_LEFTMOST if use == "marks" else hyperscan.HS_FLAG_ALLOWEMPTY
    flags |= hyperscan.HS_FLAG_PREFILTER if use == "sieve" else 0
    flags |= hyperscan.HS_FLAG_CASELESS if ignore_case else 0
    flags |= 0 if use == "bytes" else hyperscan.HS_FLAG_UTF8 | hyperscan.HS_FLAG_UCP
    database = hyperscan.Database()
    pattern = _BORDER.sub(lambda found: found[1] + ("^" if found[2] == "A" else "$"), pattern)
    try:
        database.compile(expressions=[_NUL.sub(r"\\x00", pattern).encode("utf-8", "surrogateescape")], flags=[flags])
    except hyperscan.error:
        return None
    return database


def candidates(database: Any, data: bytes, end: int) -> Iterator[tuple[int, int]]:
    """The lines in which matches end."""
    import hyperscan

    # The engine overlooks `[.!?]$` before a line break that ends the data, so something always comes after it.
    view, at = memoryview(data if len(data) > end + len(_AFTER) else data[:end] + _AFTER), 0
    view = view[: end + len(_AFTER)]
    while at < end:
        ends: list[int] = []

        def note(_: int, start: int, to: int, flags: int, context: object, ends: list[int] = ends) -> bool | None:
            ends.append(to)
            return len(ends) >= FLOOD or None

        flooded = False
        try:
            database.scan(view[at:], match_event_handler=note)
        except hyperscan.ScanTerminated:
            flooded = True
        reached = base = at
        for to in ends:
            if base + to > end:
                return
            if base + to < reached:
                continue
            start = data.rfind(b"\n", 0, base + to) + 1
            if start >= end:
                break
            stop = data.find(b"\n", base + to, end)
            stop = end if stop < 0 else stop
            yield start, stop
            reached = stop + 1
        if not flooded:
            return
        at = reached


def matches(database: Any, line: bytes) -> bool:
    """Whether a line matches by itself."""
    import hyperscan

    try:
        database.scan(line, match_event_handler=lambda *_: True)
    except hyperscan.ScanTerminated:
        return True
    return False


def all_lines(data: bytes, end: int) -> Iterator[tuple[int, int]]:
    """Start and end of every line."""
    at = 0
    while at < end:
        stop = data.find(b"\n", at, end)
        stop = end if stop < 0 else stop
        yield at, stop
        at = stop + 1
