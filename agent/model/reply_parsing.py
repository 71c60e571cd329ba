"""What a reply says: its words out of the server's JSON, its JSON out of the words, and only what fits its shape."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from agent.model.faults import Fault, Status, told
from agent.model.model import Answer, Said, Spent
from agent.model.responses import classify
from agent.model.tool_calls import Calls

T = TypeVar("T", bound=BaseModel)

_THINK = re.compile(
    r"<(think|thinking|reasoning)>.*?</\1>|^.*?</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE
)
_OPEN_THINK = re.compile(r"<(?:think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)```", re.DOTALL)
_STARTS = 200
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
    message = {"content": gathered.text, "refusal": gathered.refused}
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
    return checked(text, finish, bool(refusal), spent_of(body.get("usage")))


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


def json_in(text: str) -> Iterator[Any]:
    """The JSON objects in a reply: it may be all of it, or stand behind a chain of thought, in a fence, amid prose."""
    bare = text.strip()
    if not bare.startswith("{"):
        bare = _THINK.sub("", text)
        opened = _OPEN_THINK.search(bare)
        bare = bare[: opened.start()] if opened else bare
        for fence in _FENCE.finditer(bare):
            yield from _values(fence[1])
    yield from _values(bare)


def _values(text: str) -> Iterator[dict[str, Any]]:
    """The objects of a text that lie in no other one."""
    decoder = json.JSONDecoder(strict=False, object_pairs_hook=_decided)
    at, tried = 0, 0
    while tried < _STARTS and (start := text.find("{", at)) >= 0:
        tried += 1
        try:
            value, at = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            at = start + 1
            continue
        yield value


def _decided(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which a key that is given twice, and differently, is not given at all: nobody knows what counts."""
    made: dict[str, Any] = {}
    torn: set[str] = set()
    for name, value in pairs:
        if name in made and made[name] != value:
            torn.add(name)
        made[name] = value
    return {name: value for name, value in made.items() if name not in torn} if torn else made


def parse(text: str, shape: type[T]) -> T:
    """The value in a reply that has the shape, or a fault that says what does not fit; two that differ are none."""
    fault: Fault | None = None
    fitting: T | None = None
    for value in json_in(text):
        try:
            found = shape.model_validate(_whole(_unwrapped(value, shape)))
            if fitting is not None and found != fitting:
                raise Fault(Status.WRONG_SHAPE, "the reply holds two answers that differ", reply=text)
            fitting = found
        except ValidationError as error:
            says = f"the reply does not have the form that was asked for ({complaints(error)})"
            fault = fault or Fault(Status.WRONG_SHAPE, says, reply=text)
        except RecursionError:
            fault = fault or Fault(Status.WRONG_SHAPE, "the reply is nested too deep", reply=text)
    if fitting is not None:
        return fitting
    raise fault or Fault(Status.NOT_JSON, "the reply holds no JSON object", reply=text)


def _unwrapped(value: dict[str, Any], shape: type[BaseModel]) -> Any:
    """The object that a reply puts below one name of its own, like that of the question."""
    name, *more = value or ("",)
    return value[name] if not more and name not in shape.model_fields and isinstance(value.get(name), dict) else value


def _whole(value: Any) -> Any:
    """The value without halves of surrogates, which no file and no state can hold."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_whole(one) for one in value]
    if isinstance(value, dict):
        return {_whole(name): _whole(one) for name, one in value.items()}
    return value


def complaints(error: ValidationError, most: int = 6) -> str:
    """What does not fit, in a few words for whoever wrote the reply; no value of it is repeated."""
    said = []
    for one in error.errors(include_input=False, include_url=False)[:most]:
        place = ".".join(str(step) for step in one["loc"]) or "the reply"
        said.append(f"{told(place, most=60)}: {told(one['msg'], most=120)}")
    return "; ".join(said)


@dataclass
class Gathered:
    """An answer as its pieces come in."""

    text: str = ""
    finish: object = None
    refused: bool = False
    spent: Spent = field(default_factory=lambda: Spent(1))
    _calls: Calls = field(default_factory=Calls)

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
            self._calls.add(call)
        words = text_of(delta.get("content"))
        self.text += words
        return words

    def said(self) -> Said:
        """The whole; a fault where it is no whole answer."""
        calls = self._calls.whole()
        if calls and isinstance(self.finish, str) and self.finish not in DECLINED | TOO_LONG:
            return Said(self.text, calls, self.finish, self.spent)
        answer = checked(self.text, self.finish, self.refused, self.spent)
        return Said(answer.text, (), answer.finish, answer.spent)
