"""The id by which one of several runs calls itself, where its JSON has one."""

from agent.trace.event import Coding
from agent.trace.event_text import Bytes, decode
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node

KEYS = (
    "id", "run_id", "trace_id", "conversation_id", "session_id", "sample_id", "instance_id", "task_id", "question_ID",
    "question_id", "thread_id", "uuid", "key", "custom_id",
)  # fmt: skip
LONGEST = 200
_EDGE = 2048
_OPENS, _CLOSES = pattern(rb":\s*\["), pattern(rb"\]\s*[,}]")
_VALUE = rb'\s*:\s*(?:"((?:[^"\\]|\\.){1,%d})"|(-?\d{1,18}))\s*[,}]' % LONGEST
_KEYED = {key: pattern(rb'"' + key.encode() + rb'"' + _VALUE) for key in KEYS}


def id_of(source: Bytes, node: Node) -> str | None:
    """The id among the fields of an object."""
    for key in KEYS:
        held = node.fields.get(key)
        if held is None or held.shape not in ("string", "literal") or held.end - held.start > LONGEST:
            continue
        value = held.value(source)
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return _told_apart(key, str(value))
    return None


def _told_apart(key: str, id: str) -> str:
    """An id that is a small number is not to be taken for the number of a run."""
    return f"{key.removesuffix('_id')}-{id}" if id.isdigit() and len(id) < 9 and key.endswith("_id") else id


def id_at_edges(source: Bytes, start: int, end: int) -> str | None:
    """The id of an object that holds a list, looked for before and behind the list: the object is not parsed."""
    head = source.read(start, min(end, start + _EDGE))
    opens = _OPENS.search(head)
    head = head[: opens.start()] if opens is not None else head
    tail = source.read(max(start + len(head), end - _EDGE), end)
    *_, closes = (0, *(match.end() - 1 for match in _CLOSES.finditer(tail)))
    tail = tail[closes:]
    for key in KEYS:
        for part in (head, tail):
            match = _KEYED[key].search(part)
            if match is not None and b"{" not in part[1 : match.start()]:
                return decode(match[1], Coding.STRING) if match[1] is not None else match[2].decode()
    return None
