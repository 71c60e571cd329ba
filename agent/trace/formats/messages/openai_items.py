"""Items of the Responses API: messages, reasoning, calls of many kinds and what they returned."""

from agent.trace.event import Kind, Piece
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.messages.chat_messages import Calls, linked, read_message
from agent.trace.formats.messages.content_parts import (
    arguments_piece,
    is_call,
    is_result,
    read_call,
    read_content,
    read_result,
)

_RETURNED = ("output", "result", "results", "outputs")
_SENT = ("arguments", "input", "action", "code", "operation", "queries", "query")


def read_item(source: Bytes, node: Node, calls: Calls, agent: str | None = None) -> list[Draft]:
    """What one item or chat message holds; `agent` is who speaks for the model."""
    held = node.get("raw_item")
    item = held if held is not None and held.fields else node
    what = first_text(source, item, "type") or "message"
    if what == "reasoning":
        drafts = _reasoning(source, item, agent)
    elif what.endswith("_output"):
        drafts = [_output(source, item)]
    elif what.endswith("_call") or (what == "program" and "code" in item.fields):
        drafts = _call(source, item, what, agent)
    elif "role" not in item.fields and is_result(source, item):
        drafts = [read_result(source, item)]
    elif "role" not in item.fields and is_call(source, item):
        drafts = [read_call(source, item, agent or "assistant")]
    else:
        return read_message(source, item, calls, agent or "assistant")
    return linked(drafts, item, calls, agent)


def _reasoning(source: Bytes, item: Node, agent: str | None) -> list[Draft]:
    for key in ("content", "summary", "text"):
        drafts = read_content(source, item.get(key), Kind.THINK, agent or "assistant", None)
        if drafts:
            return drafts
    empty = Piece(item.start, item.start)
    return [Draft(Kind.NOTE, item.start, item.end, actor=agent or "assistant", pieces=(empty,), title="reasoning")]


def _output(source: Bytes, item: Node) -> Draft:
    held = next((item.fields[key] for key in _RETURNED if key in item.fields), None)
    parts = read_content(source, held, Kind.RESULT, None, None)
    pieces = tuple(piece for part in parts for piece in part.pieces) or (Piece(item.start, item.start),)
    if held is not None and held.items and all(part.title for part in parts):
        pieces = (held.piece(unfold=True),)  # what a shell printed, command by command
    status = first_text(source, item, "status")
    return Draft(
        Kind.RESULT, item.start, item.end, pieces=pieces, call=first_text(source, item, "call_id", "id"),
        status=status if status in ("incomplete", "failed") else None,
    )  # fmt: skip


def _call(source: Bytes, item: Node, what: str, agent: str | None) -> list[Draft]:
    draft = read_call(source, item, agent or "assistant")
    draft.tool = draft.tool or what.removesuffix("_call")
    sent = next((item.fields[key] for key in _SENT if key in item.fields), None)
    if sent is not None:
        draft.pieces = (arguments_piece(source, sent),)
    else:
        draft.title = draft.title or draft.tool
    drafts = [draft]
    came = next((item.fields[key] for key in _RETURNED if key in item.fields), None)
    for part in read_content(source, came, Kind.RESULT, None, draft.call):
        part.kind, part.tool = Kind.RESULT, draft.tool
        drafts.append(part)
    return drafts
