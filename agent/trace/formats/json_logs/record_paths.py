"""Finds where the records of an unknown JSON document lie: the list with most of what somebody said or did."""

from collections import Counter

from agent.trace.formats.base.source_range import SourceRange
from agent.trace.formats.json.json_stream import JsonStream, Path
from agent.trace.formats.json.label_names import is_label
from agent.trace.formats.json_logs.json_shapes import is_act
from agent.trace.source import Source

_LOOKED_AT = 4 * 1024 * 1024
_DEEPEST = 6


def record_path(source: Source) -> Path | None:
    """The path of that list, as its beginning shows; None where no list holds anything of the kind."""
    known = source.known_size
    end = min(known, source.start + _LOOKED_AT) if known is not None else source.start + _LOOKED_AT
    stream = JsonStream(SourceRange(source, source.start, end), _may_hold, source.start)
    acts: Counter[Path] = Counter()
    others: Counter[Path] = Counter()
    for record in stream.records():
        # What lies in an item of a list is not seen as part of it: a list in a record is a list of its own.
        path = record.path[:-1]
        if record.node.shape == "object" and is_act(source, record.node):
            acts[path] += 1
        else:
            others[path] += 1
    fitting = [path for path in acts if acts[path] >= others[path]]
    return max(fitting, key=lambda path: (acts[path], -len(path)), default=None)


def _may_hold(path: Path) -> bool:
    if any(key is not None and is_label(key) for key in path):
        return False
    return len(path) <= _DEEPEST and (not path or path[-1] not in ("content", "parts", "tool_calls", "tools"))
