"""Reads what tracing services keep of a span: messages in any shape, words under some name, or a value."""

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nested import parse_nested
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.messages.chat_messages import Calls, read_message
from agent.trace.formats.messages.content_parts import title_of
from agent.trace.formats.messages.langchain_messages import messages_in, read_langchain
from agent.trace.formats.messages.openai_items import read_item
from agent.trace.source import Source

_HOLDERS = (
    "messages",
    "input_messages",
    "output_messages",
    "chat_history",
    "message",
    "generations",
    "output",
    "input",
)
_WORDS = ("input", "output", "question", "query", "task", "text", "content", "result", "answer", "response", "prompt",
          "final_answer", "final_output", "value", "topic", "request")  # fmt: skip
_ITEMS = ("reasoning", "function_call", "function_call_output", "custom_tool_call", "message")
_ROUTINE = pattern(
    r"Runnable\w*|Channel(?:Write|Read)\b.*|Branch<.*|LangGraph|CompiledStateGraph|_\w*|should_\w+|route\w*|\w*Parser"
    r"|\w*Prompt\w*|\w*Template|tools_condition|AgentExecutor|call_\w+|agent|model|tools?|chain|__start__|Unnamed\w*"
    r"|task|turn|span|trace|chat|completion|generation"
)


def is_routine(name: str) -> bool:
    """Whether the name of a span says how it runs and not whose work it is."""
    return not name or _ROUTINE.fullmatch(name) is not None


def messages_sent(source: Source, value: Node | None, calls: Calls, agent: str | None) -> list[Draft]:
    """The messages that a value holds, none where it holds something else."""
    held = _opened(source, value)
    if held is None:
        return []
    choices = held.get("choices")
    if choices is not None:
        found = [choice.get("message") or choice.get("delta") for choice in choices.members()]
        return [draft for one in found if one is not None for draft in read_message(source, one, calls, agent)]
    items = held.items or (held.fields["output"].items if "output" in held.fields else [])
    if any(_is_item(source, item) for item in items):
        return [draft for item in items if item.fields for draft in read_item(source, item, calls, agent)]
    for inner in (held, *(held.fields[key] for key in _HOLDERS if key in held.fields)):
        read = [draft for m in messages_in(source, inner) for draft in read_langchain(source, m, calls, agent)]
        if read:
            return read
    return []


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
    while held.fields or (len(held.items) == 1 and not held.is_text and not whole):
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


def texts_in(
    source: Source, value: Node | None, calls: Calls, agent: str | None, actor: str | None, kind: Kind = Kind.SAY
) -> list[Draft]:
    """The messages of a value, else its words as said by the actor."""
    return messages_sent(source, value, calls, agent) or words_in(source, value, kind, actor)


def _opened(source: Source, value: Node | None) -> Node | None:
    """A value, or what its text is JSON of."""
    if value is None or (value.shape == "literal" and value.value(source) is None):
        return None
    return parse_nested(source, value) or value


def _is_item(source: Source, item: Node) -> bool:
    """Whether it is an item of the Responses API, which a chat message is not."""
    what = item.fields.get("type")
    return what is not None and what.shape == "string" and what.text(source) in _ITEMS and "lc" not in item.fields
