"""Finds which models a JSON trace names in fields of its own, where in the file, and at which events."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from agent.statistics.token_owners import inside_run
from agent.trace.event import Event
from agent.trace.source import Source
from agent.trace.trace import Trace

BLOCK, OVERLAP, BEFORE = 1024 * 1024, 4096, 48
"""Bytes that are read at once, with what may belong to a field that begins or ends in another block."""
MOST = 200_000
"""Fields that are counted."""
_FIELD = re.compile(
    rb'odel(?:_name|Name|_id|Id|ID|_slug|_version|Version)?\\*"'
    rb'(?:\s*,\s*\\*"value\\*"\s*:\s*\{\s*\\*"\w{3,6}Value\\*")?\s*:\s*\\*"([\w./:@+-]{2,80})\\*"'
)
_BEFORE = re.compile(
    rb'"(?:gen_ai\.(?:request|response)\.|llm\.(?:request\.|response\.)?|ai\.(?:response\.)?|ls_|requested|effective)?[mM]$'
)
"""How the name of a field begins whose end names a model."""


@dataclass(slots=True)
class ModelNamed:
    """A model that the file names in fields of its own."""

    name: str
    times: int = 0
    lines: list[int] = field(default_factory=list)
    """The first and the last line of the events whose records name it; none where only the file around them does."""
    source_line: int | None = None
    """Where the file names it first outside of every event."""


@dataclass(slots=True)
class _Record:
    """The smallest record of events that holds a field: its length, its first line, who acts there."""

    size: int | None = None
    line: int = 0
    actors: set[str | None] = field(default_factory=set)

    def see(self, event: Event) -> None:
        """Take in another event whose record holds the field."""
        size = event.bytes[1] - event.bytes[0]
        if self.size is None or size < self.size:
            self.size, self.line, self.actors = size, event.lines[0], {event.actor}
        elif size == self.size:
            self.line = min(self.line, event.lines[0])
            self.actors.add(event.actor)


def models_named(trace: Trace, actor: str | None = None, stop: Callable[[], bool] = lambda: False) -> list[ModelNamed]:
    """Each model once, in the order of the file; with an actor those that are named where this one acts."""
    is_inside = inside_run(trace)
    found = list(islice((one for one in _fields(trace.source, stop) if is_inside(one[0])), 2 * MOST))
    places = [place for place, _ in found]
    records = [_Record() for _ in found]
    said: set[int] = set()
    for event in trace.events if found else ():
        if stop():
            break
        for at in range(bisect_left(places, event.bytes[0]), bisect_left(places, event.bytes[1])):
            records[at].see(event)
        for piece in event.pieces:
            said.update(range(bisect_left(places, piece.start), bisect_left(places, piece.end)))
    named: dict[str, ModelNamed] = {}
    for at in [at for at in range(len(found)) if at not in said][:MOST]:
        place, name = found[at]
        if actor is None or actor in records[at].actors:
            _tell(named.setdefault(name, ModelNamed(name)), records[at], trace.source, place)
    return list(named.values())


def _tell(model: ModelNamed, record: _Record, source: Source, place: int) -> None:
    """Count another place that names a model."""
    model.times += 1
    if record.size is not None:
        lines = [*model.lines, record.line]
        model.lines = [min(lines), max(lines)]
    elif model.source_line is None:
        model.source_line = 1 + sum(data.count(b"\n") for data in _until(source, place))


def _until(source: Source, place: int) -> Iterator[bytes]:
    for at in range(source.start, place, BLOCK):
        yield source.read(at, min(at + BLOCK, place))


def _fields(source: Source, stop: Callable[[], bool]) -> Iterator[tuple[int, str]]:
    """Where the file has a field that names a model, and the name."""
    at = source.start
    while not stop():
        first = max(source.start, at - BEFORE)
        data = source.read(first, at + BLOCK + OVERLAP)
        is_last = len(data) < at - first + BLOCK + OVERLAP
        for match in _FIELD.finditer(data, at - first):
            is_here = is_last or match.start() < at - first + BLOCK
            if is_here and _BEFORE.search(data, max(0, match.start() - BEFORE), match.start()):
                yield first + match.start(), match[1].decode("ascii", "replace")
        if is_last:
            return
        at += BLOCK
