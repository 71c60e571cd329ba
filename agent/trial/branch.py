"""What an agent had before an act as files to go on from: the messages alone, or both arms of a trial by lines."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from agent.diagnosis.document_parts import RemedyAdvice
from agent.model.model import Message
from agent.trial.arms import CONTROL, REMEDY, gate, with_remedy
from agent.trial.context import Context


def messages_file(context: Context) -> str:
    """The messages before the act, as OpenAI's API takes them."""
    return json.dumps(_listed(context.messages), ensure_ascii=False, indent=1) + "\n"


def branch_file(context: Context, remedy: RemedyAdvice, act: str) -> str:
    """A conversation on each line: as it was, and with the remedy; a check of the act stands behind the act itself."""
    checked = gate(remedy, context.messages, act)
    arms = (CONTROL, context.messages), (REMEDY, checked or with_remedy(context, remedy))
    return "".join(json.dumps(dict(_arm(context, *arm)), ensure_ascii=False) + "\n" for arm in arms)


def _arm(context: Context, name: str, messages: Sequence[Message]) -> Iterator[tuple[str, Any]]:
    yield "id", name
    if context.model is not None:
        yield "model", context.model
    yield "messages", _listed(messages)
    if context.tools:
        yield "tools", [{"type": "function", "function": _function(tool)} for tool in context.tools]


def _function(tool: Any) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.what, "parameters": tool.parameters}


def _listed(messages: Sequence[Message]) -> list[dict[str, Any]]:
    return [_as_openai(message) for message in messages]


def _as_openai(message: Message) -> dict[str, Any]:
    made: dict[str, Any] = {"role": message.who, "content": message.text}
    if message.calls:
        made["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.calls
        ]
    if message.answers is not None:
        made["tool_call_id"] = message.answers
    return made
