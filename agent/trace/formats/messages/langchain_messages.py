"""LangChain messages however they were written: constructors, dictionaries, pairs, or the words that Python prints."""

from typing import Any

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.json.json_stream import JsonStream
from agent.trace.formats.messages.chat_messages import Calls, read_message

_ROLES = {
    "human": "user", "user": "user", "ai": "assistant", "assistant": "assistant", "aimessagechunk": "assistant",
    "humanmessagechunk": "user", "system": "system", "developer": "developer", "tool": "tool", "toolmessage": "tool",
    "function": "function", "humanmessage": "user", "aimessage": "assistant", "systemmessage": "system",
    "functionmessage": "function", "chatmessage": "assistant", "toolmessagechunk": "tool", "chat": "assistant",
    "remove": "remove", "removemessage": "remove", "systemmessagechunk": "system",
}  # fmt: skip
_PRINTED = pattern(r"(?:(\w+Message)(?:Chunk)?\()?content=['\"\[]")
_NAME = pattern(r"\bname='([^']{1,80})'")
_LOOKED_AT = 200
_SPOKEN = {"user": Kind.SAY, "assistant": Kind.SAY, "system": Kind.SYSTEM, "tool": Kind.RESULT, "function": Kind.RESULT}


def looks_like_message(value: Any) -> bool:
    """Whether a plain value is a message that LangChain wrote."""
    if isinstance(value, dict):
        if isinstance(value.get("lc"), int) and isinstance(value.get("kwargs"), dict):
            return True
        kind, held = str(value.get("type", "")).lower(), value.get("data")
        return kind in _ROLES and ("content" in value or (isinstance(held, dict) and "content" in held))
    return isinstance(value, str) and _PRINTED.match(value) is not None


def messages_in(source: Bytes, node: Node | None) -> list[Node]:
    """The messages that a value holds: one, a list of them, a list of lists, or an object with `messages`."""
    if node is None or node.shape == "literal":
        return []
    if node.shape == "object":
        if is_message(node):
            return [node]
        held = node.get("messages")
        return messages_in(source, held) if held is not None else []
    if node.shape == "strings":
        pair = _pair(source, node)
        return [node] if pair is not None else _printed(source, node)
    return [message for item in node.items for message in _item(source, item)]


def is_message(node: Node) -> bool:
    """Whether an object is a message in one of the shapes it is written in."""
    fields = node.fields
    if "lc" in fields and "kwargs" in fields:
        return "content" in fields["kwargs"].fields
    if "content" in fields or "tool_calls" in fields:
        return "type" in fields or "role" in fields
    if "parts" in fields:
        return "role" in fields
    return "type" in fields and "data" in fields and "content" in fields["data"].fields


def read_langchain(source: Bytes, node: Node, calls: Calls, agent: str | None) -> list[Draft]:
    """What one message holds; `agent` is who speaks for the model. Nothing, where it only takes others away."""
    if node.shape == "string":
        return [_as_printed(source, node, agent)]
    message = opened(source, node)
    role = text_of(source, message.get("role"))
    if role == "remove":
        return []
    drafts = _once(read_message(source, message, calls, agent))
    fault = message.fields.get("error")
    failed = first_text(source, message, "status") == "error" or (fault is not None and fault.shape != "literal")
    for draft in drafts:
        if draft.kind is Kind.RESULT:
            draft.tool = draft.tool or first_text(source, message, "name", "function")
            draft.status = "error" if failed else draft.status
    return drafts


def opened(source: Bytes, node: Node) -> Node:
    """A message with its fields side by side and its role under one name."""
    if node.shape != "object":
        return _pair(source, node) or node
    inner = node.get("kwargs") or (node.get("data") if "content" not in node.fields else None) or node
    message = Node("object", node.start, node.end)
    message.fields.update(inner.fields)
    word = first_text(source, inner, "role", "type") or first_text(source, node, "type") or ""
    if "kwargs" in node.fields and (word == "constructor" or not word):
        id = node.get("id")
        named = id.value(source) if id is not None else None
        word = str(named[-1]) if isinstance(named, list) and named else ""
    if word.lower() == "chat" and "role" in inner.fields:
        word = first_text(source, inner, "role") or word
    _set_role(message, _ROLES.get(word.lower(), word.lower() or "user"))
    more = message.fields.get("additional_kwargs")
    calls = message.fields.get("tool_calls")
    for key in more.fields if more is not None else ():
        if key in ("tool_calls", "function_call") and (calls is None or not calls.items):
            message.fields[key] = more.fields[key]  # type: ignore[union-attr]
        elif key == "reasoning_content":
            message.fields.setdefault(key, more.fields[key])  # type: ignore[union-attr]
    told = message.fields.get("response_metadata")
    for key in ("finish_reason", "stop_reason"):
        if told is not None and key in told.fields:
            message.fields.setdefault("finish_reason", told.fields[key])
    return message


def message_id(source: Bytes, node: Node) -> str | None:
    """The id of a message; a result is known by the call that it answers, since its own is given late."""
    if node.shape != "object":
        return None
    inner = node.get("kwargs") or (node.get("data") if "content" not in node.fields else None) or node
    answered = first_text(source, inner, "tool_call_id")
    return f"answer to {answered}" if answered is not None else first_text(source, inner, "id")


def _item(source: Bytes, item: Node) -> list[Node]:
    if item.shape == "string":
        return _printed(source, item)
    if item.shape == "object" and not is_message(item):
        inner = item.get("message")  # a generation
        return [inner] if inner is not None and inner.fields else []
    return messages_in(source, item)


def _printed(source: Bytes, node: Node) -> list[Node]:
    """The strings that are messages as Python prints them."""
    items = [node] if node.shape == "string" else _apart(source, node).items
    return [
        item for item in items if _PRINTED.match(item.text(source)[:_LOOKED_AT] if item.end - item.start > 12 else "")
    ]


def _apart(source: Bytes, node: Node) -> Node:
    """A list of strings, string by string."""
    stream = JsonStream(source, None, node.start, node.end, split_strings=True)
    for _ in stream.records():
        pass
    return stream.root or node


def _pair(source: Bytes, node: Node) -> Node | None:
    """A role and a text, written as a pair."""
    items = _apart(source, node).items if node.shape == "strings" else node.items
    if len(items) != 2 or items[0].shape != "string":
        return None
    role = _ROLES.get(items[0].text(source).lower())
    if role is None:
        return None
    message = Node("object", node.start, node.end)
    message.fields["content"] = items[1]
    _set_role(message, role)
    return message


def _as_printed(source: Bytes, node: Node, agent: str | None) -> Draft:
    text = node.text(source)
    printed, name = _PRINTED.match(text), _NAME.search(text)
    role = _ROLES.get((printed[1] or "AIMessage").lower(), "assistant") if printed is not None else "assistant"
    actor = name[1] if name is not None else {"user": "user", "system": "system", "tool": "tool"}.get(role, agent)
    return Draft(_SPOKEN.get(role, Kind.SAY), node.start, node.end, actor=actor, pieces=(node.piece(),))


def _once(drafts: list[Draft]) -> list[Draft]:
    """Calls that stand in the content of a message and beside it are one call."""
    calls: set[str] = set()
    kept = []
    for draft in drafts:
        if draft.call is not None and draft.kind in (Kind.CALL, Kind.HANDOFF):
            if draft.call in calls:
                continue
            calls.add(draft.call)
        kept.append(draft)
    return kept


def _set_role(message: Node, word: str) -> None:
    message.fields["role"] = Node("string", message.start, message.start, f'"{word}"'.encode())
