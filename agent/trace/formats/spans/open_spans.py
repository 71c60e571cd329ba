"""Which spans have not ended: most are written when they end, so they are known by what lies in them."""

from agent.clean import clean_name
from agent.number_words import count
from agent.trace.formats.base.format import OpenPart, Reading
from agent.trace.formats.spans.span_names import agent_called
from agent.trace.formats.spans.spans import Span, write_time

LONGEST, NAMED, TOLD = 60, 2, 3
"""Characters of a name, spans that one is known by, spans that are named."""


def note_open(roots: list[Span], spans: list[Span], reading: Reading) -> None:
    """Tell the reading of spans that others name and that are not there, and of those that say they go on."""
    around: dict[str, list[Span]] = {}
    for root in roots:
        if root.parent_id:
            around.setdefault(root.parent_id, []).append(root)
    for id, held in around.items():
        reading.open.append(OpenPart(id, _known_by(held), _begun(held), len(held)))
    begun = [span for span in spans if span.goes_on]
    for span in begun:
        name = _short(span.agent or span.name or span.id)
        reading.open.append(OpenPart(span.id, name, write_time(span.opened), len(span.children)))
    if around:
        told = _told(reading.open[: len(around)])
        said = "not there: not ended when this was written, lost, or of another program"
        reading.warn(f"{count(len(around), 'span')} that others lie in: {said} ({told})")
    if begun:
        told = _told(reading.open[len(around) :])
        reading.warn(f"{count(len(begun), 'span')} not ended when this was written ({told})")


def _known_by(held: list[Span]) -> str:
    """The one agent that is at work in all that lies there, else what the first ones are called."""
    agents = {span.agent or agent_called(span.name) for span in held}
    if len(agents) == 1 and (agent := agents.pop()):
        return _short(agent)
    names = list(dict.fromkeys(span.name for span in held if span.name))
    more = " and more" if len(names) > NAMED else ""
    return f"around {', '.join(map(_short, names[:NAMED]))}{more}" if names else "unnamed"


def _begun(held: list[Span]) -> str | None:
    return write_time(min((span.opened for span in held if span.opened is not None), default=None))


def _short(name: str) -> str:
    return str(clean_name(name))[:LONGEST]


def _told(parts: list[OpenPart]) -> str:
    more = f", and {len(parts) - TOLD:,} more" if len(parts) > TOLD else ""
    return "; ".join(part.name for part in parts[:TOLD]) + more
