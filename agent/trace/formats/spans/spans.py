"""Joins spans to a tree without their texts: which agent each belongs to, and their order in time."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from agent.trace.event import Piece
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_stream import JsonStream
from agent.trace.formats.spans.span_names import is_routine
from agent.trace.source import Source

_DURATION = pattern(r"-?P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MOST_NODES = 200_000
_LATEST = 250_000_000_000_000_000


@dataclass(slots=True, eq=False)
class Span:
    """One span: where it lies, when it ran, and what it belongs to. Times are microseconds since 1970."""

    id: str
    parent_id: str | None
    trace_id: str
    name: str
    kind: str
    start: int
    end: int
    body: tuple[int, int]
    """The bytes that are parsed again when the span's events are made."""
    name_piece: Piece | None = None
    opened: int | None = None
    closed: int | None = None
    agent: str | None = None
    tool: str | None = None
    """The tool that ran, where it goes by another name than the span."""
    failed: bool = False
    record: int = 0
    parent: "Span | None" = None
    depth: int = 0
    event: int | None = None
    """The number of the first event that the span gave."""
    children: "list[Span]" = field(default_factory=list)
    counted: bool = True
    """Whether it is a record of the format's own; what holds the records is none."""
    node: Node | None = None
    """What was parsed of it, where there are few enough spans to keep that."""
    speaks: bool = True
    """Whether anything was kept of what went in and came out."""
    holds_model: bool = False
    """Whether a model call lies in it, which says what the span then only hands on."""
    goes_on: bool = False
    """Whether it was written before it ended."""
    echoes: bool = False
    """Whether it is a model call whose words the model call around it tells better."""

    def parsed(self, source: Source) -> Node:
        """The fields of the span without its children, from memory or from the file."""
        if self.node is not None:
            node, self.node = self.node, None
            return node
        stream = JsonStream(source, None, *self.body)
        for _ in stream.records():
            pass
        return stream.root or Node("object", *self.body)

    @property
    def ancestors(self) -> "Iterator[Span]":
        """The spans it lies in, innermost first."""
        span = self.parent
        while span is not None:
            yield span
            span = span.parent

    @property
    def caller(self) -> "Span | None":
        """The span around it, if that is more than the frame of the whole."""
        return self.parent if self.parent is not None and self.parent.counted else None

    def first_model(self) -> "Span | None":
        """The first model call in it that says something by itself."""
        calls = []
        stack = list(self.children)
        while stack:
            span = stack.pop()
            if span.kind == "LLM" and span.speaks and not span.holds_model and not span.echoes:
                calls.append(span)
            stack.extend(span.children)
        return min(calls, key=_by_start, default=None)

    def agent_at_work(self) -> str | None:
        """The nearest agent, else the nearest span around it that goes by a name of its own."""
        agent = next((span.agent for span in (self, *self.ancestors) if span.agent), None)
        return agent or next((span.name for span in self.ancestors if not is_routine(span.name)), None)


class Nodes:
    """How many parsed nodes may be kept; spans beyond that are parsed again when their events are made."""

    def __init__(self) -> None:
        self._left = MOST_NODES

    def keep(self, node: Node) -> Node | None:
        """The node, if there is room for it."""
        if self._left > 0:
            self._left -= sum(1 for _ in node.walk())
            return node
        return None


def grow(spans: list[Span]) -> list[Span]:
    """Number the spans by document order and join them to a tree; the roots, earliest first."""
    spans.sort(key=lambda span: span.start)
    known = {span.id: span for span in spans if span.id}
    roots = []
    number = 0
    for span in spans:
        number += span.counted
        span.record = number if span.counted else 0
        parent = known.get(span.parent_id or "")
        if parent is None or parent is span:
            roots.append(span)
        else:
            span.parent = parent
            parent.children.append(span)
    _break_circles(spans, roots)
    _settle(roots)
    roots.sort(key=_by_start)
    return roots


