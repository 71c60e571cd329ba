"""HyperAgent logs: as the file that its logger wrote, and as the MAST authors keep them in JSON, line by line."""

import re
from collections.abc import Iterator

from agent.trace.formats.format import Draft, Head, Reading, Statement
from agent.trace.formats.hyperagent_records import HEADER, HyperAgentRun, LogRecord
from agent.trace.formats.json_nodes import Node
from agent.trace.formats.json_records import JsonRecords, or_plain
from agent.trace.formats.text_records import Header, TextRecord, cut_records
from agent.trace.source import Source
from agent.trace.unfold import unescape

_START = re.compile(rb"(?:\xef\xbb\xbf)?(HyperAgent_\S+) - [A-Z]+ - ")
_KEYS = re.compile(rb'"(instance_id|problem_statement|hints_text)"\s*:')
_SPANS = re.compile(rb'"(?:resourceSpans|span_kind)"\s*:')
_LINE = re.compile(rb'"HyperAgent_[A-Za-z0-9_.-]+ - [A-Z]+ - ')


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


class HyperAgentJson:
    """The same log as a list of its lines, beside the problem, the hints and the true patch."""

    name = "hyperagent_mast_json"

    def recognise(self, head: Head) -> str | None:
        """An object with `instance_id` and `problem_statement`, and `hints_text` or a line of the log."""
        if head.data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] != b"{":
            return None
        keys = set(_KEYS.findall(head.data))
        if not {b"instance_id", b"problem_statement"} <= keys or _SPANS.search(head.data):
            return None
        if b"hints_text" in keys:
            return "a JSON object with `instance_id`, `problem_statement` and `hints_text`"
        if _LINE.search(head.data):
            return "a JSON object with `instance_id`, `problem_statement` and lines of a HyperAgent log"
        return None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The parts of each record, made of the strings of `trajectory`."""
        yield from or_plain(self._cut(source, reading), source, reading)

    def _cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        run = HyperAgentRun(reading)
        strings = JsonRecords(source, reading, lambda path: path == ("trajectory",))
        lines = _Lines(source, strings)
        for node in lines.before():
            yield run.outside(node.start, node.end, (node.piece(),))
        yield from run.drafts(lines.records())
        _read_whole(source, strings.root, reading)


class _Lines:
    """The strings of the trajectory, gathered to records."""

    def __init__(self, source: Source, strings: JsonRecords) -> None:
        self._source = source
        self._strings = iter(strings)
        self._first: tuple[Node, bytes] | None = None

    def before(self) -> Iterator[Node]:
        """Strings before the first record."""
        for record in self._strings:
            text = self._text(record.node)
            if HEADER.match(text):
                self._first = (record.node, text)
                return
            yield record.node

    def records(self) -> Iterator[LogRecord]:
        """A record for each string that begins one, with the strings that follow it."""
        if self._first is None:
            return
        node, text = self._first
        texts, places, end = [text], [node.start] * (text.count(b"\n") + 1), node.end
        for record in self._strings:
            node, text = record.node, self._text(record.node)
            if HEADER.match(text):
                yield _gather(texts, places, end)
                texts, places = [], []
            texts.append(text)
            places.extend([node.start] * (text.count(b"\n") + 1))
            end = node.end
        yield _gather(texts, places, end)

    def _text(self, node: Node) -> bytes:
        if node.shape != "string":
            return b""
        data = self._source.read(node.start + 1, node.end - 1)
        if b"\\" in data:
            return unescape(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogatepass")
        return data


def _gather(texts: list[bytes], places: list[int], end: int) -> LogRecord:
    header = HEADER.match(texts[0])
    return LogRecord(places[0], end, b"\n".join(texts), header.end() if header else 0, places)


def _read_whole(source: Source, root: Node, reading: Reading) -> None:
    """The task, and what nobody may see."""
    problem = root.get("problem_statement")
    if problem is not None and problem.is_text:
        reading.task = Statement((problem.tight_piece(source),))
    other = root.get("other_data")
    if other is not None and "patch" in other.fields:
        reading.hide("other_data.patch: the true patch")
    if other is not None and "hints_text" in other.fields:
        reading.hide("other_data.hints_text: what people said below the issue")
    if root.get("note") is not None:
        reading.hide("note: an annotator's labels and remarks")
