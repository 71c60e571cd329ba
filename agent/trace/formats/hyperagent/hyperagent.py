"""HyperAgent logs, as the file that its logger wrote."""

from collections.abc import Iterator

from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat
from agent.trace.formats.hyperagent.hyperagent_records import HEADER, HyperAgentRun, LogRecord
from agent.trace.formats.text.text_records import Header, RecordCutter, TextRecord
from agent.trace.source import Source

_START = pattern(rb"(?:\xef\xbb\xbf)?(HyperAgent_\S+) - [A-Z]+ - ")


class HyperAgentLog(UnitFormat):
    """Records that begin with `HyperAgent_<instance> - LEVEL - `, even inside a line (after a killed process)."""

    name = "hyperagent_log"

    def recognise(self, head: Head) -> str | None:
        """The first bytes are a record's header."""
        match = _START.match(head.data)
        return f'it begins with "{match[1].decode("utf-8", "replace")[:80]} - LEVEL - "' if match else None

    def begin(self, source: Source, reading: Reading) -> ResumableCut[TextRecord]:
        """The parts of each record."""
        return ResumableCut(source, reading, RecordCutter(source, Header(HEADER, shift=0)), _Log(reading))


class _Log:
    """The run, and what stands before its first record."""

    def __init__(self, reading: Reading) -> None:
        self._run = HyperAgentRun(reading)

    def read(self, record: TextRecord) -> Iterator[Draft]:
        """The events that a record brings to their end."""
        if record.header is None:
            yield self._run.outside(record.start, record.end)
        else:
            yield from self._run.add(LogRecord(record.start, record.end, record.data, record.body))

    def end(self) -> Iterator[Draft]:
        """What was held back."""
        return self._run.end()
