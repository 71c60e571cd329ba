"""An event that is too long for a prompt, as its beginning, its end, and an index of what is left out between."""

import re
from collections import deque
from collections.abc import Iterator
from itertools import islice

from agent.tokens import count
from agent.trace.event import Event

LONG_LINE = 4_000
INDEX = 6


def shortened(event: Event, head: str, body: list[str], limit: int, lines: int) -> tuple[str, int, int]:
    """Head and tail of an event of so many lines that is too long, and an index of what is left out between them."""
    head = _cut(head, max(1, limit // 2))
    room = limit - count(head + "\n")
    if len(body) == 1 or len(body[0]) > LONG_LINE:
        body = [_cut(body[0], room // 2) + " … the rest of this line is left out", *body[1:]]
    front = _fitting(body, room // 2)
    back = _fitting(body[:front:-1] if front else body[::-1], room // 4)
    omitted = body[front : len(body) - back]
    parts = [head, *body[:front], *_index(omitted, event), *body[len(body) - back :]]
    while count(text := "\n".join(parts) + "\n") > limit and len(parts) > 1:
        parts.pop(len(parts) // 2)
    if count(text) > limit:
        text = _cut(text, limit)
    return text, count(text), max(0, lines - _shown(parts))


def thinned(rows: Iterator[str], height: int, most: int) -> list[str]:
    """All rows where they are few; else the first and the last so many, and about as many spread between them."""
    first, between, last = list(islice(rows, most)), list[str](), deque[str](maxlen=max(1, most))
    step = max(1, height // max(1, most))
    for at, row in enumerate(rows):
        if len(last) == last.maxlen and at % step == 0:
            between.append(last[0])
        last.append(row)
    return [*first, *between, *last]


def _fitting(lines: list[str], room: int) -> int:
    """How many lines from the first on fit into so many tokens."""
    used = 0
    for taken, line in enumerate(lines):
        used += count(line + "\n") if len(line) < LONG_LINE else len(line)
        if used > room:
            return taken
    return len(lines)


def _index(omitted: list[str], event: Event) -> list[str]:
    """What is left out, by number, with the beginnings of a few of its lines."""
    if not omitted:
        return []
    first, last = _number(omitted[0], event.lines[0]), _number(omitted[-1], event.lines[1])
    step = max(1, len(omitted) // INDEX)
    rows = [f"  . {line[:80]}" for line in omitted[::step][:INDEX]]
    return [f"  ... L{first}-{last} left out of event {event.number}; some of it:", *rows]


def _number(row: str, otherwise: int) -> int:
    match = re.match(r"(\d+)\| |  = L(\d+)-", row)
    return int(match[1] or match[2]) if match else otherwise


def _shown(parts: list[str]) -> int:
    return sum(bool(re.match(r"\d+\| ", part)) for part in parts)


def _cut(text: str, limit: int) -> str:
    """The longest beginning that is found to fit, by halving."""
    text = text[: 16 * max(1, limit)]
    while text and count(text) > limit:
        text = text[: len(text) // 2]
    return text
