"""An AutoGen 0.4 console: what `Console(team.run_stream(...))` prints, with no wrapper around it."""

import re

from agent.trace.closing_words import is_closing
from agent.trace.event import Kind
from agent.trace.formats.autogen.console_blocks import BLOCK_HEADER, read_block
from agent.trace.formats.autogen.magentic_one import begin_bare
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat, UnitReader
from agent.trace.formats.base.text_words import tight_piece
from agent.trace.formats.text.text_records import RecordCutter, TextRecord
from agent.trace.source import Source

HEAD = 64 * 1024
_COUNTED = pattern(rb"\n\[Prompt tokens: \d+, Completion tokens: \d+\]\s*\Z")
"""What a console that shows usage writes below a message: nobody said it."""
_MAGENTIC = pattern(rb"^-{10} (?:\w+ \()?MagenticOneOrchestrator\)? -{10}[ \t]*\r?$", re.MULTILINE)


class AutogenConsole(UnitFormat):
    """Blocks that begin with `---------- name ----------`, or `---------- Type (name) ----------` in newer versions."""

    name = "autogen04_console"

    def recognise(self, head: Head) -> str | None:
        """A line of ten dashes, a name and ten dashes."""
        match = BLOCK_HEADER.pattern.search(b"\n" + head.data)
        if match is None:
            return None
        return f'a line "{match[0].strip().decode("utf-8", "replace")}"'

    def begin(self, source: Source, reading: Reading) -> ResumableCut[TextRecord]:
        """One event for each block."""
        if _MAGENTIC.search(source.read(source.start, source.start + HEAD)):
            return begin_bare(source, reading)
        return ResumableCut(source, reading, RecordCutter(source, BLOCK_HEADER), _Messages(reading))


class _Messages(UnitReader[TextRecord]):
    """What has to be remembered from block to block."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._events = 0
        self._records = 0
        self._result: tuple[int, bytes] = (0, b"")

    def read(self, record: TextRecord) -> tuple[Draft, ...]:
        """A block as an event."""
        self._events += 1
        if record.header is None:
            return (Draft(Kind.NOISE, record.start, record.end, salience=0.0),)
        self._records += 1
        draft = read_block(record, record.header, self._records)
        text = tight_piece(record.data, record.body, _end(record), record.start)
        if draft.kind is Kind.RESULT and record.header[1] != b"ToolCallSummaryMessage":
            self._result = (self._events, record.data)
        elif draft.kind is Kind.RESULT and record.data[record.body :].strip() in self._result[1]:
            draft.repeats, draft.salience = self._result[0], 0.0
        if record.header[1] == b"Summary":
            draft.kind, draft.actor, draft.salience = Kind.USAGE, None, 0.05
        elif text.start < text.end and self._reading.task is None and (self._records == 1 or draft.actor == "user"):
            draft.kind = Kind.TASK
            self._reading.task = Statement((text,))
        elif text.start < text.end and draft.kind is Kind.SAY and draft.actor != "user" and not _is_farewell(record):
            self._reading.answer = Statement((text,))
        return (draft,)


def _end(record: TextRecord) -> int:
    """Where the words of a block end."""
    counted = _COUNTED.search(record.data, record.body)
    return counted.start() if counted is not None else len(record.data)


def _is_farewell(record: TextRecord) -> bool:
    return is_closing(record.data[record.body : _end(record)].decode("utf-8", "replace").strip())
