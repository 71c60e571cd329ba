"""Messages and events of AutoGen 0.4 and later, as drafts: what was said, called, returned, handed over."""

import re

from agent.trace.event import Kind, Piece
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.messages.chat_messages import Calls, link
from agent.trace.formats.messages.content_parts import read_call, read_content, title_of
from agent.trace.formats.messages.draft_sequence import aside

SPOKEN = ("TextMessage", "MultiModalMessage", "StructuredMessage", "StopMessage", "HandoffMessage", "ThoughtEvent",
          "ToolCallRequestEvent", "ToolCallExecutionEvent", "ToolCallSummaryMessage", "MemoryQueryEvent",
          "UserInputRequestedEvent", "ModelClientStreamingChunkEvent", "SelectSpeakerEvent", "SelectorEvent",
          "CodeGenerationEvent", "CodeExecutionEvent")  # fmt: skip
IN_CONTEXT = ("UserMessage", "AssistantMessage", "SystemMessage", "FunctionExecutionResultMessage")
_LIMIT = pattern(r"maximum number of|max(?:imum)? (?:turns|messages)|timeout|token usage limit", re.IGNORECASE)


def is_message(node: Node, source: Bytes) -> bool:
    """Whether an object is one of these messages."""
    what = first_text(source, node, "type") or ""
    return what in SPOKEN or what in IN_CONTEXT or what.startswith("StructuredMessage")


def read_autogen(source: Bytes, node: Node, calls: Calls, agent: str | None = None) -> list[Draft]:
    """What one message says; `agent` is whose context it lies in, where it names nobody."""
    what, actor = first_text(source, node, "type") or "", first_text(source, node, "source") or agent
    content = node.get("content")
    drafts = _read(source, node, what, content, actor)
    thought = node.get("thought")
    if thought is not None and thought.is_text and thought.end - thought.start > 2:
        drafts.insert(0, Draft(Kind.THINK, thought.start, thought.end, actor=actor, pieces=(thought.piece(),)))
    if not drafts:
        drafts = [Draft(Kind.SAY, node.start, node.end, actor=actor, pieces=(Piece(node.start, node.start),))]
    time = first_text(source, node, "created_at")
    for draft in drafts:
        if draft.kind is Kind.RESULT and actor is not None:
            draft.to = draft.to or (actor,)
        link(draft, calls, actor)
        draft.time = time
    drafts[0].start = node.start
    if len(drafts) == 1:
        drafts[0].end = node.end
    return drafts


def _read(source: Bytes, node: Node, what: str, content: Node | None, actor: str | None) -> list[Draft]:
    if what in ("ToolCallRequestEvent", "AssistantMessage") and content is not None and content.items:
        return [read_call(source, item, actor) for item in content.items if item.fields]
    if what in ("ToolCallExecutionEvent", "FunctionExecutionResultMessage"):
        return [_returned(source, item) for item in (content.items if content is not None else ()) if item.fields]
    if what == "HandoffMessage":
        target = first_text(source, node, "target")
        drafts = read_content(source, content, Kind.HANDOFF, actor, None)
        for draft in drafts:
            draft.to = (target,) if target else ()
        return drafts
    if what in ("SelectSpeakerEvent", "SelectorEvent"):
        return _selected(source, content, actor)
    if what == "CodeExecutionEvent":
        return _executed(source, node)
    if what == "MemoryQueryEvent":
        held = content.items if content is not None else []
        texts = [item.fields["content"] for item in held if "content" in item.fields]
        return [Draft(Kind.RESULT, text.start, text.end, actor="memory", pieces=(text.piece(),)) for text in texts]
    if what == "ModelClientStreamingChunkEvent":
        return [aside(node.start, node.end, content.piece() if content is not None else None)]
    kind = {"ThoughtEvent": Kind.THINK, "SystemMessage": Kind.SYSTEM, "StopMessage": Kind.NOTE}.get(what, Kind.SAY)
    if content is not None and content.fields:
        piece = content.piece(unfold=True)
        return [Draft(kind, content.start, content.end, actor=actor, pieces=(piece,), title=title_of(source, piece))]
    drafts = read_content(source, content, kind, "system" if kind is Kind.SYSTEM else actor, None)
    for draft in drafts if what == "StopMessage" else ():
        draft.status = stop_status(text_of(source, content) or "")
    return drafts


def _returned(source: Bytes, item: Node) -> Draft:
    held = item.get("content")
    piece = held.piece(unfold=bool(held.fields)) if held is not None else Piece(item.start, item.start)
    failed = item.get("is_error")
    tool = first_text(source, item, "name")
    return Draft(
        Kind.RESULT, item.start, item.end, actor=tool, pieces=(piece,), tool=tool,
        call=first_text(source, item, "call_id"),
        status="error" if failed is not None and failed.value(source) is True else None,
    )  # fmt: skip


def _selected(source: Bytes, content: Node | None, actor: str | None) -> list[Draft]:
    """Whom a manager gives the floor to."""
    if content is None:
        return []
    named = content.value(source)
    names = named if isinstance(named, list) else [named]
    to = tuple(name for name in names if isinstance(name, str))
    return [Draft(Kind.HANDOFF, content.start, content.end, actor=actor, to=to, pieces=(content.piece(),))]


def _executed(source: Bytes, node: Node) -> list[Draft]:
    result = node.get("result") or node
    output, code = result.get("output"), result.get("exit_code")
    if output is None:
        return []
    exited = code.value(source) if code is not None else 0
    status = "error" if isinstance(exited, int) and exited else None
    return [Draft(Kind.RESULT, output.start, output.end, actor="code", pieces=(output.piece(),), status=status)]


def stop_status(reason: str) -> str | None:
    """Whether a limit stopped the team."""
    return "limit" if _LIMIT.search(reason) is not None else None


def stop_reason(source: Bytes, node: Node | None) -> list[Draft]:
    """Why a team stopped."""
    if node is None or not node.is_text:
        return []
    draft = aside(node.start, node.end, node.piece(), Kind.NOTE)
    draft.title, draft.salience, draft.status = "why the team stopped", 1.0, stop_status(node.text(source))
    return [draft]
