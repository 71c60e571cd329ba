"""Limits into how many tiny events a trace may fall: the rest is one event, and a warning says so."""

from collections.abc import Iterator

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.source import Source

MANY = 200_000
TINY_TEXT, TINY_JSON = 8, 32
"""Bytes of an event on an average below which nobody has done anything: a line of a log needs few, a record more."""


def told_apart(drafts: Iterator[Draft], source: Source, reading: Reading) -> Iterator[Draft]:
    """The drafts, as long as they are worth their time; then the rest of the source as the last one."""
    reached, tiny = source.start, TINY_JSON if _is_json(source) else TINY_TEXT
    for count, draft in enumerate(drafts, 1):
        yield draft
        reached = max(reached, draft.end)
        if count % MANY == 0 and reached - source.start < count * tiny and reached < source.size:
            yield from _rest(source, reached, reading)
            return


def _rest(source: Source, start: int, reading: Reading) -> Iterator[Draft]:
    """What is not told apart; of JSON it is not shown as lines, since nobody has looked for labels in it."""
    reading.warn(
        f"the source falls into more than {MANY:,} events of a few bytes each: "
        f"what stands behind byte {start:,} is one event, and nobody is told apart in it"
    )
    if _is_json(source):
        reading.hide(f"what stands behind byte {start:,}: labels may be in it")
        yield Draft(Kind.NOISE, start, source.size, pieces=(Piece(start, start),), salience=0.0)
    else:
        yield Draft(Kind.NOTE, start, source.size, salience=0.5)


def _is_json(source: Source) -> bool:
    return source.read(source.start, source.start + 4096).lstrip()[:1] in (b"{", b"[")
