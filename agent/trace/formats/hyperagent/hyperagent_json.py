"""HyperAgent logs as the MAST authors keep them: a JSON object whose `trajectory` is the log, one string for each line.

The strings are too short and too many to be taken one by one: records are cut by their header in the bytes of the
array, and their strings are read together.
"""

import re
from collections.abc import Iterator

from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.hyperagent.hyperagent_records import HEADER, STRING, HyperAgentRun, LogRecord
from agent.trace.formats.json.json_nodes import Node, strings_text
from agent.trace.formats.json.json_records import JsonRecords, or_hidden, warn_of_break
from agent.trace.formats.json.json_stream import JsonStream
from agent.trace.formats.json.json_tokens import STRING_END
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.formats.text.text_records import Header, TextRecord, cut_records
from agent.trace.source import Source

_KEYS = re.compile(rb'"(instance_id|problem_statement|hints_text)"\s*:')
_LINE = re.compile(rb'"HyperAgent_[A-Za-z0-9_.-]+ - [A-Z]+ - ')
_LINES = re.compile(rb'"trajectory"\s*:\s*\[\s*(?:"[^"\\]{0,200}"\s*,\s*){0,9}' + _LINE.pattern)
_SPANS = re.compile(rb'"(?:resourceSpans|span_kind)"\s*:')
_TRAJECTORY = Header(re.compile(rb'"trajectory"\s*:\s*\[\s*'), shift=0)
_RECORD = Header(re.compile(rb'"(?<!\\")HyperAgent_[A-Za-z0-9_.-]+ - [A-Z]+ - '), shift=0)
_STRINGS = re.compile(rb'(?:"' + STRING_END + rb"[\s,]*+)*+", re.DOTALL)
_GAP = b" \t\r\n,"


class HyperAgentJson:
    """The log as a list of its lines, beside the problem, the hints and the true patch."""

    name = "hyperagent_mast_json"

    def recognise(self, head: Head) -> str | None:
        """An object with `instance_id` and `problem_statement`, and `hints_text` or a line of the log."""
        if head.opens != b"{":
            return None
        keys = set(_KEYS.findall(head.data))
        if _SPANS.search(head.data):
            return None
        if not {b"instance_id", b"problem_statement"} <= keys:
            lines = _LINES.search(head.data)
            return "a JSON object whose `trajectory` is a list of lines of a HyperAgent log" if lines else None
        if b"hints_text" in keys:
            return "a JSON object with `instance_id`, `problem_statement` and `hints_text`"
        if _LINE.search(head.data):
            return "a JSON object with `instance_id`, `problem_statement` and lines of a HyperAgent log"
        return None

    @or_hidden
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The parts of each record, made of the strings of `trajectory`."""
        run = HyperAgentRun(reading)
        array = _Array(source)
        if array.start is not None:
            for start, end, data in array.before():
                yield run.outside(start, end, LogRecord(start, end, b"", 0, data).pieces(start, end))
            yield from run.drafts(array.records())
            if array.end is None:
                warn_of_break(reading, source.size, "the list of log lines does not end")
        _read_whole(source, array, reading)


class _Array:
    """The bytes of the trajectory; `start` is where it begins, `end` where its closing bracket was found."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.start: int | None = None
        self.end: int | None = None
        self._first: TextRecord | None = None
        for record in cut_records(source, _TRAJECTORY):
            if record.header is not None:
                self.start = record.start + record.body
                break
        self._records = cut_records(source, _RECORD, start=self.start) if self.start is not None else iter(())

    def before(self) -> Iterator[tuple[int, int, bytes]]:
        """Strings before the first record, where there are any."""
        record = next(self._records, None)
        if record is not None and record.header is None:
            strings = self._strings(record)
            if strings:
                yield record.start, record.start + len(strings), strings
            record = next(self._records, None) if self.end is None else None
        self._first = record

    def records(self) -> Iterator[LogRecord]:
        """A record for each string that begins one, with the strings that follow it."""
        record = self._first
        while record is not None:
            strings = self._strings(record)
            text = _text(strings)
            header = HEADER.match(text)
            yield LogRecord(record.start, record.start + len(strings), text, header.end() if header else 0, strings)
            record = next(self._records, None) if self.end is None else None

    def _strings(self, record: TextRecord) -> bytes:
        """The strings a record begins with; a bracket behind them ends the array."""
        match = _STRINGS.match(record.data)
        reached = match.end() if match else 0
        if record.data[reached : reached + 1] == b"]":
            self.end = record.start + reached
        return record.data[:reached].rstrip(_GAP)


def _text(strings: bytes) -> bytes:
    text = strings_text(strings)
    if "\ufffd" in text and b"\\" not in strings:  # what is no UTF-8 stays as it is
        return b"\n".join(string[1:-1] for string in STRING.findall(strings))
    return text.encode("utf-8", "surrogatepass")


def _read_whole(source: Source, array: _Array, reading: Reading) -> None:
    """The task, and what nobody may see; the keys before the trajectory are read, and all of them if need be."""
    before = JsonStream(source, None, 0, array.start)
    for _ in before.records():
        pass
    root = before.root if before.root is not None else Node("object", 0, 0)
    after = source.read(array.end, array.end + 4096) if array.end is not None else b""
    has_note = b'"note"' in after or "note" in root.fields
    if root.get("problem_statement") is None and array.end is not None:
        records = JsonRecords(source, reading, lambda path: path == ("trajectory",))
        for _ in records:
            pass
        root = records.root
    problem = root.get("problem_statement")
    if problem is not None and problem.is_text:
        reading.task = Statement((problem.tight_piece(source),))
    other = root.get("other_data")
    if other is not None and "patch" in other.fields:
        reading.hide("other_data.patch: the true patch")
    if other is not None and "hints_text" in other.fields:
        reading.hide("other_data.hints_text: what people said below the issue")
    if has_note:
        reading.hide("note: an annotator's labels and remarks")


HYPERAGENT_JSON = Documents(HyperAgentJson())
