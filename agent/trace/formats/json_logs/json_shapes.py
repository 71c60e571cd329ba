"""Reads one JSON object of an unknown program by its shape: a message, a call, a result, a step, or a line of a log."""

from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.label_names import unlabelled
from agent.trace.formats.json.moments import moment_of
from agent.trace.formats.messages.chat_messages import MODELS, ROLES, USERS, Calls, link
from agent.trace.formats.messages.content_parts import (
    CALL_IDS,
    CALL_KEYS,
    RESULT_KEYS,
    arguments_piece,
    is_call,
    is_result,
    read_call,
    returned_pieces,
)
from agent.trace.formats.messages.openai_items import read_item

ACTORS = ("agent", "agent_name", "actor", "name", "sender", "source", "speaker", "author", "from", "who", "agentName",
          "agent_id", "node", "logger")  # fmt: skip
RECEIVERS = ("to", "receiver", "recipient", "target")
TEXTS = ("content", "message", "text", "msg", "body", "utterance", "say", "said", "reply", "response", "completion",
         "output", "result", "input", "prompt", "query", "value", "data", "event")  # fmt: skip
TIMES = ("timestamp", "time", "ts", "created_at", "@timestamp", "datetime", "date", "created", "createdAt",
         "create_time", "asctime", "t", "when", "start_time", "started_at")  # fmt: skip
LEVELS = ("level", "levelname", "severity", "log_level")
TOOLS = ("tool", "tool_name", "toolName", "function", "function_name")
_ENVELOPES = ("message", "msg", "data", "payload", "item", "event", "raw")
_ROLE_NAMES = ("role", "author", "from", "sender", "speaker", "who", "type", "kind")
_WORDS = ("content", "contents", "parts", "text", "value", "body", "message", "msg", "utterance", "say", "said",
          "reply", "output", "response")  # fmt: skip
_THOUGHTS = ("thought", "thoughts", "thinking", "reasoning", "rationale", "model_output")
_ACTIONS = ("action", "tool_call", "command", "cmd", "code")
_INPUTS = ("action_input", "tool_input", "arguments", "args", "parameters", "params", "input", "tool_args")
_SEEN = ("observation", "observations", "tool_output", "tool_result", "action_output", "returned", "output", "result")
_FATAL = ("error", "critical", "fatal", "severe")
_KINDS = {kind.value: kind for kind in Kind} | {
    "tool_call": Kind.CALL, "function_call": Kind.CALL, "action": Kind.CALL, "tool_result": Kind.RESULT,
    "observation": Kind.RESULT, "thought": Kind.THINK, "thinking": Kind.THINK, "final": Kind.ANSWER,
    "final_answer": Kind.ANSWER, "exception": Kind.ERROR,
}  # fmt: skip
_PEOPLE = frozenset({*USERS, *MODELS, *ROLES, "gpt", "chatgpt", "agent", "llm", "customer"})


# Most lines of logs have none of these: whether they are a message, a call or a step need not be asked.
_TELLING = frozenset({*_ENVELOPES, *_ROLE_NAMES, *_ACTIONS, *TOOLS, *CALL_KEYS, *RESULT_KEYS})


def is_act(source: Bytes, node: Node) -> bool:
    """Whether the shape of an object is that of something somebody said or did."""
    inner = unwrapped(source, node)
    return message_of(source, inner) is not None or is_call(source, inner) or is_result(source, inner) or _steps(inner)


def read_object(source: Bytes, node: Node, calls: Calls) -> list[Draft]:
    """The drafts of one object, each with its time."""
    time = _time(source, node)
    if _TELLING.isdisjoint(node.fields):
        line = _line(source, node)
        line.time = time
        return [line]
    inner = unwrapped(source, node)
    message = message_of(source, inner)
    if message is not None:
        drafts = read_item(source, message, calls)
    elif is_call(source, inner) or is_result(source, inner):
        drafts = read_item(source, inner, calls)
    elif _steps(inner):
        drafts = _step(source, inner, calls)
    else:
        drafts = _line_with_calls(source, node, calls)
    for draft in drafts:
        draft.time = draft.time or time or _time(source, inner)
    drafts[0].start = node.start
    if len(drafts) == 1:
        drafts[0].end = node.end
    return drafts


def unwrapped(source: Bytes, node: Node) -> Node:
    """The message inside an envelope of ids and times."""
    for key in _ENVELOPES:
        inner = node.fields.get(key)
        if inner is None or not inner.fields or "role" in node.fields:
            continue
        if message_of(source, inner) is not None or is_call(source, inner) or is_result(source, inner):
            return inner
    return node


def message_of(source: Bytes, node: Node) -> Node | None:
    """An object as a message with a role and a content, whatever these are called; None where it is none."""
    role = next((role for key in _ROLE_NAMES if (role := _role(source, node.fields.get(key))) is not None), None)
    if role is None:
        return None
    if "role" in node.fields and ("content" in node.fields or "tool_calls" in node.fields or "parts" in node.fields):
        return node
    words = next((node.fields[key] for key in _WORDS if key in node.fields and node.fields[key] is not role), None)
    if words is None or words.shape == "literal":
        return None
    message = Node("object", node.start, node.end)
    message.fields = {**node.fields, "role": role, "content": words}
    return message


