"""ChatGPT's data export: each conversation a tree of messages, of which the branch that was gone on with is read."""

from collections.abc import Iterator

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.json.json_paths import at, flag
from agent.trace.formats.json.json_records import or_hidden, whole_document
from agent.trace.formats.json.moments import moment_of
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.formats.messages.chat_messages import link
from agent.trace.formats.messages.content_parts import new_draft, read_content
from agent.trace.formats.messages.draft_sequence import PROMPT, DraftSequence, aside
from agent.trace.source import Source

_OPENING = tuple(map(pattern, (rb'"mapping"\s*:\s*\{', rb'"(?:author|children|parent)"\s*:')))
_CONTEXT = ("user_editable_context", "model_editable_context")
_TEXTS = ("parts", "text", "result", "content", "thoughts")
_AGENT = "assistant"


class ChatGpt:
    """One conversation."""

    name = "chatgpt_export"

    def recognise(self, head: Head) -> str | None:
        """A mapping from ids to messages with their parents and children."""
        begins = head.opens == b"{"
        fits = begins and all(part.search(head.data) for part in _OPENING)
        return "a JSON document: a `mapping` of messages with `parent` and `children`" if fits else None

    @or_hidden
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of each message of the branch in turn."""
        root = whole_document(source, reading)
        mapping = root.get("mapping")
        if mapping is None:
            return
        branch = _branch(source, mapping, text_of(source, root.get("current_node")))
        messages = [node["message"] for node in (held.fields for held in branch) if "message" in node]
        written = sum(1 for held in mapping.fields.values() if (m := held.get("message")) is not None and m.fields)
        messages = [message for message in messages if message.fields]
        if written > len(messages):
            reading.warn(f"{written - len(messages)} messages of branches that were left are not shown")
        sequence = DraftSequence(reading)
        for message in messages:
            sequence.record += 1
            sequence.time = moment_of(source, message.get("create_time"), message.get("update_time"))
            drafts = _read(source, message) or [aside(message.start, message.end, None)]
            for draft in drafts:
                link(draft, sequence.calls, _AGENT)
                if draft.kind is Kind.SAY and draft.actor == "user":
                    sequence.state_task(draft)
            yield from sequence.tell(drafts)
        sequence.end()


def _branch(source: Source, mapping: Node, last: str | None) -> list[Node]:
    """The nodes from the root down to the one that the conversation ended with."""
    id = last if last in mapping.fields else next(reversed(mapping.fields), None)
    nodes: dict[str, Node] = {}
    while id is not None and id in mapping.fields and id not in nodes:
        nodes[id] = mapping.fields[id]
        id = text_of(source, nodes[id].get("parent"))
    return list(reversed(nodes.values()))


def _read(source: Source, message: Node) -> list[Draft]:
    """What one message says, calls or returns."""
    role, name = first_text(source, message.get("author"), "role") or "", at(source, message, "author.name")
    recipient = first_text(source, message, "recipient") or "all"
    what = first_text(source, message.get("content"), "content_type") or "text"
    content = next((held for key in _TEXTS if (held := message.get("content", key)) is not None), None)
    if role == "system" or what in _CONTEXT or flag(source, message, "metadata.is_visually_hidden_from_conversation"):
        drafts = _told(message)
    elif role == "user":
        drafts = read_content(source, content, Kind.SAY, "user", None)
    elif role == "tool":
        drafts = read_content(source, content, Kind.RESULT, None, None)
        drafts = drafts or [
            Draft(Kind.RESULT, message.start, message.end, pieces=(Piece(message.start, message.start),))
        ]
    elif recipient != "all":
        drafts = read_content(source, content, Kind.CALL, _AGENT, None)
    elif what == "thoughts":
        drafts = _thoughts(source, content)
    elif what == "reasoning_recap":
        drafts = read_content(source, content, Kind.NOTE, _AGENT, None)
    else:
        drafts = read_content(source, content, Kind.SAY, _AGENT, None)
    tool = recipient if recipient != "all" else text_of(source, name)
    for draft in drafts:
        draft.tool = tool if draft.kind in (Kind.CALL, Kind.RESULT) else None
        draft.pieces = tuple(piece for piece in draft.pieces if piece.start < piece.end) or draft.pieces[:1]
    drafts = [draft for draft in drafts if draft.kind is Kind.RESULT or any(p.start < p.end for p in draft.pieces)]
    if drafts:
        drafts[0].start = message.start
    return drafts


def _told(message: Node) -> list[Draft]:
    """What is told to the model and not shown to the person."""
    content = message.get("content") or message
    pieces = tuple(node.piece() for node in content.walk() if node.shape == "string" and node.end - node.start > 2)
    return [Draft(Kind.SYSTEM, content.start, content.end, actor="system", pieces=pieces, salience=PROMPT)]


def _thoughts(source: Source, content: Node | None) -> list[Draft]:
    """Thoughts, each with a summary, or as plain parts."""
    if content is None or content.is_text:
        return read_content(source, content, Kind.THINK, _AGENT, None)
    held = [thought.get("content") or thought.get("summary") or thought for thought in content.items]
    return [new_draft(Kind.THINK, node, _AGENT) for node in held if node.shape == "string"]


EXPORT = Documents(ChatGpt())
