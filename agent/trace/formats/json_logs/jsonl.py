"""JSON that no other format knows, as lines or one document: agents, texts and times are guessed from names."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import cast

from agent.trace.event import Kind
from agent.trace.formats.base.file_lines import FileLine, HeldLine, LineCutter, file_lines
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.resumable import ResumableCut, UnitReader
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_records import JsonRecords
from agent.trace.formats.json.json_stream import Path, parse
from agent.trace.formats.messages.chat_messages import Calls, read_message
from agent.trace.source import Source

ACTORS = ("agent", "agent_name", "actor", "name", "sender", "source", "speaker", "author", "from", "node", "logger")
RECEIVERS = ("to", "receiver", "recipient", "target")
TEXTS = ("content", "message", "text", "msg", "body", "output", "result", "input", "value", "data", "event")
TIMES = ("timestamp", "time", "ts", "created_at", "@timestamp", "datetime", "date", "created", "asctime")
LEVELS = ("level", "levelname", "severity", "log_level")
TOOLS = ("tool", "tool_name", "function", "function_name")
TASKS = ("task", "question", "problem_statement", "query", "prompt", "goal", "instruction")
ANSWERS = ("final_answer", "answer", "final_output")
_FATAL = ("error", "critical", "fatal", "severe")
_KINDS = {kind.value: kind for kind in Kind} | {
    "tool_call": Kind.CALL, "function_call": Kind.CALL, "action": Kind.CALL, "tool_result": Kind.RESULT,
    "observation": Kind.RESULT, "thought": Kind.THINK, "thinking": Kind.THINK, "final": Kind.ANSWER,
    "final_answer": Kind.ANSWER, "exception": Kind.ERROR,
}  # fmt: skip


class GenericJsonl:
    """One JSON object per line; torn and foreign lines between them are kept as they stand."""

    name = "jsonl"

    def recognise(self, head: Head) -> str | None:
        """The first line that says anything is a whole JSON object, and it is not all there is."""
        data = head.data.lstrip(b"\xef\xbb\xbf \t\r\n")
        line = data.partition(b"\n")[0]
        if not line.startswith(b"{") or not data[len(line) :].strip():
            return None
        held = HeldLine(FileLine(0, len(line), line))
        return "its first line is a JSON object by itself" if parse(held, 0, len(line)) else None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The drafts of each line."""
        return self.begin(source, reading).whole()

    def begin(self, source: Source, reading: Reading) -> ResumableCut[FileLine]:
        """The same as a cut that can go on."""
        return ResumableCut(source, reading, LineCutter(source.start), self.steps(source, reading))

    def steps(self, source: Source, reading: Reading) -> UnitReader[FileLine]:
        """What is remembered from line to line."""
        return _Objects(source, reading)

    def cut_lines(self, source: Source, reading: Reading, ranges: Iterable[tuple[int, int]]) -> Iterator[Draft]:
        """The drafts of some of the lines."""
        lines = _Objects(source, reading)
        for start, end in ranges:
            yield from lines.read(FileLine(start, end, source.read(start, end)))
        yield from lines.end()


