"""Chat messages as model providers take them: a list, a conversation, one message or one conversation per line."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.file_lines import FileLine, LineCutter
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import Course
from agent.trace.formats.base.run import Run
from agent.trace.formats.base.stretch import Stretch
from agent.trace.formats.json.json_lines import JsonLines, first_line, has_more_lines, is_of_lines, line_ranges
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json.json_records import JsonRecords, instead, or_plain, warn_of_break
from agent.trace.formats.json.json_stream import JsonStream, Path, parse
from agent.trace.formats.json.run_ids import id_at_edges, id_of
from agent.trace.formats.messages.chat_messages import MODELS, USERS, Calls
from agent.trace.formats.messages.openai_items import read_item
from agent.trace.source import Source
from agent.trace.unfold import Bytes
from agent.trace.window import Window

_ROLE, _CONTENT = pattern(rb'"role"\s*:\s*"'), pattern(rb'"(?:content|parts|tool_calls)"\s*:')
_ITEM = pattern(rb'"type"\s*:\s*"(?:function_call|function_call_output|reasoning|custom_tool_call)"')
_CALL_ID = pattern(rb'"call_id"\s*:')
_ITEM_TYPES = ("message", "reasoning", "function_call", "function_call_output")
_HOLDERS = ("messages", "chat_history", "conversation", "contents", "items", "input", "output")
_LABELS = ("answer", "ground_truth", "expected", "expected_answer", "target", "label", "labels", "score", "scores",
           "reward", "correct", "is_correct", "solution")  # fmt: skip
_PROMPT = 0.5


@dataclass(slots=True)
class Chat:
    """The drafts of one conversation, message by message."""

    source: Bytes
    reading: Reading
    calls: Calls = field(default_factory=Calls)
    agent: str | None = None
    section: str | None = None
    _record: int = 0
    _started: bool = False
    _last: tuple[Piece, ...] = ()
    _calls_made: int = 0
    _results_seen: int = 0

    def add(self, node: Node) -> Iterator[Draft]:
        """The drafts of one more message."""
        self._record += 1
        if node.shape != "object":
            if node.shape != "literal":
                yield Draft(Kind.NOTE, node.start, node.end, record=self._record, pieces=(node.piece(),))
            return
        drafts = read_item(self.source, node, self.calls, self.agent)
        self._state_task(node, drafts)
        time = first_text(self.source, node, "timestamp", "created_at", "time", "ts")
        for draft in drafts:
            draft.record, draft.time, draft.section = self._record, time, self.section
            self._follow(draft)
            yield draft

    def end(self) -> None:
        """Say what only the whole conversation shows."""
        if self._last:
            self.reading.answer = Statement(self._last)
        self.reading.records_tool_results = not self._calls_made or self._results_seen > 0

    def _state_task(self, node: Node, drafts: list[Draft]) -> None:
        """The first message that is no prompt is the task if a user sent it, or if an agent speaks for the user."""
        first = drafts[0]
        if self.reading.task is not None or first.kind is not Kind.SAY:
            return
        role = (first_text(self.source, node, "role") or "").lower()
        if role in USERS or (not self._started and role in MODELS and first_text(self.source, node, "name")):
            first.kind = Kind.TASK
            self.reading.task = Statement(first.pieces)
        self._started = True

    def _follow(self, draft: Draft) -> None:
        if draft.kind is Kind.HANDOFF and draft.to:
            self.agent = draft.to[0]
        self._calls_made += draft.kind is Kind.CALL
        self._results_seen += draft.kind is Kind.RESULT
        if draft.kind is Kind.SYSTEM:
            draft.salience = _PROMPT
        if draft.kind is Kind.SAY and draft.actor not in USERS and draft.pieces[0].start < draft.pieces[-1].end:
            self._last = draft.pieces


class OpenAiChat:
    """A list of messages, or an object that holds one."""

    name = "openai_chat"

    def recognise(self, head: Head) -> str | None:
        """Messages with `role` and `content`."""
        if head.data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"{", b"[") or _is_lines(head):
            return None
        if _ROLE.search(head.data) and _CONTENT.search(head.data):
            return "JSON messages with `role` and `content`"
        return None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of each message in turn."""
        if is_of_lines(source):  # the first was too long to tell by the head
            yield from ConversationLines().cut(source, reading)
        else:
            yield from or_plain(_cut(source, reading), source, reading)

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one conversation of a list of them."""
        yield from _cut(Stretch(source, run.start, run.end), reading)


class ResponsesItems(OpenAiChat):
    """A list of items of the Responses API."""

    name = "openai_responses_items"

    def recognise(self, head: Head) -> str | None:
        """Calls and outputs that are joined by `call_id`."""
        begins = head.data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")
        if begins and _ITEM.search(head.data) and _CALL_ID.search(head.data) and not _is_lines(head):
            return "JSON items with `type` function_call and `call_id`"
        return None


class MessageLines:
    """One message, or one item, per line."""

    name = "openai_chat_jsonl_messages"

    def recognise(self, head: Head) -> str | None:
        """A first line that is a message."""
        line = first_line(head)
        if not isinstance(line, dict) or not has_more_lines(head):
            return None
        if isinstance(line.get("role"), str) and ("content" in line or "tool_calls" in line or "parts" in line):
            return "JSON lines, each a message with `role` and `content`"
        if line.get("type") in _ITEM_TYPES and ("role" in line or "call_id" in line or "summary" in line):
            return "JSON lines, each an item of the Responses API"
        return None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of each line in turn."""
        return self.begin(source, reading).whole()

    def begin(self, source: Source, reading: Reading) -> Course[FileLine]:
        """The same as a cut that can go on."""
        return Course(source, reading, LineCutter(source.start), _Messages(source, reading))


