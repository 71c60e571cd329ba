"""Messages and tools as OpenAI's API takes them."""

from typing import Any

from agent.model.model import Message, Tool


def message_as_openai(message: Message) -> dict[str, Any]:
    """One message of a request."""
    written: dict[str, Any] = {"role": message.who, "content": message.text}
    if message.calls:
        written["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.calls
        ]
    if message.answers is not None:
        written["tool_call_id"] = message.answers
    return written


def tool_as_openai(tool: Tool) -> dict[str, Any]:
    """One tool that may be called."""
    function = {"name": tool.name, "description": tool.what, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": function}
