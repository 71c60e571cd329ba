"""Messages as providers, frameworks and exporters write them, read as what can be sent again."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from agent.model.model import Message, Tool, ToolCall, Who

_WHO: dict[str, Who] = {
    "system": "system", "developer": "system", "user": "user", "human": "user", "assistant": "assistant",
    "ai": "assistant", "model": "assistant", "tool": "tool", "function": "tool", "SystemMessage": "system",
    "HumanMessage": "user", "AIMessage": "assistant", "AIMessageChunk": "assistant", "ToolMessage": "tool",
}  # fmt: skip
_TEXTS = frozenset({None, "text", "input_text", "output_text"})
_CALLS = frozenset({"tool_call", "tool_use", "function_call"})
_RESULTS = frozenset({"tool_call_response", "tool_result", "function_call_output"})


@dataclass
class SentMessages:
    """The messages that were read so far, and whether every one is there to the letter."""

    to_the_letter: bool = True
    is_whole: bool = True
    """Whether no message was left out."""
    read: list[Message] = field(default_factory=list)

    def add_all(self, written: object) -> None:
        """Read a list of messages, or one."""
        for one in written if isinstance(written, list) else [written]:
            if isinstance(one, list):
                self.add_all(one)
            elif isinstance(one, Mapping):
                self.add(one)
            else:
                self.is_whole = False

    def add(self, one: Mapping[str, Any]) -> None:
        """Read one message; the result of a tool in it is a message of its own."""
        kind, inner = one.get("type"), one.get("kwargs") or one.get("data") or one.get("message")
        if kind == "constructor" and isinstance(one.get("id"), list):
            kind = str(one["id"][-1])
        if isinstance(inner, Mapping) and "content" in inner:
            self.add({"role": one.get("role") or kind, **inner} if kind != "constructor" else inner)
            return
        who = _WHO.get(str(one.get("role"))) or _WHO.get(str(kind))
        if who is None:
            if kind in _CALLS or kind in _RESULTS:
                self._add_parts("assistant" if kind in _CALLS else "tool", [one], one)
            else:
                self._add_result_of(str(one.get("role")), one.get("content"))
            return
        content = one.get("parts") if one.get("parts") is not None else one.get("content")
        self._add_parts(who, [content] if isinstance(content, str) else content or [], one)

    def _add_result_of(self, tool: str, content: object) -> None:
        """A result whose role is the name of its tool, as some write it: it answers the last call of that tool."""
        calls = [call for message in self.read for call in message.calls if call.name == tool]
        self.to_the_letter = False
        if calls and isinstance(content, str):
            self.read.append(Message("tool", content, answers=calls[-1].id))
        else:
            self.is_whole = False

    def _add_parts(self, who: Who, parts: Iterable[Any], one: Mapping[str, Any]) -> None:
        texts: list[str] = []
        calls = [*calls_of(one)]
        results: list[Message] = []
        for part in parts if isinstance(parts, list) else [parts]:
            kind = part.get("type") if isinstance(part, Mapping) else None
            if isinstance(part, str):
                texts.append(part)
            elif not isinstance(part, Mapping):
                self.to_the_letter = False
            elif kind in _CALLS:
                calls += [call for call in [_call(part)] if call.id not in {each.id for each in calls}]
            elif kind in _RESULTS:
                results.append(self._result(part))
            elif kind in _TEXTS and isinstance(part.get("text", part.get("content")), str):
                texts.append(part.get("text", part.get("content")))
            else:
                self.to_the_letter = False  # an image, or a thought that is not sent again
        self.to_the_letter &= len(texts) < 2
        self.read += results
        answers = one.get("tool_call_id") if who == "tool" else None
        if texts or calls or not results:
            self.read.append(Message(who, "\n".join(texts), tuple(calls), answers if answers is None else str(answers)))

    def _result(self, part: Mapping[str, Any]) -> Message:
        held = next((part[key] for key in ("content", "response", "result", "output") if key in part), "")
        if isinstance(held, list) and all(isinstance(each, Mapping) and "text" in each for each in held):
            self.to_the_letter &= len(held) < 2
            held = "\n".join(str(each["text"]) for each in held)
        answers = part.get("tool_use_id") or part.get("call_id") or part.get("id") or ""
        return Message("tool", held if isinstance(held, str) else written(held), answers=str(answers))


def calls_of(one: Mapping[str, Any]) -> Iterable[ToolCall]:
    """The calls that stand beside the words of a message; where the model's own text of them is kept, that counts."""
    raw = one.get("additional_kwargs")
    listed = (raw.get("tool_calls") if isinstance(raw, Mapping) else None) or one.get("tool_calls") or ()
    return [_call(call) for call in listed if isinstance(call, Mapping)]


def _call(call: Mapping[str, Any]) -> ToolCall:
    function = call.get("function")
    inner = function if isinstance(function, Mapping) else call
    name = inner.get("name") or (function if isinstance(function, str) else "")
    held: Any = next((inner[key] for key in ("arguments", "args", "input") if inner.get(key) is not None), {})
    known_by = call.get("call_id") or call.get("id") or ""
    return ToolCall(str(known_by), str(name), held if isinstance(held, str) else written(held))


def tools_of(listed: object) -> tuple[Tool, ...]:
    """The tools that could be called, as far as they say what they are."""
    made = []
    for one in listed if isinstance(listed, list) else ():
        function = one.get("function", one) if isinstance(one, Mapping) else None
        if isinstance(function, Mapping) and isinstance(function.get("name"), str):
            parameters = function.get("parameters") or function.get("input_schema") or {}
            told = cast("Mapping[str, Any]", parameters) if isinstance(parameters, Mapping) else {}
            made.append(Tool(function["name"], str(function.get("description") or ""), told))
    return tuple(made)


def written(value: object) -> str:
    """A value that the trace holds as such, as text."""
    return json.dumps(value, ensure_ascii=False)
