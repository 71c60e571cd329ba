"""Calls of tools: read however a model writes them, run one after the other, answered whatever is wrong with them."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.chat.ground import Ground
from agent.chat.stopping import until
from agent.chat.tools.concluding import CONCLUDING
from agent.chat.tools.reading import READING
from agent.chat.tools.searching import SEARCHING
from agent.chat.tools.tool import BadCall, Tool
from agent.diagnosis.shapes import Lines
from agent.tokens import count

TOOLS: tuple[Tool, ...] = (*READING, *SEARCHING, *CONCLUDING)
BY_NAME = {tool.name: tool for tool in TOOLS}
_BLOCK = re.compile(r"```[a-z_]*\s*(.*?)```|<tool_call>(.*?)(?:</tool_call>|$)", re.DOTALL)
_NAME_KEYS, _ARGUMENT_KEYS = ("name", "tool", "tool_name", "function"), ("arguments", "parameters", "args", "input")
_LONGEST = 20_000
FEWEST_TOKENS = 80


@dataclass(frozen=True, slots=True)
class Call:
    """A call as it was understood; `fault` says why it cannot be run."""

    name: str
    arguments: Mapping[str, Any]
    fault: str = ""

    @property
    def key(self) -> str:
        """What is the same for two calls that ask for the same."""
        return f"{self.name} {json.dumps(self.arguments, sort_keys=True, default=str)} {self.fault}"


@dataclass(frozen=True, slots=True)
class Looked:
    """What a call brought: text for the model, the lines in it, and what a person is told."""

    text: str
    lines: tuple[Lines, ...]
    activity: str

    @property
    def tokens(self) -> int:
        """How much of the room it takes."""
        return count(self.text)


def call_of(name: str, arguments: str) -> Call:
    """The call of a model that calls tools as it should."""
    name = name.strip().removeprefix("functions.")
    if name not in BY_NAME:
        return Call(name[:60], {}, f"There is no tool {name[:60]!r}; there are: {', '.join(BY_NAME)}.")
    given = _object(arguments) if arguments.strip() else {}
    if given is None:
        return Call(name, {}, "The arguments are no JSON object.")
    try:
        return Call(name, BY_NAME[name].checked(given))
    except BadCall as fault:
        return Call(name, {}, str(fault))


def written_calls(text: str) -> list[Call]:
    """Calls that a model wrote into its answer instead of making them; none where the text is an answer."""
    if len(text) > _LONGEST or not any(name in text for name in BY_NAME):
        return []
    return [call for body in _bodies(text) for call in _written(body)]


def without_calls(text: str) -> str:
    """What is left of an answer when the calls written into it are taken out."""
    for body in list(_bodies(text)):
        if list(_written(body)):
            text = text.replace(body, "")
    return re.sub(r"```[a-z_]*\s*```|</?tool_call>", "", text).strip()


def _bodies(text: str) -> Iterator[str]:
    """Stretches of a text that may hold a call."""
    blocks = [next(group for group in match.groups() if group is not None) for match in _BLOCK.finditer(text)]
    yield from blocks
    if blocks:
        return
    decoder, at = json.JSONDecoder(), 0
    while (at := text.find("{", at)) >= 0:
        try:
            _, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        yield text[at:end]
        at = end


def _written(body: str) -> Iterator[Call]:
    """The calls in one stretch: one object, a list of them, or one a line."""
    try:
        values = [json.loads(body)]
    except (ValueError, RecursionError):
        values = [value for line in body.split("\n") if (value := _object(line)) is not None]
    for value in values:
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict) and (call := _from_object(one)) is not None:
                yield call


def _from_object(value: Mapping[str, Any]) -> Call | None:
    inner = value.get("function")
    if isinstance(inner, dict):
        value = inner
    name = next((value[key] for key in _NAME_KEYS if isinstance(value.get(key), str)), None)
    if name is None or name not in BY_NAME:
        return None
    given: Any = next((value[key] for key in _ARGUMENT_KEYS if key in value), {})
    return call_of(name, given if isinstance(given, str) else json.dumps(given))


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
        if isinstance(value, str):
            value = json.loads(value)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def in_words() -> str:
    """The tools for a model whose server does not take them."""
    rows = [f"{tool.name}({', '.join(tool.parameters)}): {tool.what}" for tool in TOOLS]
    form = '{"name": "search", "arguments": {"words": "approve"}}'
    return "\n".join(["Tools; to use one, reply with nothing but its call, such as", form, *rows])


def look_up(ground: Ground, calls: Sequence[Call], room: int, stop: Callable[[], bool]) -> list[Looked]:
    """What each call brings, within the room that is left for all of them."""
    looked: list[Looked] = []
    for call in calls:
        if stop():
            break
        with until(stop):
            looked.append(_looked(ground, call, max(FEWEST_TOKENS, min(ground.room.result, room))))
        room -= looked[-1].tokens
    return looked


def _looked(ground: Ground, call: Call, room: int) -> Looked:
    if call.fault:
        return Looked(call.fault, (), f"{call.name}: {call.fault}")
    try:
        result = BY_NAME[call.name].run(ground, call.arguments)
    except BadCall as fault:
        return Looked(str(fault), (), f"{call.name}: {fault}")
    text, lines = result.within(room)
    return Looked(text, tuple(lines), result.activity)
