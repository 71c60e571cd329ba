"""An AutoGen 0.4 console: what `Console(team.run_stream(...))` prints, with no wrapper around it."""

import re
from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.formats.console_blocks import BLOCK_HEADER, read_block
from agent.trace.formats.format import Draft, Head, Reading, Statement
from agent.trace.formats.magentic_one import cut_bare
from agent.trace.formats.text_records import cut_records
from agent.trace.formats.words import tight_piece
from agent.trace.source import Source

HEAD = 64 * 1024
_MAGENTIC = re.compile(rb"^-{10} (?:\w+ \()?MagenticOneOrchestrator\)? -{10}[ \t]*\r?$", re.MULTILINE)


class AutogenConsole:
    """Blocks that begin with `---------- name ----------`, or `---------- Type (name) ----------` in newer versions."""

    name = "autogen04_console"

    def recognise(self, head: Head) -> str | None:
        """A line of ten dashes, a name and ten dashes."""
        found = BLOCK_HEADER.pattern.search(b"\n" + head.data)
        if found is None:
            return None
        return f'a line "{found[0].strip().decode("utf-8", "replace")}"'

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """One event for each block."""
        if _MAGENTIC.search(source.read(source.start, source.start + HEAD)):
            yield from cut_bare(source, reading)
            return
        number = events = 0
        result: tuple[int, bytes] = (0, b"")
        for record in cut_records(source, BLOCK_HEADER):
            events += 1
            if record.header is None:
                yield Draft(Kind.NOISE, record.start, record.end, salience=0.0)
                continue
            number += 1
            draft = read_block(record, record.header, number)
            text = tight_piece(record.data, record.body, len(record.data), record.start)
            if draft.kind is Kind.RESULT and record.header[1] != b"ToolCallSummaryMessage":
                result = (events, record.data)
            elif draft.kind is Kind.RESULT and record.data[record.body :].strip() in result[1]:
                draft.repeats, draft.salience = result[0], 0.0
            if record.header[1] == b"Summary":
                draft.kind, draft.actor, draft.salience = Kind.USAGE, None, 0.05
            elif text.start < text.end and reading.task is None and (number == 1 or draft.actor == "user"):
                draft.kind = Kind.TASK
                reading.task = Statement((text,))
            elif text.start < text.end and draft.kind is Kind.SAY and draft.actor != "user":
                reading.answer = Statement((text,))
            yield draft
