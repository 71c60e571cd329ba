"""A record that tells a tool's part by itself: what it was given, what it returned, or both."""

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.messages.chat_messages import Calls, link
from agent.trace.formats.messages.content_parts import arguments_piece, returned_pieces

_GIVEN = ("tool_input", "input", "arguments")
_CAME = ("tool_output", "output", "content", "result")
_IDS = ("tool_use_id", "tool_call_id", "id")
_FAILED = ("error", "failed", "failure")


def read_tool_record(source: Bytes, node: Node, calls: Calls, agent: str) -> list[Draft]:
    """The call and its result, as far as the record holds them."""
    tool, call = first_text(source, node, "tool_name", "name"), first_text(source, node, *_IDS)
    given, came = (next((node.fields[key] for key in keys if key in node.fields), None) for keys in (_GIVEN, _CAME))
    drafts = []
    if given is not None:
        sent = (arguments_piece(source, given),)
        drafts.append(Draft(Kind.CALL, given.start, given.end, actor=agent, pieces=sent, tool=tool, call=call))
    if came is not None:
        status = "error" if first_text(source, node, "status") in _FAILED else None
        pieces = returned_pieces(node, came) if not came.is_text else (came.piece(),)
        drafts.append(Draft(Kind.RESULT, came.start, came.end, pieces=pieces, tool=tool, call=call, status=status))
    for draft in drafts:
        link(draft, calls, agent)
    if drafts and drafts[-1].kind is Kind.RESULT:
        drafts[-1].to = drafts[-1].to or (agent,)
    return drafts
