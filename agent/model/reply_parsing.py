"""Reads what a server sends back, whole or in pieces: the words of the reply, the tools it calls, why it ended."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.model.faults import Fault, Status
from agent.model.model import Answer, Said, Spent, ToolCall
from agent.model.responses import classify
from agent.model.tool_calls import Calls

TOO_LONG = frozenset({"length", "max_tokens", "model_length"})
DECLINED = frozenset({"content_filter", "content-filter", "safety", "refusal", "blocked"})


def body_of(code: int, content: bytes, key: str | None) -> dict[str, Any]:
    """The JSON object of a successful response; a page of a portal is none."""
    text = content.decode("utf-8", "replace")
    body: Any = _of_stream(text) if text.lstrip().startswith(("data:", "event:", ":")) else _document(text)
    if not isinstance(body, dict):
        raise Fault(Status.NO_ENDPOINT, "the reply is no answer of a model")
    if body.get("error"):
        raise classify(code, json.dumps(body), {}, key)
    return body


def _document(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        if text.lstrip()[:1] in ("<", ""):
            raise Fault(Status.NO_ENDPOINT, "a page answers there, and no model") from None
        raise Fault(Status.ODD, "the reply is no JSON") from None


def _of_stream(text: str) -> dict[str, Any]:
    """The body that a stream of events comes to, from a server that streams whether it is asked to or not."""
    gathered = Gathered()
    for line in text.split("\n"):
        data = line[5:].strip() if line.startswith("data:") else ""
        if not data or data == "[DONE]":
            continue
        try:
            piece = json.loads(data)
        except (ValueError, RecursionError):
            raise Fault(Status.ODD, "a piece of the reply is no JSON") from None
        if isinstance(piece, dict) and piece.get("error"):
            return piece
        if isinstance(piece, dict):
            gathered.add(piece)
    spent = gathered.spent
    usage = {
        "prompt_tokens": spent.prompt_tokens,
        "completion_tokens": spent.completion_tokens,
        "prompt_tokens_details": {"cached_tokens": spent.cached_tokens},
    }
    calls = [
        {"id": one.id, "function": {"name": one.name, "arguments": one.arguments}} for one in gathered.calls.whole()
    ]
    message = {"content": gathered.text, "refusal": gathered.refused, "tool_calls": calls}
    return {"choices": [{"message": message, "finish_reason": gathered.finish}], "usage": usage}


def answer_of(body: Mapping[str, Any]) -> Answer:
    """The answer in a chat completion; whatever is no whole answer is a fault by name."""
    choices = body.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        if "choices" not in body:
            raise Fault(Status.NO_ENDPOINT, "the reply is no chat completion")
        raise Fault(Status.ODD, "the reply holds no choice")
    if choices[0].get("error"):
        raise classify(200, json.dumps({"error": choices[0]["error"]}), {})
    message = choices[0].get("message")
    message = message if isinstance(message, Mapping) else {}
    finish = choices[0].get("finish_reason")
    text = text_of(message.get("content"))
    refusal = message.get("refusal")
    spent = spent_of(body.get("usage"))
    calls = calls_of(message)
    if calls and isinstance(finish, str) and finish not in DECLINED | TOO_LONG:
        return Answer(text, finish, spent, calls)
    return checked(text, finish, bool(refusal), spent)


def calls_of(message: Mapping[str, Any]) -> tuple[ToolCall, ...]:
    """The tools that a whole message calls."""
    gathered = Calls()
    for number, call in enumerate(message.get("tool_calls") or ()):
        gathered.add({"index": number, **call} if isinstance(call, Mapping) else call)
    return gathered.whole()


def checked(text: str, finish: object, refused: bool, spent: Spent) -> Answer:
    """An answer that ended by itself and has words; anything else is a fault that carries the words there were."""
    if refused or finish in DECLINED:
        fault = Fault(Status.DECLINED, "the model declined to answer", reply=text)
    elif finish in TOO_LONG:
        fault = Fault(Status.TOO_LONG, "the reply was cut at its length limit", reply=text)
    elif finish == "error":
        fault = Fault(Status.CUT, "the server broke the reply off", reply=text)
    elif not finish or not isinstance(finish, str):
        fault = Fault(Status.CUT, "the reply ended without saying why", reply=text)
    elif not text.strip():
        fault = Fault(Status.EMPTY, "the reply is empty")
    else:
        return Answer(text, finish, spent)
    fault.spent = spent
    raise fault


def text_of(content: object) -> str:
    """The words of a message, whether they come as one text or in parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))
    return ""


def spent_of(usage: object) -> Spent:
    """The tokens a server says it used; nothing where it says nothing."""
    if not isinstance(usage, Mapping):
        return Spent(1)
    details = usage.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, Mapping) else None
    return Spent(1, _count(usage.get("prompt_tokens")), _count(cached), _count(usage.get("completion_tokens")))


def _count(value: object) -> int:
    return int(value) if isinstance(value, int | float) and 0 <= value < 1e12 else 0


@dataclass
class Gathered:
    """An answer as its pieces come in."""

    text: str = ""
    finish: object = None
    refused: bool = False
    spent: Spent = field(default_factory=lambda: Spent(1))
    calls: Calls = field(default_factory=Calls)

    def add(self, piece: Mapping[str, Any]) -> str:
        """Take one piece; the words in it."""
        if piece.get("usage"):
            self.spent = spent_of(piece["usage"])
        choices = piece.get("choices")
        if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
            return ""
        choice = choices[0]
        self.finish = choice.get("finish_reason") or self.finish
        delta = choice.get("delta") or choice.get("message")
        if not isinstance(delta, Mapping):
            return ""
        self.refused = self.refused or bool(delta.get("refusal"))
        for call in delta.get("tool_calls") or ():
            self.calls.add(call)
        words = text_of(delta.get("content"))
        self.text += words
        return words

    def said(self) -> Said:
        """The whole; a fault where it is no whole answer."""
        calls = self.calls.whole()
        if calls and isinstance(self.finish, str) and self.finish not in DECLINED | TOO_LONG:
            return Said(self.text, calls, self.finish, self.spent)
        answer = checked(self.text, self.finish, self.refused, self.spent)
        return Said(answer.text, (), answer.finish, answer.spent)
