"""What an agent had before an act as files to go on from: the messages alone, or both arms of a trial by lines."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from agent.model.model import Message
from agent.model.openai_messages import message_as_openai, tool_as_openai
from agent.trial.arms import Arm
from agent.trial.experiment import Experiment


def messages_file(tried: Experiment) -> str:
    """The messages before the act, as OpenAI's API takes them."""
    return json.dumps(_listed(tried.context.messages), ensure_ascii=False, indent=1) + "\n"


def branch_file(tried: Experiment) -> str:
    """A conversation on each line: as it was, and with the remedy; a check of the act stands behind the act itself."""
    return "".join(json.dumps(dict(_conversation(tried, arm)), ensure_ascii=False) + "\n" for arm in tried.arms)


def _conversation(tried: Experiment, arm: Arm) -> Iterator[tuple[str, Any]]:
    context = tried.context
    yield "id", arm.name
    if context.model is not None:
        yield "model", context.model
    yield "messages", _listed(arm.after(tried.act_text) or arm.messages)
    if context.tools:
        yield "tools", [tool_as_openai(tool) for tool in context.tools]


def _listed(messages: Sequence[Message]) -> list[dict[str, Any]]:
    return [message_as_openai(message) for message in messages]
