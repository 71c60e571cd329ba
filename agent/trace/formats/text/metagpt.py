"""MetaGPT's communication log as the MAST authors write it: blocks that end with 80 dashes, one agent in each."""

import re
from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat, UnitReader
from agent.trace.formats.base.text_words import first_words, iso, tight_piece
from agent.trace.formats.text.text_records import Header, RecordCutter, TextRecord
from agent.trace.source import Source

_TITLE = b"=== MetaGPT Agent Communication Log"
_JSON = pattern(rb'\s*\[?\s*\{\s*"')
_HEADER = Header(
    pattern(rb"\n\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] (?:FROM: (\S+) TO: ([^\n]*?)|NEW MESSAGES:)[ \t]*\r?(?=\n|\Z)")
)
_RULE = b"\n" + b"-" * 80
_RULE_END = pattern(rb"\r?(?:\n|\Z)")
_AGENT = pattern(rb"\s*([^\W\d][\w .-]*): ?")
_CONTENT = pattern(rb"^CONTENT:", re.MULTILINE)
_RECEIVER = pattern(rb"'([^']*)'|\"([^\"]*)\"")


class MetaGpt(UnitFormat):
    """Blocks of one message each, between a header with a time and a line of 80 dashes."""

    name = "metagpt_comm_log"

    def recognise(self, head: Head) -> str | None:
        """The log says its own name at once."""
        if _TITLE in head.data[:400] and _JSON.match(head.data) is None:
            return 'it says "=== MetaGPT Agent Communication Log" in its first lines'
        return None

    def begin(self, source: Source, reading: Reading) -> ResumableCut[TextRecord]:
        """One event for each block; nothing in this log was ever executed."""
        reading.executes_code = False
        return ResumableCut(source, reading, RecordCutter(source, _HEADER), _Blocks(reading))


class _Blocks(UnitReader[TextRecord]):
    """Counts the blocks, and leaves what stands around them aside."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._records = 0

    def read(self, record: TextRecord) -> Iterator[Draft]:
        """A block as an event, and what stands behind it as another."""
        if record.header is None:
            yield Draft(Kind.NOISE, record.start, record.end, salience=0.0)
            return
        self._records += 1
        text_end, end = _ends(record)
        yield _draft(record, record.header, (text_end, end), self._records, self._reading)
        if end < record.end:
            yield Draft(Kind.NOISE, end, record.end, salience=0.0)


def _ends(record: TextRecord) -> tuple[int, int]:
    """Where the text ends in the record's bytes, and where the block ends in the file.

    Blank lines after the rule belong to the block; what says something there is a footer.
    """
    data = record.data
    rule, end = len(data), None
    while end is None and rule >= 0:
        rule = data.rfind(_RULE, record.body, rule)
        end = _RULE_END.match(data, rule + len(_RULE)) if rule >= 0 else None
    if end is None:
        return len(data), record.end
    if not data[end.end() :].strip():
        return rule + 1, record.end
    return rule + 1, record.start + end.end()


def _draft(record: TextRecord, header: re.Match[bytes], ends: tuple[int, int], number: int, reading: Reading) -> Draft:
    time, sender, receivers = header.groups()
    rule, end = ends
    data = record.data
    draft = Draft(Kind.SAY, record.start, end, number, time=iso(time))
    if sender is not None:
        content = _CONTENT.search(data, record.body)
        start = content.end() if content else record.body
        draft.actor = sender.decode("utf-8", "replace")
        draft.to = tuple((one or other).decode("utf-8", "replace") for one, other in _RECEIVER.findall(receivers))
        if reading.task is None and data[start:rule].strip():
            draft.kind = Kind.TASK
            reading.task = Statement((tight_piece(data, start, rule, record.start),))
    else:
        agent = _AGENT.match(data, record.body, rule)
        start = agent.end() if agent else record.body
        draft.actor = agent[1].decode("utf-8", "replace") if agent else None
    draft.title = first_words(data[:rule], start)
    return draft
