"""What an agent had before an act: the messages of its model call, to the letter or rebuilt by a stated rule."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from agent.errors import WrongUse
from agent.model.model import Message, Tool, ToolCall, Who
from agent.tokens import count
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace

MOST_TOKENS = 24_000
CALL_LOG = "openai_api_call_log"
NO_TURNS = frozenset({"plain_log", "loguru"})
"""Formats that name nobody who speaks, so that nothing tells what an agent saw."""
EXACT = "the messages of the model call, as the trace holds them"
REBUILT = (
    "rebuilt: the system prompt that stands before the act, then all that was said, called and returned before it; "
    "the agent's own acts as the assistant's, everybody else's as the user's, calls and results as text"
)
_SEEN = (Kind.TASK, Kind.SAY, Kind.CALL, Kind.RESULT, Kind.HANDOFF, Kind.PLAN, Kind.ANSWER, Kind.ERROR)
_ROLES = {"system": "system", "developer": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
LEFT_OUT = "[{n} earlier messages are left out here]"


@dataclass(frozen=True, slots=True)
class Context:
    """The messages before an act, whether they are exactly those that were sent, and the model that read them."""

    messages: tuple[Message, ...]
    exact: bool
    rule: str
    model: str | None = None
    tools: tuple[Tool, ...] = ()


def context_before(trace: Trace, act: Event) -> Context:
    """What the actor of an act had before it; `WrongUse` where the trace does not hold it."""
    if act.kind not in (Kind.SAY, Kind.CALL, Kind.THINK, Kind.HANDOFF, Kind.PLAN, Kind.ANSWER) or act.actor == "user":
        raise _refused("A result or an error is no act of a model.", act)
    if trace.format.name in NO_TURNS or act.actor is None:
        raise _refused("The trace does not tell what the agent had before it.", act)
    exact = _exact(trace, act) if trace.format.name == CALL_LOG else None
    return exact or _rebuilt(trace, act)


def _refused(why: str, act: Event) -> WrongUse:
    return WrongUse("This act cannot be asked again.", f"L{act.lines[0]}: {why}", "Try another finding, or edit a run.")


def _exact(trace: Trace, act: Event) -> Context | None:
    """The request whose response the act stands in; None where the act was only sent again in a later one."""
    start, end = _line_of(trace, act)
    try:
        record = json.loads(trace.source.read(start, end))
        request, response = record["request"], record["response"]
        sent = [_message(one) for one in request["messages"]]
    except (ValueError, KeyError, TypeError):
        return None
    words = trace.text(act).strip()
    if None in sent or words[:200] not in _all_text(response):
        return None
    tools = tuple(_tool(one) for one in request.get("tools") or () if isinstance(one.get("function"), dict))
    name = request.get("model")
    return Context(tuple(cast("list[Message]", sent)), True, EXACT, name if isinstance(name, str) else None, tools)


def _line_of(trace: Trace, act: Event) -> tuple[int, int]:
    index = trace.events.index()
    first = act.source_lines[0]
    return index.offset_of(first), index.offset_of(first + 1)


def _message(one: Mapping[str, Any]) -> Message | None:
    """A message of a request as it can be sent again to the letter; None where it cannot."""
    content, who = one.get("content"), _ROLES.get(str(one.get("role")))
    if who is None or not (content is None or isinstance(content, str)):
        return None
    calls = tuple(
        ToolCall(call["id"], call["function"]["name"], call["function"]["arguments"])
        for call in one.get("tool_calls") or ()
    )
    return Message(cast("Who", who), content or "", calls, one.get("tool_call_id"))


def _tool(one: Mapping[str, Any]) -> Tool:
    function = one["function"]
    return Tool(str(function["name"]), str(function.get("description") or ""), function.get("parameters") or {})


def _all_text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return "\n".join(map(_all_text, value.values()))
    return "\n".join(map(_all_text, value)) if isinstance(value, list) else ""


def _rebuilt(trace: Trace, act: Event) -> Context:
    """The system prompt that is nearest before the act, and what happened since the run began, within a limit."""
    before = [event for event in trace.events if event.number < act.number and event.is_act]
    prompts = [event for event in before if event.kind is Kind.SYSTEM]
    own = [event for event in prompts if act.actor in event.to] or prompts
    head = [Message("system", trace.text(own[-1]))] if own else []
    said = list(_said(trace, act, before))
    room = MOST_TOKENS - sum(count(message.text) for message in head)
    kept: list[Message] = []
    for message in reversed(said[1:]):
        room -= count(message.text)
        if room < 0:
            break
        kept.insert(0, message)
    left_out = len(said) - 1 - len(kept)
    gap = [Message("user", LEFT_OUT.format(n=left_out))] if left_out > 0 else []
    return Context((*head, *said[:1], *gap, *kept), False, REBUILT)


def _said(trace: Trace, act: Event, before: list[Event]) -> Iterator[Message]:
    for event in before:
        if event.kind in _SEEN:
            own = event.actor == act.actor and event.kind is not Kind.RESULT
            yield Message("assistant" if own else "user", _worded(trace, event, own=own))


def _worded(trace: Trace, event: Event, *, own: bool) -> str:
    """An act as the agent saw it: its own words as they stand, those of others with their names."""
    text, who = trace.text(event), "I" if own else event.actor
    if event.kind is Kind.CALL:
        return f"{who} called {event.tool or 'a tool'}: {text}"
    if event.kind is Kind.RESULT:
        return f"Result of {event.tool or 'a tool'}: {text}"
    is_plain = own or event.kind is Kind.TASK or event.actor in (None, "user")
    return text if is_plain else f"{who}: {text}"