def close_last(spans: list[Span]) -> list[Span]:
    """A span ends no sooner than those it holds: what it leaves behind comes after what they said."""
    known = {span.id: span for span in spans if span.id}
    for span in spans:
        around = known.get(span.parent_id or "")
        closed = span.closed if span.closed is not None else span.opened
        while around is not None and closed is not None and (around.closed is None or around.closed < closed):
            around.closed = closed
            around = known.get(around.parent_id or "")
    return spans


def _break_circles(spans: list[Span], roots: list[Span]) -> None:
    """A span that is its own ancestor becomes a root."""
    reached: set[int] = set()
    for first in (*roots, *spans):
        if first.record in reached:
            continue
        if first.parent is not None:
            first.parent.children.remove(first)
            first.parent = None
            roots.append(first)
        stack = [first]
        while stack:
            span = stack.pop()
            reached.add(span.record)
            stack.extend(span.children)


def _settle(roots: list[Span]) -> None:
    """Depths, and times that put no span before the one it lies in."""
    stack = list(roots)
    while stack:
        span = stack.pop()
        around = span.parent
        if around is not None:
            span.depth = around.depth + 1
            span.opened = max(span.opened, around.opened or 0) if span.opened is not None else around.opened
        if span.closed is None or (span.opened is not None and span.closed < span.opened):
            span.closed = span.opened
        span.children.sort(key=_by_start)
        stack.extend(span.children)


def _by_start(span: Span) -> tuple[int, int]:
    return (span.opened or 0, span.record)


def in_time(roots: Iterable[Span]) -> list[tuple[Span, bool]]:
    """Each span twice, as it opens (True) and as it closes, in the order of time; the tree decides where times tie."""
    moments: list[tuple[int, int, Span, bool]] = []
    for root in roots:
        stack: list[tuple[Span, bool]] = [(root, True)]
        while stack:
            span, opens = stack.pop()
            moments.append(((span.opened if opens else span.closed) or 0, len(moments), span, opens))
            if opens:
                stack.append((span, False))
                stack.extend((child, True) for child in reversed(span.children))
    moments.sort(key=lambda moment: moment[:2])
    return [(span, opens) for _, _, span, opens in moments]


def parse_time(text: str | None) -> int | None:
    """Microseconds of a time as ISO text; a time without a zone is taken as UTC."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return (moment - _EPOCH) // timedelta(microseconds=1)


def parse_nanoseconds(value: object) -> int | None:
    """Microseconds of a count of nanoseconds, written as a number or as a string."""
    if isinstance(value, str) and value.isdigit() and len(value) < 21:
        value = int(value)
    if isinstance(value, float) and 0 < value < 1e20:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1000 * _LATEST:
        return value // 1000
    return None


def moment(source: Source, node: Node, keys: tuple[str, ...]) -> int | None:
    """Microseconds of the first of these fields that is a time: as text, or as a number of any part of a second."""
    for key in keys:
        held = node.fields.get(key)
        value = held.value(source) if held is not None and held.end - held.start < 80 else None
        if isinstance(value, list) and len(value) == 2 and all(isinstance(part, int) for part in value):
            return int(value[0]) * 1_000_000 + int(value[1]) // 1000
        if isinstance(value, str) and not value.isdigit():
            return parse_time(value)
        if isinstance(value, int | float | str) and not isinstance(value, bool):
            number = int(value) if isinstance(value, str) else value
            for limit, factor in ((1e11, 1e6), (1e14, 1e3), (1e17, 1), (1e20, 1e-3)):
                if 0 < number < limit:
                    return int(number * factor) if factor >= 1 else int(number) // 1000
    return None


def parse_duration(text: str | None) -> int | None:
    """Microseconds of an ISO 8601 duration such as PT2M5.65S."""
    match = _DURATION.match(text or "")
    if match is None:
        return None
    days, hours, minutes, seconds = (float(part or 0) for part in match.groups())
    return round((days * 86400 + hours * 3600 + minutes * 60 + seconds) * 1_000_000)


def write_time(micros: int | None) -> str | None:
    """A time as ISO text in UTC."""
    if micros is None or not 0 < micros < _LATEST:
        return None
    return (_EPOCH + timedelta(microseconds=micros)).isoformat().replace("+00:00", "Z")
