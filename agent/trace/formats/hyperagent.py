"""HyperAgent logs, as the file that its logger wrote."""

import re
from collections.abc import Iterator

from agent.trace.formats.format import Draft, Head, Reading
from agent.trace.formats.hyperagent_records import HEADER, HyperAgentRun, LogRecord
from agent.trace.formats.text_records import Header, TextRecord, cut_records
from agent.trace.source import Source

_START = re.compile(rb"(?:\xef\xbb\xbf)?(HyperAgent_\S+) - [A-Z]+ - ")


class HyperAgentLog:
    """Records that begin with `HyperAgent_<instance> - LEVEL - `, even inside a line (after a killed process)."""

    name = "hyperagent_log"

    def recognise(self, head: Head) -> str | None:
        """The first bytes are a record's header."""
        found = _START.match(head.data)
        return f'it begins with "{found[1].decode("utf-8", "replace")[:80]} - LEVEL - "' if found else None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The parts of each record."""
        run = HyperAgentRun(reading)
        records = cut_records(source, Header(HEADER, shift=0))
        first = next(records, None)
        if first is not None and first.header is None:
            yield run.outside(first.start, first.end)
            first = next(records, None)
        if first is not None:
            yield from run.drafts(_log_records(first, records))


def _log_records(first: TextRecord, others: Iterator[TextRecord]) -> Iterator[LogRecord]:
    yield LogRecord(first.start, first.end, first.data, first.body)
    for record in others:
        yield LogRecord(record.start, record.end, record.data, record.body)
