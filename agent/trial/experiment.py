"""What a trial asks and what it counts: the act at fault, both arms, and the failure that is looked for."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from agent.diagnosis.document_parts import Finding, RemedyAdvice
from agent.model.model import Message, Tool, ToolCall
from agent.model.request_tokens import conversation_tokens
from agent.trace.event import Event
from agent.trace.trace import Trace
from agent.trial.act_context import Context, context_before
from agent.trial.arms import Arm, arms_of
from agent.trial.sent_messages import written

Safe = Callable[[str], str]
_NO_NAME = re.compile(r"[^\w-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Experiment:
    """Everything about a trial but who is asked and how often."""

    finding: Finding
    remedy: RemedyAdvice
    act: Event
    act_text: str
    context: Context
    arms: tuple[Arm, Arm]
    tokens: int
    """How many tokens one answer of the first arm takes to ask for, with the tools it may call."""
    safe: Safe
    """What takes secrets out: a saved diagnosis may have been made with them."""
    is_edited: bool = False
    """Whether a person changed what is asked in the second arm."""

    def calls(self, times: int) -> int:
        """How many calls it takes to answer, without those that judge."""
        return times * (3 if self.arms[1].check else 2)

    def with_remedy(self, remedy: RemedyAdvice) -> "Experiment":
        """The same act, with another remedy."""
        remedy = _safe_remedy(remedy, self.safe)
        return replace(self, remedy=remedy, arms=arms_of(self.context, remedy), is_edited=False)

    def with_message(self, number: int, text: str) -> "Experiment":
        """The second arm with another text of a message; the one behind the last is the check after the answer."""
        arm = self.arms[1]
        if number < len(arm.messages):
            messages = list(arm.messages)
            messages[number] = replace(messages[number], text=text)
            arm = replace(arm, messages=tuple(messages))
        else:
            arm = replace(arm, check=text)
        is_edited = arm != arms_of(self.context, self.remedy)[1]
        return replace(self, arms=(self.arms[0], arm), is_edited=is_edited)


def experiment(trace: Trace, finding: Finding, remedy: RemedyAdvice, safe: Safe) -> Experiment:
    """The trial of a remedy, without secrets; `WrongUse` where the trace does not hold what the agent had."""
    act = act_of(trace, finding)
    named = cache(partial(_safe_name, safe=safe))  # the same each time, so that a result still answers its call
    context = _safe(context_before(trace, act), safe, named)
    act = act if act.tool is None else replace(act, tool=named(act.tool))
    tokens = conversation_tokens(context.messages, context.tools)
    remedy = _safe_remedy(remedy, safe)
    finding = replace(finding, title=safe(finding.title), explanation=safe(finding.explanation))
    return Experiment(finding, remedy, act, safe(trace.text(act)), context, arms_of(context, remedy), tokens, safe)


def act_of(trace: Trace, finding: Finding) -> Event:
    """The act that a finding is about: where its evidence stands, else where it begins."""
    place = next((each.event for each in finding.evidence if each.part == "act" and each.event), None)
    return trace.events[place] if place is not None else trace.events.at_line(finding.onset)


def _safe_remedy(remedy: RemedyAdvice, safe: Safe) -> RemedyAdvice:
    return replace(remedy, change=safe(remedy.change), target=safe(remedy.target))


def _safe(context: Context, safe: Safe, named: Safe) -> Context:
    """The context as it may be sent: secrets are taken out of every message, call and tool, and of the model's name."""
    tools = tuple(Tool(named(one.name), safe(one.what), _safe_schema(one, safe)) for one in context.tools)
    messages = tuple(_safe_message(one, safe, named) for one in context.messages)
    model = None if context.model is None else safe(context.model)
    return replace(context, messages=messages, tools=tools, model=model)


def _safe_message(message: Message, safe: Safe, named: Safe) -> Message:
    calls = tuple(ToolCall(named(call.id), named(call.name), safe(call.arguments)) for call in message.calls)
    answers = None if message.answers is None else named(message.answers)
    return replace(message, text=safe(message.text), calls=calls, answers=answers)


def _safe_schema(tool: Tool, safe: Safe) -> Mapping[str, Any]:
    """The parameters of a tool; seen as a whole first, since a name may tell that what stands beside it is a secret."""
    safe(written(tool.parameters))
    return {key: _safe_value(held, safe) for key, held in tool.parameters.items()}


def _safe_value(held: object, safe: Safe) -> object:
    """A value of a schema whose strings are safe; its keys stay, since calls are made by them."""
    if isinstance(held, str):
        return safe(held)
    if isinstance(held, list):
        return [_safe_value(each, safe) for each in held]
    return {key: _safe_value(each, safe) for key, each in held.items()} if isinstance(held, dict) else held


def _safe_name(name: str, safe: Safe) -> str:
    """A name or an id as servers take it, also where a placeholder stands in it."""
    shown = safe(name)
    return name if shown == name else _NO_NAME.sub("_", shown).strip("_")
