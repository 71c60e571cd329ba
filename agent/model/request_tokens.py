"""Counts what a request sends, as budgets and plans need it: its words, the calls in them, the tools and the schema."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agent.model.model import Message, Request, Tool
from agent.model.openai_messages import message_as_openai, tool_as_openai
from agent.tokens import count


def words_tokens(messages: Sequence[Message]) -> int:
    """The tokens of the words alone, which every server counts as the prompt."""
    return sum(count(message.text) for message in messages)


def conversation_tokens(messages: Sequence[Message], tools: Sequence[Tool] = ()) -> int:
    """The tokens of messages with the calls in them, and of the tools that stand beside them."""
    called = (message_as_openai(message)["tool_calls"] for message in messages if message.calls)
    offered = [tool_as_openai(tool) for tool in tools]
    return words_tokens(messages) + sum(map(form_tokens, called)) + form_tokens(offered)


def request_tokens(request: Request) -> int:
    """The tokens of all that a request sends."""
    return conversation_tokens(request.messages, request.tools) + form_tokens(request.response_format)


def body_tokens(body: Mapping[str, Any]) -> int:
    """The same of a request as it is written into a batch."""
    said = sum(count(str(one.get("content") or "")) + form_tokens(one.get("tool_calls")) for one in body["messages"])
    return said + form_tokens(body.get("tools")) + form_tokens(body.get("response_format"))


def form_tokens(form: object) -> int:
    """The tokens of what is sent as JSON; none where there is nothing."""
    return count(json.dumps(form, ensure_ascii=False, default=dict)) if form else 0