class GenericJson:
    """One JSON document; the items of its outer arrays are the records."""

    name = "json"

    def recognise(self, head: Head) -> str | None:
        """The first character opens an object or an array of JSON."""
        data = head.data.lstrip(b"\xef\xbb\xbf \t\r\n")
        opening, inside = data[:1], data[1:].lstrip()[:1]
        if (opening == b"{" and inside in (b'"', b"}")) or (opening == b"[" and inside in (b"{", b"[", b'"', b"]")):
            return "it begins as a JSON document does"
        return None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The drafts of each record, and the texts that stand beside them."""
        if _is_of_lines(source):
            yield from GenericJsonl().cut(source, reading)
            return
        reading.warn("a JSON document of an unknown program: agents, texts and times are guessed from their names")
        records = JsonRecords(source, reading, _is_outer)
        objects = _Objects(source, reading)
        for record in records:
            yield from objects.drafts(source, record.node)
        if records.seen == 0 and "role" in records.root.fields:
            yield from objects.drafts(source, records.root)
        else:
            yield from _beside(source, records.root, reading, alone=records.seen == 0)


def _is_of_lines(source: Source) -> bool:
    """Whether the first line, too long for the head, is an object that another one follows."""
    lines = file_lines(source)
    first, second = next(lines, None), next(lines, None)
    return (
        first is not None
        and second is not None
        and first.data.rstrip().endswith(b"}")
        and second.data.lstrip()[:1] == b"{"
        and parse(cast(Source, HeldLine(first)), first.start, first.end) is not None
    )


def _is_outer(path: Path) -> bool:
    return len(path) <= 2 and None not in path


class _Objects:
    """What has to be remembered from object to object."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self._source = source
        self._reading = reading
        self._calls = Calls()
        self._records = 0
        self._foreign: tuple[int, int] | None = None
        self._said = False

    def read(self, line: FileLine) -> Iterator[Draft]:
        """The drafts of a line; lines that are no JSON wait for the next one that is."""
        node = None
        if line.data.lstrip()[:1] == b"{":
            node = parse(HeldLine(line), line.start, line.end)
            if node is None:
                self._reading.warn("some lines are broken JSON: they are kept as they stand")
                if line.data[-1:] != b"\n":
                    self._reading.broken_at = line.start
        elif not line.data:
            self._reading.warn("some lines are too long to be looked into: they are kept as they stand")
        if node is None:
            self._foreign = (self._foreign[0] if self._foreign else line.start, line.end)
            return
        yield from self.end()
        if not self._said:
            self._said = True
            self._reading.warn("JSON lines of an unknown program: agents, texts and times are guessed from their names")
        yield from self.drafts(cast(Source, HeldLine(line)), node)

    def end(self) -> Iterator[Draft]:
        """The lines passed over since the last object, as an event of their own."""
        if self._foreign is not None:
            start, end = self._foreign
            self._foreign = None
            if self._source.read(start, min(end, start + 4096)).strip() or end - start > 4096:
                yield Draft(Kind.NOTE, start, end, salience=0.5)

    def drafts(self, source: Source, node: Node) -> Iterator[Draft]:
        """The drafts of one object."""
        self._records += 1
        time = _time(source, node)
        if node.get("role") is not None and ("content" in node.fields or "tool_calls" in node.fields):
            for draft in read_message(source, node, self._calls):
                draft.record, draft.time = self._records, draft.time or time
                yield draft
            return
        yield _draft(source, node, self._records, time)


def _draft(source: Source, node: Node, record: int, time: str | None) -> Draft:
    text = _first(node, TEXTS)
    level = _word(source, node, LEVELS).lower()
    kind = _KINDS.get(_word(source, node, ("kind", "type", "event_type", "event")).lower())
    actor = _word(source, node, ACTORS)
    if kind is None:
        kind = Kind.ERROR if level in _FATAL else Kind.SAY if actor and text is not None else Kind.NOTE
    receiver = _word(source, node, RECEIVERS)
    return Draft(
        kind,
        node.start,
        node.end,
        record,
        actor or None,
        to=(receiver,) if receiver else (),
        pieces=(text.piece() if text is not None else node.piece(unfold=True),),
        time=time,
        tool=_word(source, node, TOOLS) or None,
        status="error" if level in _FATAL or kind is Kind.ERROR else None,
        salience=0.5 if level in ("debug", "trace") else 1.0,
    )


def _beside(source: Source, root: Node, reading: Reading, *, alone: bool) -> Iterator[Draft]:
    """The texts of the document that lie in no record."""
    for key, node in root.fields.items():
        if not node.is_text or node.end - node.start <= 2:
            continue
        piece = node.piece()
        kind = Kind.NOTE
        if key in TASKS and reading.task is None:
            reading.task, kind = Statement((piece,)), Kind.TASK
        elif key in ANSWERS and reading.answer is None:
            reading.answer, kind = Statement((piece,)), Kind.ANSWER
        if alone or kind is not Kind.NOTE:
            yield Draft(kind, node.start, node.end, pieces=(piece,), title="" if kind is not Kind.NOTE else key[:80])
    if alone and not any(node.is_text for node in root.fields.values()) and root.end > root.start:
        yield Draft(Kind.NOTE, root.start, root.end)


def _first(node: Node, keys: tuple[str, ...]) -> Node | None:
    """The first text that stands under one of the keys."""
    for key in keys:
        found = node.fields.get(key)
        if found is not None and found.is_text and found.end - found.start > 2:
            return found
    return None


def _word(source: Source, node: Node, keys: tuple[str, ...]) -> str:
    """The first short string that stands under one of the keys, else nothing."""
    for key in keys:
        found = node.fields.get(key)
        if found is not None and found.shape == "string" and 2 < found.end - found.start < 200:
            return str(found.value(source) or "")
    return ""


def _time(source: Source, node: Node) -> str | None:
    """A time in ISO form, from text that has one or from seconds or milliseconds since 1970."""
    for key in TIMES:
        found = node.fields.get(key)
        if found is None or found.end - found.start > 60:
            continue
        value = found.value(source)
        if isinstance(value, str) and len(value) >= 19:
            return value.replace(" ", "T", 1)
        if isinstance(value, int | float) and not isinstance(value, bool) and 1e8 < value < 1e14:
            seconds = value / 1000 if value > 1e11 else value
            return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None).isoformat() + "Z"
    return None
