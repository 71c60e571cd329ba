"""Small readings that both formats of Codex need: how a command ended, and which call sends out an agent."""

from agent.trace.event import Kind
from agent.trace.event_text import Bytes, read_text
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nested import parse_nested
from agent.trace.formats.json.json_nodes import Node, first_text

AGENT = "codex"
_EXIT = pattern(r"(?:Exit code:|Process exited with code)\s*(-?\d+)")
_LOOKED_AT = 400


def read_output(source: Bytes, item: Node, draft: Draft) -> None:
    """What a tool returned, without the JSON that it is often wrapped into, and whether it failed."""
    held = item.get("output")
    inner = held if held is not None and held.fields else parse_nested(source, held)
    text = inner.get("output") or inner.get("content") if inner is not None else None
    if inner is not None and text is not None and text.is_text:
        draft.pieces = (text.piece(),)
    code = inner.get("metadata", "exit_code") if inner is not None else None
    exited = code.value(source) if code is not None else None
    if exited is None:
        piece = draft.pieces[0]
        piece = piece._replace(end=min(piece.end, piece.start + _LOOKED_AT))
        match = _EXIT.search(read_text(source, (piece,)))
        exited = int(match[1]) if match is not None else 0
    success = inner.get("success") if inner is not None else None
    if exited or (success is not None and success.value(source) is False):
        draft.status = "error"


def hand_over(source: Bytes, item: Node, draft: Draft) -> None:
    """A call that sends out an agent hands over to it."""
    if draft.tool != "spawn_agent":
        return
    given = item.get("arguments") or item.get("input")
    inner = given if given is not None and given.fields else parse_nested(source, given)
    told = (inner.get("message") or inner.get("prompt")) if inner is not None else None
    if inner is not None and told is not None and told.is_text:
        draft.kind, draft.pieces = Kind.HANDOFF, (told.piece(),)
        draft.to = (first_text(source, inner, "agent_type", "name", "task_name") or "agent",)
