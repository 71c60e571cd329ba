"""Calls of tools: read however a model writes them, run one after the other, answered whatever is wrong with them."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.diagnosis.document_parts import Lines
from agent.lookup.allowance import Allowance
from agent.lookup.cancellation import cancel_when
from agent.lookup.tools import registry
from agent.lookup.tools.tool import BadCall, Tool
from agent.lookup.visible_trace import VisibleTrace
from agent.lookup.written_calls import without, written
from agent.model import model
from agent.tokens import count

NO_ROOM = "Not looked up: no tokens are left for it."


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
    heading: str = ""
    """What the tool counted, in words of ours."""
    named: tuple[Lines, ...] = ()
    """Places that the text tells of, without their words."""
    titled: tuple[Lines, ...] = ()
    """Lines that the text tells of by the title of their event."""

    @property
    def tokens(self) -> int:
        """How much of the room it takes."""
        return count(self.text)


class Lookups:
    """The tools that are offered for one trace; whatever is wrong with a call, it is answered in words."""

    def __init__(self, visible: VisibleTrace, tools: Sequence[Tool] | None = None) -> None:
        self._visible = visible
        tools = registry.TOOLS if tools is None else tools
        self._tools = {tool.name: tool for tool in tools}
        self._takes = {tool.name: tuple(tool.parameters) for tool in tools}

    def offered(self) -> tuple[model.Tool, ...]:
        """The tools as a request names them: name, description, JSON Schema of the arguments."""
        return tuple(model.Tool(tool.name, tool.what, tool.schema()) for tool in self._tools.values())

    def in_words(self) -> str:
        """The tools for a model whose server does not take them."""
        rows = [f"{tool.name}({', '.join(tool.parameters)}): {tool.what}" for tool in self._tools.values()]
        form = '{"name": "search", "arguments": {"words": "approve"}}'
        return "\n".join(["Tools; to use one, reply with nothing but its call, such as", form, *rows])

    def call_of(self, name: str, arguments: str) -> Call:
        """The call of a model that calls tools as it should."""
        name = name.strip().removeprefix("functions.")
        if name not in self._tools:
            return Call(name[:60], {}, f"There is no tool {name[:60]!r}; there are: {', '.join(self._tools)}.")
        given = _object(arguments) if arguments.strip() else {}
        if given is None:
            return Call(name, {}, "The arguments are no JSON object.")
        try:
            return Call(name, self._tools[name].checked(given))
        except BadCall as fault:
            return Call(name, {}, str(fault))

    def calls_in(self, text: str) -> list[Call]:
        """Calls that a model wrote into its answer instead of making them; none where the text is an answer."""
        return [self.call_of(call.name, json.dumps(call.arguments, default=str)) for call in written(text, self._takes)]

    def without_calls(self, text: str) -> str:
        """What is left of an answer when the calls written into it are taken out."""
        return without(text, written(text, self._takes))

    def look_up(self, calls: Sequence[Call], allowance: Allowance, stop: Callable[[], bool]) -> list[LookUp]:
        """What each call of a round brings, each within its share of what is left; it is taken off the allowance."""
        looked: list[LookUp] = []
        for at, call in enumerate(calls):
            if stop():
                break
            room = allowance.room(len(calls) - at)
            with cancel_when(stop):
                looked.append(self.run(call, room) if room else LookUp(NO_ROOM, (), f"{call.name}: {NO_ROOM}"))
            allowance.tokens -= looked[-1].tokens
        allowance.rounds -= 1
        return looked

    def run(self, call: Call, room: int) -> LookUp:
        """What one call brings, in at most so many tokens."""
        if call.fault:
            return LookUp(call.fault, (), f"{call.name}: {call.fault}")
        try:
            result = self._tools[call.name].run(self._visible, call.arguments, room)
        except BadCall as fault:
            return LookUp(str(fault), (), f"{call.name}: {fault}")
        sent = result.within(room)
        heading = "\n".join(row.text for row in result.rows[: result.headings])
        return LookUp(sent.text, sent.lines, result.activity, heading, sent.named, sent.titled)


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
        if isinstance(value, str):
            value = json.loads(value)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