def _time(source: Bytes, node: Node) -> str | None:
    fields = node.fields
    return moment_of(source, *[fields[key] for key in TIMES if key in fields])


def _role(source: Bytes, node: Node | None) -> Node | None:
    """The role that a field names, itself or inside."""
    if node is not None and node.fields:
        node = node.fields.get("role") or node.fields.get("name")
    if node is None or node.shape != "string" or node.end - node.start > 20:
        return None
    return node if node.text(source).lower() in _PEOPLE else None


def _steps(node: Node) -> bool:
    """Whether it is a step of an agent: what it thought, what it did, what it saw."""
    did = any(key in node.fields for key in (*_ACTIONS, *TOOLS))
    return did and any(_says(node.fields.get(key)) for key in (*_THOUGHTS, *_SEEN, *_INPUTS))


def _says(node: Node | None) -> bool:
    return node is not None and node.shape != "literal" and node.end - node.start > 2


def _step(source: Bytes, node: Node, calls: Calls) -> list[Draft]:
    fields = node.fields
    actor = _word(source, node, ACTORS) or None
    drafts = [
        Draft(Kind.THINK, held.start, held.end, actor=actor, pieces=(held.piece(unfold=bool(held.fields)),))
        for key in _THOUGHTS
        if (held := fields.get(key)) is not None and _says(held)
    ][:1]
    action = next((fields[key] for key in _ACTIONS if _says(fields.get(key))), None)
    given = next((fields[key] for key in _INPUTS if _says(fields.get(key))), None)
    tool = _word(source, node, TOOLS) or None
    call = _word(source, node, CALL_IDS[:-1]) or None
    if tool is None and given is not None and action is not None and action.shape == "string":
        tool = action.text(source)
    done = given or action
    if done is not None:
        piece = arguments_piece(source, done)
        drafts.append(Draft(Kind.CALL, done.start, done.end, actor=actor, pieces=(piece,), tool=tool, call=call))
    seen = next((fields[key] for key in _SEEN if _says(fields.get(key)) and fields[key] is not done), None)
    if seen is not None:
        pieces = returned_pieces(node, seen) if seen.fields or seen.items else (seen.piece(),)
        drafts.append(Draft(Kind.RESULT, seen.start, seen.end, pieces=pieces, tool=tool, call=call))
    for draft in drafts:
        link(draft, calls, actor)
    return drafts or [_line(source, node)]


def _line_with_calls(source: Bytes, node: Node, calls: Calls) -> list[Draft]:
    """The line of a log, and the calls that lie in it: objects that name a tool and what it is given."""
    line = _line(source, node)
    held = [item for field in node.fields.values() for item in (field.items or [field]) if item.fields]
    called = []
    for item in filter(_is_use, held):
        draft = read_call(source, item, line.actor)
        draft.tool = draft.tool or _word(source, item, TOOLS) or None
        called.append(draft)
        link(draft, calls, line.actor)
    return called if called and line.kind is Kind.NOTE else [line, *called]


def _is_use(node: Node) -> bool:
    named = any(key in node.fields for key in (*TOOLS, "name"))
    return named and any(key in node.fields for key in _INPUTS) and "role" not in node.fields


def _line(source: Bytes, node: Node) -> Draft:
    """What is called an agent, a text or a level in the line of a log."""
    text = _first(node, TEXTS)
    level = _word(source, node, LEVELS).lower()
    kind = _KINDS.get(_word(source, node, ("kind", "type", "event_type", "event")).lower())
    actor = _word(source, node, ACTORS)
    if kind is None and text is None and actor and (seen := _first(node, _SEEN)) is not None:
        text, kind = seen, Kind.RESULT
    if kind is None:
        kind = Kind.ERROR if level in _FATAL else Kind.SAY if actor and text is not None else Kind.NOTE
    receiver = _word(source, node, RECEIVERS)
    return Draft(
        kind,
        node.start,
        node.end,
        actor=actor or None,
        to=(receiver,) if receiver else (),
        pieces=(text.piece(),) if text is not None else unlabelled(node),
        tool=_word(source, node, TOOLS) or None,
        status="error" if level in _FATAL or kind is Kind.ERROR else None,
        salience=0.5 if level in ("debug", "trace") else 1.0,
    )


def _first(node: Node, keys: tuple[str, ...]) -> Node | None:
    return next((node.fields[key] for key in keys if key in node.fields and _is_words(node.fields[key])), None)


def _is_words(node: Node) -> bool:
    return node.is_text and node.end - node.start > 2


def _word(source: Bytes, node: Node, keys: tuple[str, ...]) -> str:
    """The first short string that stands under one of the keys, else nothing."""
    return next(_words(source, node, keys), "")


def _words(source: Bytes, node: Node, keys: tuple[str, ...]) -> Iterator[str]:
    for key in keys:
        held = node.fields.get(key)
        if held is not None and held.shape == "string" and 2 < held.end - held.start < 200:
            yield held.text(source)
