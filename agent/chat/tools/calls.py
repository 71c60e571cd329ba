"""Calls of tools: read however a model writes them, run one after the other, answered whatever is wrong with them."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.chat.cancellation import cancel_when
from agent.chat.material import Material
from agent.chat.tools import registry
from agent.chat.tools.tool import BadCall, Tool
from agent.chat.tools.written_calls import without, written
from agent.diagnosis.shapes import Lines
from agent.tokens import count

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
class LookUp:
    """What a call brought: text for the model, the lines in it, and what a person is told."""

    text: str
    lines: tuple[Lines, ...]
    activity: str

    @property
    def tokens(self) -> int:
        """How much of the room it takes."""
        return count(self.text)


def tools() -> dict[str, Tool]:
    """Every tool by its name."""
    return {tool.name: tool for tool in registry.TOOLS}


def _takes() -> dict[str, tuple[str, ...]]:
    """What each tool takes."""
    return {tool.name: tuple(tool.parameters) for tool in registry.TOOLS}


def call_of(name: str, arguments: str) -> Call:
    """The call of a model that calls tools as it should."""
    name = name.strip().removeprefix("functions.")
    if name not in tools():
        return Call(name[:60], {}, f"There is no tool {name[:60]!r}; there are: {', '.join(tools())}.")
    given = _object(arguments) if arguments.strip() else {}
    if given is None:
        return Call(name, {}, "The arguments are no JSON object.")
    try:
        return Call(name, tools()[name].checked(given))
    except BadCall as fault:
        return Call(name, {}, str(fault))


def calls_in(text: str) -> list[Call]:
    """Calls that a model wrote into its answer instead of making them; none where the text is an answer."""
    return [call_of(call.name, json.dumps(call.arguments, default=str)) for call in written(text, _takes())]


def without_calls(text: str) -> str:
    """What is left of an answer when the calls written into it are taken out."""
    return without(text, written(text, _takes()))


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
    rows = [f"{tool.name}({', '.join(tool.parameters)}): {tool.what}" for tool in registry.TOOLS]
    form = '{"name": "search", "arguments": {"words": "approve"}}'
    return "\n".join(["Tools; to use one, reply with nothing but its call, such as", form, *rows])


def look_up(material: Material, calls: Sequence[Call], room: int, stop: Callable[[], bool]) -> list[LookUp]:
    """What each call brings, within the room that is left for all of them."""
    looked: list[LookUp] = []
    for call in calls:
        if stop():
            break
        with cancel_when(stop):
            looked.append(_looked(material, call, max(FEWEST_TOKENS, min(material.budget.result, room))))
        room -= looked[-1].tokens
    return looked


def _looked(material: Material, call: Call, room: int) -> LookUp:
    if call.fault:
        return LookUp(call.fault, (), f"{call.name}: {call.fault}")
    try:
        result = tools()[call.name].run(material, call.arguments)
    except BadCall as fault:
        return LookUp(str(fault), (), f"{call.name}: {fault}")
    text, lines = result.within(room)
    return LookUp(text, tuple(lines), result.activity)
