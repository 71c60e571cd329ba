"""Finds the JSON in the words of a reply, and takes only what fits the shape that was asked for."""

import json
import re
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from agent.model.faults import Fault, Status, told

T = TypeVar("T", bound=BaseModel)

_THINK = re.compile(
    r"<(think|thinking|reasoning)>.*?</\1>|^.*?</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE
)
_OPEN_THINK = re.compile(r"<(?:think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)```", re.DOTALL)
_STARTS = 200


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
            reply = shape.model_validate(_whole(_unwrapped(value, shape)))
            if fitting is not None and reply != fitting:
                raise Fault(Status.WRONG_SHAPE, "the reply holds two answers that differ", reply=text)
            fitting = reply
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
