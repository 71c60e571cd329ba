"""One request of an exporter, read: its spans or log records in the JSON of OTLP, by the trace they belong to."""

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mast_tui.receiver.bounds import Bounds, Refusal

Json = dict[str, Any]
Parts = list[tuple[Json, list[tuple[Json, list[Json]]]]]
"""Resources with their scopes, with their records."""
_HEX = re.compile(r"[0-9a-f]+")
_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SESSIONS = ("session.id", "conversation.id", "gen_ai.conversation.id", "thread.id")
NO_TRACE = "logs-without-trace"


class Signal(NamedTuple):
    """What kind of records a request holds, by the names that OTLP gives its parts."""

    resources: str
    scopes: str
    records: str
    noun: str


TRACES = Signal("resourceSpans", "scopeSpans", "spans", "span")
LOGS = Signal("resourceLogs", "scopeLogs", "logRecords", "log record")


@dataclass(slots=True)
class Share:
    """What a request brought for one trace: a line of its file, how many records are in it, and whether a root is."""

    name: str
    line: bytes
    records: int
    has_root: bool


@dataclass(slots=True)
class Export:
    """A request in parts: what is to be written, and what is not taken in and why."""

    shares: list[Share] = field(default_factory=list)
    rejected: int = 0
    why: str = ""

    def reject(self, records: int, why: str) -> None:
        """Leave records out; the first reason is told."""
        self.rejected += records
        self.why = self.why or why


def read_json(body: bytes) -> Json:
    """A request that came as JSON."""
    try:
        document = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Refusal(400, "The body is no JSON of OTLP.") from None
    if not isinstance(document, dict):
        raise Refusal(400, "The body is no JSON object.")
    return document


def divided(document: Json, signal: Signal, bounds: Bounds) -> Export:
    """A request with its records by trace; ids are in hex from here on, however they were written."""
    export = Export()
    groups: dict[str, Parts] = {}
    counts: dict[str, int] = {}
    rooted: set[str] = set()
    taken = 0
    for resource, scope, record in _records(document, signal):
        if taken >= bounds.records:
            export.reject(1, f"A request may hold {bounds.records:,} {signal.noun}s.")
            continue
        name = _settled(record, signal, bounds, export)
        if not name:
            continue
        taken += 1
        _add(groups.setdefault(name, []), resource, scope, record)
        counts[name] = counts.get(name, 0) + 1
        if signal is TRACES and not record.get("parentSpanId"):
            rooted.add(name)
    for name, parts in groups.items():
        export.shares.append(Share(name, _line(parts, signal), counts[name], name in rooted))
    return export


def _records(document: Json, signal: Signal) -> Iterator[tuple[Json, Json, Json]]:
    for resource in _objects(document.get(signal.resources), signal.resources):
        for scope in _objects(resource.get(signal.scopes), signal.scopes):
            for record in _objects(scope.get(signal.records), signal.records):
                yield resource, scope, record


def _objects(value: Any, name: str) -> list[Json]:
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise Refusal(400, f"{name} is no list of objects.")
    return value


def _settled(record: Json, signal: Signal, bounds: Bounds, export: Export) -> str:
    """The file that a record belongs to; nothing where it is not taken in."""
    for key in ("traceId", "spanId", "parentSpanId"):
        if key in record:
            record[key] = _in_hex(record[key])
    if _attributes(record) > bounds.attributes:
        export.reject(1, f"A {signal.noun} may hold {bounds.attributes:,} attributes.")
        return ""
    trace = record.get("traceId") or ""
    if _is_id(trace, 32) and (signal is LOGS or _is_id(record.get("spanId") or "", 16)):
        return str(trace)
    if signal is LOGS:
        return _session(record)
    export.reject(1, "A span has no traceId or spanId that is one.")
    return ""


def _is_id(text: str, length: int) -> bool:
    return len(text) == length and _HEX.fullmatch(text) is not None and text.strip("0") != ""


def _in_hex(value: Any) -> str:
    """An id in small hex digits, also where it was written in base64 as protobuf's own JSON does."""
    text = value if isinstance(value, str) else ""
    if len(text) in (12, 24) and text.endswith("="):
        try:
            return base64.b64decode(text, validate=True).hex()
        except binascii.Error:
            return ""
    return text.lower()


def _attributes(record: Json) -> int:
    held = [record, *_listed(record, "events"), *_listed(record, "links")]
    return sum(len(_listed(each, "attributes")) for each in held if isinstance(each, dict))


def _listed(record: Json, key: str) -> list[Any]:
    value = record.get(key)
    return value if isinstance(value, list) else []


def _session(record: Json) -> str:
    """Log records that belong to no trace are held together by their session."""
    for attribute in _listed(record, "attributes"):
        if isinstance(attribute, dict) and attribute.get("key") in _SESSIONS:
            value = attribute.get("value")
            id = value.get("stringValue") if isinstance(value, dict) else None
            if isinstance(id, str) and id:
                digest = hashlib.sha256(id.encode("utf-8", "replace")).hexdigest()[:16]
                return f"session-{id if _PLAIN.fullmatch(id) else digest}"
    return NO_TRACE


def _add(parts: Parts, resource: Json, scope: Json, record: Json) -> None:
    """Put a record below its resource and scope, which are written once for as many of its trace as follow."""
    if not parts or parts[-1][0] is not resource:
        parts.append((resource, []))
    scopes = parts[-1][1]
    if not scopes or scopes[-1][0] is not scope:
        scopes.append((scope, []))
    scopes[-1][1].append(record)


def _line(parts: Parts, signal: Signal) -> bytes:
    """The line of a file: compact JSON, which holds no line break."""
    document = {
        signal.resources: [
            {**resource, signal.scopes: [{**scope, signal.records: records} for scope, records in scopes]}
            for resource, scopes in parts
        ]
    }
    try:
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"
    except UnicodeEncodeError:  # half a character, which only an escape can write
        return json.dumps(document, separators=(",", ":"), allow_nan=False).encode() + b"\n"
    except (ValueError, RecursionError):
        raise Refusal(400, "The body holds a number or a depth that JSON cannot tell.") from None


def _no_number(name: str) -> float:
    raise ValueError(name)
