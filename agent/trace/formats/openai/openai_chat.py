"""Chat messages as model providers take them: a list of messages, or an object that holds one."""

from collections.abc import Iterator

from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.source_range import SourceRange
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.json.json_lines import first_of_lines, is_of_lines
from agent.trace.formats.json.json_records import JsonRecords, or_plain_log
from agent.trace.formats.json.label_names import hide_labels_beside
from agent.trace.formats.json.run_ids import id_of
from agent.trace.formats.messages.chat_reader import ChatReader
from agent.trace.formats.openai.chat_lines import ConversationLines, holds_messages
from agent.trace.source import Source
from agent.trace.window import Window

_ROLE, _CONTENT = pattern(rb'"role"\s*:\s*"'), pattern(rb'"(?:content|parts|tool_calls)"\s*:')
_ITEM = pattern(rb'"type"\s*:\s*"(?:reasoning|program|[a-z_]+_call(?:_output)?)"')
_CALL_ID = pattern(rb'"call_id"\s*:')


class OpenAiChat:
    """A list of messages, or an object that holds one."""

    name = "openai_chat"
    is_guess = True

    def recognise(self, head: Head) -> str | None:
        """Messages with `role` and `content`."""
        if head.opens not in (b"{", b"[") or first_of_lines(head) is not None:
            return None
        if _ROLE.search(head.data) and _CONTENT.search(head.data):
            return "JSON messages with `role` and `content`"
        return None

    @or_plain_log
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of each message in turn."""
        if is_of_lines(source):  # the first was too long to tell by the head
            yield from ConversationLines().cut(source, reading)
        else:
            yield from _cut(source, reading)

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one conversation of a list of them."""
        yield from _cut(SourceRange(source, run.start, run.end), reading)


class ResponsesItems(OpenAiChat):
    """A list of items of the Responses API."""

    name = "openai_responses_items"

    def recognise(self, head: Head) -> str | None:
        """Calls and outputs that are joined by `call_id`."""
        begins = head.opens in (b"{", b"[")
        if begins and _ITEM.search(head.data) and _CALL_ID.search(head.data) and first_of_lines(head) is None:
            return "JSON items with `type` function_call and `call_id`"
        return None


def _cut(source: Source, reading: Reading) -> Iterator[Draft]:
    records = JsonRecords(source, reading, holds_messages)
    chat = ChatReader(Window(source), reading)
    inside: tuple[int, ...] = ()
    conversations = messages = 0
    for record in records:
        node = record.node
        if not record.inside and inside == (node.start,):
            hide_labels_beside(node, reading)
            reading.runs.add(id_of(source, node), messages, node.start, node.end)
        if record.inside != inside:
            inside, messages = record.inside, 0
            conversations += bool(inside)
        messages += 1
        if len(record.path) > 1 or "role" in node.fields or "type" in node.fields:
            chat.sequence.section = f"conversation {conversations}" if len(record.inside) > 0 else None
            yield from chat.add(node)
    if records.seen == 0 and "role" in records.root.fields:
        yield from chat.add(records.root)
    chat.sequence.end()
    if conversations > 1:
        reading.warn(f"the file holds {conversations} conversations, one after the other")
    hide_labels_beside(records.root, reading)
