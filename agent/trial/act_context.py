"""What an agent had before an act: the messages of its model call, to the letter or rebuilt by a stated rule."""

from dataclasses import dataclass

from agent.errors import WrongUse
from agent.model.model import Message, Tool
from agent.tokens import count
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace
from agent.trial.exact_context import call_before
from agent.trial.session_context import session_before

MOST_TOKENS = 24_000
NO_TURNS = frozenset({"plain_log", "loguru"})
"""Formats that name nobody who speaks, so that nothing tells what an agent saw."""
EXACT = "the messages of the model call, as the trace holds them"
JOINED = "the messages of the model call; the texts of a message are joined, what is no text is left out"
REBUILT = (
    "rebuilt: the system prompt that stands before the act, then all that was said, called and returned before it; "
    "the agent's own acts as the assistant's, everybody else's as the user's, calls and results as text"
)
_SEEN = (Kind.TASK, Kind.SAY, Kind.CALL, Kind.RESULT, Kind.HANDOFF, Kind.PLAN, Kind.ANSWER, Kind.ERROR)
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
    context = _sent(trace, act) or _rebuilt(trace, act)
    if not context.messages:
        raise _refused("The trace holds nothing that the agent had before it.", act)
    return context


def _refused(why: str, act: Event) -> WrongUse:
    return WrongUse("This act cannot be asked again.", f"L{act.lines[0]}: {why}", "Try another finding, or edit a run.")


def _sent(trace: Trace, act: Event) -> Context | None:
    """The messages of the call that brought the act, or of the session before it; None where neither is there."""
    call = call_before(trace, act)
    if call is not None:
        rule = EXACT if call.sent.to_the_letter else JOINED
        return Context(tuple(call.sent.read), call.sent.to_the_letter, rule, call.model, call.tools)
    session = session_before(trace, act)
    if session is None:
        return None
    sent, rule, model = session
    return Context(tuple(sent.read), False, rule, model)


def _rebuilt(trace: Trace, act: Event) -> Context:
    """The system prompt that is nearest before the act, and what happened since the run began, within a limit."""
    before = [event for event in trace.events.between(1, act.number - 1) if event.is_act] if act.number > 1 else []
    prompts = [event for event in before if event.kind is Kind.SYSTEM]
    own = [event for event in prompts if act.actor in event.to] or prompts
    head = [Message("system", trace.text(own[-1]))] if own else []
    seen = [event for event in before if event.kind in _SEEN]
    room = MOST_TOKENS - sum(count(message.text) for message in head)
    kept: list[Message] = []
    for event in reversed(seen[1:]):
        message = _said(trace, act, event)
        room -= count(message.text)
        if room < 0:
            break
        kept.insert(0, message)
    left_out = len(seen) - 1 - len(kept)
    gap = [Message("user", LEFT_OUT.format(n=left_out))] if left_out > 0 else []
    return Context((*head, *(_said(trace, act, event) for event in seen[:1]), *gap, *kept), False, REBUILT)


def _said(trace: Trace, act: Event, event: Event) -> Message:
    own = event.actor == act.actor and event.kind is not Kind.RESULT
    return Message("assistant" if own else "user", _worded(trace, event, own=own))


def _worded(trace: Trace, event: Event, *, own: bool) -> str:
    """An act as the agent saw it: its own words as they stand, those of others with their names."""
    text, who = trace.text(event), "I" if own else event.actor
    if event.kind is Kind.CALL:
        return f"{who} called {event.tool or 'a tool'}: {text}"
    if event.kind is Kind.RESULT:
        return f"Result of {event.tool or 'a tool'}: {text}"
    is_plain = own or event.kind is Kind.TASK or event.actor in (None, "user")
    return text if is_plain else f"{who}: {text}"
