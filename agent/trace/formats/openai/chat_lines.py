"""Chat messages by lines: one message or one whole conversation on each."""

from collections.abc import Iterator

from agent.trace.formats.base.file_lines import FileLine, LineCutter
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.json.json_lines import JsonLines, first_of_lines, line_ranges
from agent.trace.formats.json.json_records import instead, or_plain_log, warn_of_break
from agent.trace.formats.json.json_stream import JsonStream, Path, parse
from agent.trace.formats.json.label_names import hide_labels_beside
from agent.trace.formats.json.run_ids import id_at_edges
from agent.trace.formats.messages.chat_reader import ChatReader
from agent.trace.source import Source
from agent.trace.window import Window

_ITEM_TYPES = ("message", "reasoning", "function_call", "function_call_output")
_HOLDERS = ("messages", "chat_history", "conversation", "contents", "items", "input", "output")


class MessageLines(UnitFormat):
    """One message, or one item, per line."""

    name = "openai_chat_jsonl_messages"
    is_guess = True

    def recognise(self, head: Head) -> str | None:
        """A first line that is a message."""
        line = first_of_lines(head)
        if line is None:
            return None
        if isinstance(line.get("role"), str) and ("content" in line or "tool_calls" in line or "parts" in line):
            return "JSON lines, each a message with `role` and `content`"
        if line.get("type") in _ITEM_TYPES and ("role" in line or "call_id" in line or "summary" in line):
            return "JSON lines, each an item of the Responses API"
        return None

    def begin(self, source: Source, reading: Reading) -> ResumableCut[FileLine]:
        """The events of each line in turn."""
        return ResumableCut(source, reading, LineCutter(source.start), _Messages(source, reading))


class _Messages:
    """The chat that lines make, or the lines as they stand where they make none."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self._source = source
        self._reading = reading
        self._lines = JsonLines(source, reading)
        self._chat = ChatReader(Window(source), reading)
        self._events = 0

    def read(self, line: FileLine) -> Iterator[Draft]:
        """The events of a line."""
        value = self._lines.value(line)
        for draft in self._chat.add(value[0]) if value is not None else ():
            self._events += 1
            yield draft

    def end(self) -> Iterator[Draft]:
        """What only the whole conversation shows."""
        self._chat.sequence.end()
        if not self._events:
            yield from instead(self._source, self._reading)


class ConversationLines:
    """One conversation per line; the longest is read."""

    name = "openai_chat_jsonl_conversations"

    def recognise(self, head: Head) -> str | None:
        """A first line that holds `messages`."""
        line = first_of_lines(head)
        if line is not None and isinstance(line.get("messages"), list):
            return "JSON lines, each a conversation with `messages`"
        return None

    @or_plain_log
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the longest conversation."""
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
    stream = JsonStream(source, holds_messages, start, end)
    chat = ChatReader(Window(source), reading)
    for record in stream.records():
        yield from chat.add(record.node)
    chat.sequence.end()
    if stream.broken_at is not None:
        warn_of_break(reading, stream.broken_at, stream.why)
    hide_labels_beside(stream.root, reading)


def holds_messages(path: Path) -> bool:
    """A list of messages at the root or under a usual name, or a list of such."""
    if path in ((), (None,)):
        return True
    return path[-1] in (_HOLDERS if len(path) == 1 else _HOLDERS[:3]) and path[:-1] in ((), (None,))
