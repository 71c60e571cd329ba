"""The row above each event: who, to whom, what kind, when; it is ours and never part of the trace."""

import re

from agent.clean import clean_name
from agent.trace.event import Event, Kind
from mast_tui.layout.actors import NO_ACTOR, Actors
from mast_tui.layout.line_reader import LineReader
from mast_tui.layout.row import Row, Span, clipped
from mast_tui.layout.time_words import gap, seconds_between
from mast_tui.layout.width import cells, cut
from mast_tui.terminal.themes import Symbols

_STAMP = re.compile(r"\W{0,3}\d{4}[-/.]\d\d[-/.]\d\d[ T]\d\d:\d\d")
_LONGEST_NAME = 28


class EventHeads:
    """Makes the heads of events."""

    def __init__(self, reader: LineReader, actors: Actors, symbols: Symbols) -> None:
        self._reader = reader
        self._actors = actors
        self._symbols = symbols
        self._plain = reader.trace.format.name == "plain_log"

    def has_head(self, event: Event) -> bool:
        """Whether there is anything to say above an event: paragraphs of a plain log have neither agent nor time."""
        return not (self._plain and event.actor is None and event.time is None)

    def is_own_first_line(self, event: Event, line: int, text: str) -> bool:
        """Whether a line is how the format itself introduces an event: rarely what one reads."""
        if line != event.lines[0] or event.lines[1] == line or not self._reader.trace.events.level:
            return False
        head = text[:200]
        return bool(_STAMP.match(head)) or (event.actor is not None and len(event.actor) > 2 and event.actor in head)

    def head(self, event: Event, width: int, digits: int) -> Row:
        """The row above an event."""
        return self._row(event, width, " " * (digits + 2), self._since(event))

    def sticky(self, event: Event, width: int, digits: int, lead: Span) -> Row:
        """The head of the event that the top line lies in, with its line in place of the time."""
        made = self._row(
            event, width - cells(lead.text), " " * max(0, digits + 2 - cells(lead.text)), f"L{event.lines[0]}"
        )
        return Row((lead, *made.spans))

    def _row(self, event: Event, width: int, left: str, right: str) -> Row:
        member = self._actors.of(event)
        chip = (
            Span(f" {member.letters:<2} ", f"page/{member.ink} bold")
            if member.is_agent
            else Span(f" {member.letters:<2} ", "quiet")
        )
        if member is NO_ACTOR:
            return self._joined([Span(left), chip, Span(f" {event.kind.value}", "quiet bold")], event, width, right)
        who = Span(f" {cut(member.name, _LONGEST_NAME)}", f"{member.ink} bold")
        spans = [Span(left), chip, who]
        if event.to:
            to = cut(clean_name(", ".join(event.to)), _LONGEST_NAME)
            spans += [Span(f" {self._symbols.to} {to}", f"{member.ink} bold")]
        kind = f"   {event.kind.value}" + (
            f" {cut(clean_name(event.tool), 24)}" if event.tool and event.kind is Kind.CALL else ""
        )
        spans.append(Span(kind, "quiet"))
        return self._joined(spans, event, width, right)

    def _joined(self, spans: list[Span], event: Event, width: int, right: str) -> Row:
        end = [f"event {event.number:,}  {right:>6} " if right else "", f"event {event.number:,} ", ""]
        end = end if right else end[1:]
        room = width - Row(tuple(spans)).width
        tail = next(words for words in end if cells(words) + 2 <= room or not words)
        if not tail:
            return Row(clipped(spans, width))
        return Row((*spans, Span(" " * (room - cells(tail))), Span(tail, "quiet")))

    def _since(self, event: Event) -> str:
        if event.number == 1 or event.time is None:
            return ""
        seconds = seconds_between(self._reader.event(event.number - 1).time, event.time)
        return gap(seconds) if seconds is not None and seconds >= 0 else ""
