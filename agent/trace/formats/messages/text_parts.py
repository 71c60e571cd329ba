"""Parts of one text as events of their own: words, thoughts and commands that were written into one message."""

from agent.trace.event import Kind, Piece
from agent.trace.event_text import EventText
from agent.trace.formats.base.format import Draft


def part_of(held: EventText, whole: Draft, kind: Kind, start: int, end: int) -> Draft:
    """A stretch of the text of a draft, without the white space around it; the text is one piece."""
    while start < end and held.text[start].isspace():
        start += 1
    while end > start and held.text[end - 1].isspace():
        end -= 1
    first, last = held.bytes_of(start, end) if start < end else (whole.pieces[0].start, whole.pieces[0].start)
    return Draft(kind, whole.start, whole.end, actor=whole.actor, pieces=(Piece(first, last, whole.pieces[0].coding),))


def words_around(held: EventText, whole: Draft, kind: Kind, start: int, end: int) -> list[Draft]:
    """What stands before and behind a stretch of the text, as one event; none where nothing does."""
    sides = [part_of(held, whole, kind, *side) for side in ((0, start), (end, len(held.text)))]
    sides = [side for side in sides if side.pieces[0].start < side.pieces[0].end]
    if len(sides) == 2:
        sides[0].pieces += sides.pop().pieces
    return sides
