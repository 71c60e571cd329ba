"""JSON that no other format knows, as lines or one document: agents, texts and times are guessed from names."""

from collections.abc import Iterator
from typing import cast

from agent.trace.event import Kind
from agent.trace.formats.base.file_lines import FileLine, HeldLine, LineCutter, file_lines
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat, UnitReader
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_records import JsonRecords
from agent.trace.formats.json.json_stream import Path, parse
from agent.trace.formats.json.label_names import hide_labels, is_label, unlabelled
from agent.trace.formats.json_logs.json_shapes import is_act, read_object
from agent.trace.formats.json_logs.record_paths import record_path
from agent.trace.formats.messages.chat_messages import USERS
from agent.trace.formats.messages.draft_sequence import DraftSequence
from agent.trace.source import Source

TASKS = ("task", "question", "problem_statement", "query", "prompt", "goal", "instruction")
ANSWERS = ("final_answer", "answer", "final_output")


class GenericJsonl(UnitFormat):
    """One JSON object per line; torn and foreign lines between them are kept as they stand."""

    name = "jsonl"
    is_generic = True

    def recognise(self, head: Head) -> str | None:
        """The first line that says anything is a whole JSON object, and it is not all there is."""
        data = head.trimmed
        line = data.partition(b"\n")[0]
        if not line.startswith(b"{") or not data[len(line) :].strip():
            return None
        held = HeldLine(FileLine(0, len(line), line))
        return (
            "generic: no format knows it, and its first line is a JSON object by itself"
            if parse(held, 0, len(line))
            else None
        )

    def begin(self, source: Source, reading: Reading) -> ResumableCut[FileLine]:
        """The drafts of each line."""
        return ResumableCut(source, reading, LineCutter(source.start), self.steps(source, reading))

    def steps(self, source: Source, reading: Reading) -> UnitReader[FileLine]:
        """What is remembered from line to line."""
        return _Objects(source, reading)


class GenericJson:
    """One JSON document; the items of its outer arrays are the records."""

    name = "json"
    is_generic = True

    def recognise(self, head: Head) -> str | None:
        """The first character opens an object or an array of JSON."""
        data = head.trimmed
        opening, inside = data[:1], data[1:].lstrip()[:1]
        if (opening == b"{" and inside in (b'"', b"}")) or (opening == b"[" and inside in (b"{", b"[", b'"', b"]")):
            return "generic: no format knows it, and it begins as a JSON document does"
        return None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The drafts of each record, and the texts that stand beside them."""
        if _is_of_lines(source):
            yield from GenericJsonl().cut(source, reading)
            return
        reading.warn("a JSON document of an unknown program: agents, texts and times are guessed from their names")
        path = record_path(source)
        records = JsonRecords(source, reading, _is_outer if path is None else lambda held: held == path)
        objects = _Objects(source, reading)
        for record in records:
            yield from objects.drafts(source, record.node)
        if records.seen == 0 and is_act(source, records.root):
            yield from objects.drafts(source, records.root)
            yield from objects.end()
        else:
            yield from objects.end()
            yield from _beside(records.root, reading, alone=records.seen == 0)
        hide_labels(records.root, reading)


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
        self._sequence = DraftSequence(reading)
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
        yield from self._passed_over()
        if not self._said:
            self._said = True
            self._reading.warn("JSON lines of an unknown program: agents, texts and times are guessed from their names")
        yield from self.drafts(cast(Source, HeldLine(line)), node)

    def end(self) -> Iterator[Draft]:
        """The last lines that are no JSON, and what only the whole shows."""
        yield from self._passed_over()
        self._sequence.end()

    def _passed_over(self) -> Iterator[Draft]:
        """The lines passed over since the last object, as an event of their own."""
        if self._foreign is not None:
            start, end = self._foreign
            self._foreign = None
            if self._source.read(start, min(end, start + 4096)).strip() or end - start > 4096:
                self._sequence.events += 1
                yield Draft(Kind.NOTE, start, end, salience=0.5)

    def drafts(self, source: Source, node: Node) -> Iterator[Draft]:
        """The drafts of one object."""
        self._sequence.record += 1
        hide_labels(node, self._reading, deep=0)
        drafts = read_object(source, node, self._sequence.calls)
        for draft in drafts:
            if draft.kind is Kind.SAY and draft.actor in USERS:
                self._sequence.state_task(draft)
        if self._reading.task is None and len(drafts) == 1:
            self._state_task(node, drafts[0])
        yield from self._sequence.tell(drafts)

    def _state_task(self, node: Node, draft: Draft) -> None:
        """What a record calls its task is one; so is what the first record calls its input."""
        keys = (*TASKS, "input") if self._sequence.record == 1 else TASKS[:2]
        asked = [field.piece() for key in keys if (field := node.fields.get(key)) is not None and field.is_text]
        if draft.kind in (Kind.SAY, Kind.NOTE) and len(draft.pieces) == 1 and draft.pieces[0] in asked:
            draft.kind, draft.to, draft.actor = Kind.TASK, (draft.actor,) if draft.actor else (), None
            self._reading.task = Statement(draft.pieces)


def _beside(root: Node, reading: Reading, *, alone: bool) -> Iterator[Draft]:
    """The texts of the document that lie in no record."""
    answered = False
    for key, node in root.fields.items():
        if not node.is_text or node.end - node.start <= 2 or is_label(key):
            continue
        piece = node.piece()
        kind = Kind.NOTE
        if key in TASKS and reading.task is None:
            reading.task, kind = Statement((piece,)), Kind.TASK
        elif key in ANSWERS and not answered:
            answered = True
            reading.answer, kind = Statement((piece,)), Kind.ANSWER
        if alone or kind is not Kind.NOTE:
            yield Draft(kind, node.start, node.end, pieces=(piece,), title="" if kind is not Kind.NOTE else key[:80])
    if alone and not any(node.is_text for node in root.fields.values()) and root.end > root.start:
        yield Draft(Kind.NOTE, root.start, root.end, pieces=unlabelled(root))
