"""Reads a time wherever JSON has one: as text, or as seconds, milliseconds, microseconds or nanoseconds since 1970."""

from datetime import UTC, datetime

from agent.trace.event_text import Bytes
from agent.trace.formats.json.json_nodes import Node

_FIRST, _LAST = 1e8, 1e10
_LONGEST = 60


def moment_of(source: Bytes, *nodes: Node | None) -> str | None:
    """The first time among the nodes, in ISO form."""
    for node in nodes:
        if node is None or node.end - node.start > _LONGEST or node.shape not in ("string", "literal"):
            continue
        value = node.value(source)
        if isinstance(value, str) and value.replace(".", "", 1).isdigit():
            value = float(value)
        if isinstance(value, str) and len(value) >= 16 and (time := _iso(value)):
            return time
        if isinstance(value, int | float) and not isinstance(value, bool) and (time := _since_1970(value)):
            return time
    return None


def _iso(text: str) -> str | None:
    """A time as text in ISO form; None where it is none."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return None
    return text.replace(" ", "T", 1)


def _since_1970(value: float) -> str | None:
    """A number as ISO text in UTC, whatever part of a second it counts; None where it is no time."""
    for unit in (1, 1e3, 1e6, 1e9):
        if _FIRST < value / unit < _LAST:
            return datetime.fromtimestamp(value / unit, UTC).replace(tzinfo=None).isoformat() + "Z"
    return None
