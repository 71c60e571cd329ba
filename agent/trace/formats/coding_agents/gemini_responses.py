"""Responses of the Gemini API, one call of the model per line, as Gemini CLI records them for its own tests."""

from collections.abc import Mapping
from typing import Any

from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Each, Message, Rule

_CANDIDATES: Mapping[str, Rule] = {"*": (Each("candidates", {"*": (Message("content"),)}),)}


def _is_response(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    response = value.get("response", value)
    first = response[0] if isinstance(response, list) and response else response
    if not isinstance(first, dict):
        return False
    return isinstance(first.get("candidates"), list) and ("method" in value or "usageMetadata" in first)


RESPONSES = ChatTable(
    "gemini_api_responses",
    "`candidates` with `usageMetadata`",
    _is_response,
    {"*": (Each("response", _CANDIDATES), *_CANDIDATES["*"])},
    tag="method",
    agent="gemini",
    holders=("responses",),
    opening=(pattern(rb'"candidates"\s*:'), pattern(rb'"parts"\s*:')),
    chunks=True,
).format()
# One response as the API gives it, in a document of its own.
RESPONSE = ChatTable(
    "gemini_api_response",
    "`candidates` of the Gemini API",
    _is_response,
    _CANDIDATES,
    agent="gemini",
    opening=(pattern(rb'\A\{\s*"(?:candidates|responseId|modelVersion|sdkHttpResponse)"\s*:'),
             pattern(rb'"candidates"\s*:\s*\['), pattern(rb'"parts"\s*:\s*\[')),
    chunks=True,
    document=True,
).format()  # fmt: skip
