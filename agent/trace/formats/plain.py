"""A plain log: what nobody else recognises, one event for each paragraph."""

from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.formats.format import Draft, Head, Reading
from agent.trace.source import Source


class PlainLog:
    """Lines of text with blank lines between them."""

    name = "plain_log"

    def recognise(self, head: Head) -> str | None:
        """Everything is at least a plain log."""
        return "no known format fits, so it is read line by line"

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """One event for each paragraph."""
        reading.warn("no known format fits: events are paragraphs, and agents are not told apart")
        start = 0
        tail = b""
        for offset, block in source.blocks():
            data = tail + block
            base = offset - len(tail)
            at = 0
            while (blank := data.find(b"\n\n", at)) >= 0:
                end = base + blank + 2
                yield Draft(Kind.NOTE, start, end)
                start, at = end, blank + 2
            tail = data[at:]
        end = start + len(tail)
        if tail:
            yield Draft(Kind.NOTE, start, end)
