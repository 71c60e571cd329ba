"""Where in the trace the words stand that an answer quotes: on the lines it cites, near them, anywhere, or nowhere."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from agent.chat.citations import at_place
from agent.chat.material import Material
from agent.chat.turn import Citation
from agent.diagnosis.document_parts import Lines
from agent.diagnosis.matching import Hit, exact, normalised, on_lines, repaired
from agent.diagnosis.quote import Place
from agent.lookup.word_index import SHELVES
from agent.trace.event import Event
from agent.trace.matcher import Query

NEAR = 3
PASSAGES, PLACES = 12, 40
WIDEST = 400
"""Lines of a cited range that are read for a quote; in a wider one it is searched for like anywhere."""
SAME_ORDER = 0.8


def find_quote(material: Material, words: str, cited: Sequence[Lines] = ()) -> Citation | None:
    """The citation of quoted words; None where the trace does not hold them."""
    text = material.restored(words).strip()
    if not text:
        return None
    near = [
        stretch
        for beyond in (0, NEAR)
        for lines in cited
        if lines[1] - lines[0] < WIDEST
        for stretch in _stretches(material, lines[0] - beyond, lines[1] + beyond)
    ]
    for match in (exact, normalised, repaired):
        for event, start, end in near:
            if (hit := match(material.trace.text(event), text, start, end)) is not None and _in_order(
                text, material.trace.text(event)[hit.start : hit.end]
            ):
                return _cited(material, event, hit)
    for event, start, end in _elsewhere(material, text):
        for match in (exact, normalised):
            if (hit := match(material.trace.text(event), text, start, end)) is not None:
                return _cited(material, event, hit)
    return None


def _in_order(words: str, real: str) -> bool:
    """Whether two texts have nearly the same words in the same order: who did what to whom."""
    one, other = words.casefold().split(), real.casefold().split()
    return (
        words in real
        or SequenceMatcher(None, one, other, autojunk=False).ratio() >= SAME_ORDER
        or ("".join(filter(str.isalnum, words.casefold())) == "".join(filter(str.isalnum, real.casefold())))
    )


def _cited(material: Material, event: Event, hit: Hit) -> Citation:
    return at_place(material, Place("reference", event.number, hit.start, hit.end, hit.match))


def _stretches(material: Material, first: int, last: int) -> Iterator[tuple[Event, int, int]]:
    """The parts of events that lie on these lines."""
    events = material.trace.events
    first, last = max(1, first), min(last, events.lines)
    if first > last:
        return
    for event in events.between(events.at_line(first).number, events.at_line(last).number):
        yield event, *on_lines(material.trace.text(event), event.lines[0], first, last)


def _elsewhere(material: Material, text: str) -> Iterator[tuple[Event, int, int]]:
    """Other stretches that may hold the words: those that hold its first line as it stands, or its rarest words."""
    first = text.split("\n", 1)[0]
    height = text.count("\n")
    if len(first) > 1:
        for count, hit in enumerate(material.trace.search(Query(first)).hits()):
            yield from _stretches(material, hit.line, hit.line + height)
            if count >= PLACES:
                break
    words = re.findall(r"\w+", text)
    for shelf in SHELVES:
        for passage in material.visible.index.best(words, PASSAGES, shelf)[0]:
            yield from _stretches(material, passage.lines[0], passage.lines[1] + height)