class _Messages:
    """The chat that lines make, or the lines as they stand where they make none."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self._source = source
        self._reading = reading
        self._lines = JsonLines(source, reading)
        self._chat = Chat(Window(source), reading)
        self._events = 0

    def read(self, line: FileLine) -> Iterator[Draft]:
        """The events of a line."""
        value = self._lines.value(line)
        for draft in self._chat.add(value[0]) if value is not None else ():
            self._events += 1
            yield draft

    def end(self) -> Iterator[Draft]:
        """What only the whole conversation shows."""
        self._chat.end()
        if not self._events:
            yield from instead(self._source, self._reading)


class ConversationLines:
    """One conversation per line; the longest is read."""

    name = "openai_chat_jsonl_conversations"

    def recognise(self, head: Head) -> str | None:
        """A first line that holds `messages`."""
        line = first_line(head)
        if isinstance(line, dict) and has_more_lines(head) and isinstance(line.get("messages"), list):
            return "JSON lines, each a conversation with `messages`"
        return None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the longest conversation."""
        yield from or_plain(self._cut(source, reading), source, reading)

    def _cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        ranges = list(line_ranges(source))
        if not ranges:
            return
        for start, end in ranges if len(ranges) > 1 else ():
            reading.runs.add(id_at_edges(source, start, end), 0, start, end)
        reading.runs.complete = True
        at = max(range(len(ranges)), key=lambda at: ranges[at][1] - ranges[at][0])
        if len(ranges) > 1:
            reading.run = reading.runs.held[at].id
            reading.warn(f"the file holds {len(ranges)} conversations; shown is number {at + 1}, the longest")
        yield from _conversation(source, reading, *ranges[at])
        last = ranges[-1]
        if reading.broken_at is None and at < len(ranges) - 1 and parse(source, *last) is None:
            warn_of_break(reading, last[0], "the last line is no whole conversation")

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one conversation."""
        yield from _conversation(source, reading, run.start, run.end)


def _conversation(source: Source, reading: Reading, start: int, end: int) -> Iterator[Draft]:
    """The drafts of the conversation that lies in a range."""
    stream = JsonStream(source, _holds_messages, start, end)
    chat = Chat(Window(source), reading)
    for record in stream.records():
        yield from chat.add(record.node)
    chat.end()
    if stream.broken_at is not None:
        warn_of_break(reading, stream.broken_at, stream.why)
    _hide_labels(stream.root, reading)


def _is_lines(head: Head) -> bool:
    """Whether the first line is an object of its own, so that others follow."""
    return isinstance(first_line(head), dict) and has_more_lines(head)


def _holds_messages(path: Path) -> bool:
    """A list of messages at the root or under a usual name, or a list of such."""
    if path in ((), (None,)):
        return True
    return path[-1] in (_HOLDERS if len(path) == 1 else _HOLDERS[:3]) and path[:-1] in ((), (None,))


def _cut(source: Source, reading: Reading) -> Iterator[Draft]:
    records = JsonRecords(source, reading, _holds_messages)
    chat = Chat(Window(source), reading)
    inside: tuple[int, ...] = ()
    conversations = messages = 0
    for record in records:
        node = record.node
        if not record.inside and inside == (node.start,):
            _hide_labels(node, reading)
            reading.runs.add(id_of(source, node), messages, node.start, node.end)
        if record.inside != inside:
            inside, messages = record.inside, 0
            conversations += bool(inside)
        messages += 1
        if len(record.path) > 1 or "role" in node.fields or "type" in node.fields:
            chat.section = f"conversation {conversations}" if len(record.inside) > 0 else None
            yield from chat.add(node)
    if records.seen == 0 and "role" in records.root.fields:
        yield from chat.add(records.root)
    chat.end()
    if conversations > 1:
        reading.warn(f"the file holds {conversations} conversations, one after the other")
    _hide_labels(records.root, reading)


def _hide_labels(root: Node | None, reading: Reading) -> None:
    held = [label for label in _LABELS if root is not None and label in root.fields]
    if held:
        reading.hide(", ".join(held))
