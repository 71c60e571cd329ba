"""Reads what tracing services keep of a span: messages in any shape, words under some name, or a value."""

import re

from agent.trace.event import Coding, Kind, Piece
from agent.trace.event_text import read_text
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nested import parse_nested
from agent.trace.formats.json.json_nodes import Node, text_of
from agent.trace.formats.messages.chat_messages import ROLES, Calls, read_message
from agent.trace.formats.messages.content_parts import read_content, title_of
from agent.trace.formats.messages.langchain_messages import messages_in, read_langchain
from agent.trace.formats.messages.openai_items import read_item
from agent.trace.source import Source

_HOLDERS = (
    "contents",
    "messages",
    "input_messages",
    "output_messages",
    "chat_history",
    "message",
    "new_message",
    "content",
    "generations",
    "output",
    "input",
)
_WORDS = ("input", "output", "question", "query", "task", "text", "content", "result", "answer", "response", "prompt",
          "final_answer", "final_output", "value", "topic", "request", "contents", "args")  # fmt: skip
_SPOKEN = (Kind.SAY, Kind.TASK, Kind.ANSWER, Kind.HANDOFF)
_STATE = pattern(r"[{\[]|\w+=['\"]|\w+\(\w+=")
_ROLE_BEFORE = re.compile(rb"(?:\A|\\n)(system|developer|user|assistant|tool): ")
_CHOSEN = ("message", "delta", "content")
_INSTRUCTIONS = (("system",), ("instructions",), ("config", "system_instruction"), ("systemInstruction",))
_ITEMS = ("reasoning", "function_call", "function_call_output", "custom_tool_call", "message")


def messages_sent(source: Source, value: Node | None, calls: Calls, agent: str | None) -> list[Draft]:
    """The messages that a value holds, none where it holds something else."""
    held = _opened(source, value)
    if held is None:
        return []
    choices = held.get("choices") or held.get("candidates")
    if choices is not None:
        said = [next((one.fields[key] for key in _CHOSEN if key in one.fields), None) for one in choices.members()]
        return [draft for one in said if one is not None for draft in read_message(source, one, calls, agent)]
    items = held.items or (held.fields["output"].items if "output" in held.fields else [])
    if any(_is_item(source, item) for item in items):
        return [draft for item in items if item.fields for draft in read_item(source, item, calls, agent)]
    for inner in (held, *(held.fields[key] for key in _HOLDERS if key in held.fields)):
        messages = [message for message in messages_in(source, inner) if not _defines_tool(source, message)]
        read = [draft for message in messages for draft in read_langchain(source, message, calls, agent)]
        if read:
            return [*_instructed(source, held), *read]
    return []


def _defines_tool(source: Source, message: Node) -> bool:
    """Whether a client wrote what tools there are as if it were a message."""
    held = message.get("content")
    return held is not None and text_of(source, held.get("type")) == "function" and "function" in held.fields


def _instructed(source: Source, held: Node) -> list[Draft]:
    """What a model is told beside the messages."""
    told = next((at for path in _INSTRUCTIONS if (at := held.get(*path)) is not None), None)
    return read_content(source, told, Kind.SYSTEM, "system", None)


def words_in(source: Source, value: Node | None, kind: Kind, actor: str | None) -> list[Draft]:
    """The words of a value as one draft: a text, the text of its only or usual field, or all of it as JSON."""
    held = _opened(source, value)
    if held is None or (held.shape == "literal" and held.end - held.start <= 4):
        return []
    text = _said(held, whole=kind in (Kind.CALL, Kind.RESULT))
    if text.end - text.start <= 2 and not text.nested:
        return []
    piece = text.piece(unfold=bool(text.fields or text.items) and not text.is_text)
    return [Draft(kind, text.start, text.end, actor=actor, pieces=(piece,), title=title_of(source, piece))]


def _said(held: Node, *, whole: bool) -> Node:
    """The part of a value that says something; of what a tool is given or returns, all of it, with the names."""
    while held.fields or (len(held.items) == 1 and not whole):
        if held.items:
            held = held.items[0]
            continue
        named = [held.fields[key] for key in _WORDS if key in held.fields]
        only = list(held.fields.values())
        if len(only) == 1 and (named or not whole):
            held = only[0]
        elif not whole and any(node.is_text for node in named):
            return next(node for node in named if node.is_text)
        elif not whole and "generations" in held.fields:
            held = held.fields["generations"]
        else:
            break
    return held


def told_by_role(source: Source, draft: Draft) -> list[Draft]:
    """A chat that was written as one text, each message behind its role, as the messages that it was."""
    start, end, coding = draft.pieces[0]
    if len(draft.pieces) > 1 or coding is not Coding.STRING:
        return [draft]
    written = source.read(start, end)
    roles = list(_ROLE_BEFORE.finditer(written))
    if not roles or roles[0].start() > 0 or len(roles) < 2:
        return [draft]
    ends = [role.start() for role in roles[1:]] + [len(written)]
    drafts = []
    for role, stop in zip(roles, ends, strict=True):
        kind = ROLES.get(role[1].decode(), Kind.SAY)
        if written[role.end() : stop] != b"None":
            piece = Piece(start + role.end(), start + stop, coding)
            actor = role[1].decode() if kind is not Kind.RESULT else None
            drafts.append(Draft(kind, piece.start, piece.end, actor=actor, pieces=(piece,)))
    return drafts


def texts_in(source: Source, value: Node | None, calls: Calls, agent: str | None, actor: str | None) -> list[Draft]:
    """The messages of a value, else its words as said by the actor."""
    return messages_sent(source, value, calls, agent) or words_in(source, value, Kind.SAY, actor)


def is_state(source: Source, draft: Draft) -> bool:
    """Whether a draft is what a program hands on, as JSON or as Python prints it, and not somebody's words."""
    if draft.kind not in _SPOKEN:
        return False
    start, end, coding = draft.pieces[0]
    return _STATE.match(read_text(source, (Piece(start, min(end, start + 64), coding),)).lstrip()) is not None


def _opened(source: Source, value: Node | None) -> Node | None:
    """A value, or what its text is JSON of."""
    if value is None or (value.shape == "literal" and value.value(source) is None):
        return None
    return parse_nested(source, value) or _unquoted(source, value)


def _unquoted(source: Source, value: Node) -> Node:
    """The text of a string that holds nothing but one more string."""
    if value.shape != "string" or value.nested or value.end - value.start < 8:
        return value
    start, end = value.start + 3, value.end - 3
    if source.read(value.start + 1, start) != b'\\"' or source.read(end, value.end - 1) != b'\\"':
        return value
    inner = Node("string", start, end)
    inner.nested = True
    return inner


def _is_item(source: Source, item: Node) -> bool:
    """Whether it is an item of the Responses API or a mere call, which a chat message is not."""
    what = item.fields.get("type")
    if "toolName" in item.fields and what is None:
        return True
    return what is not None and what.shape == "string" and what.text(source) in _ITEMS and "lc" not in item.fields
