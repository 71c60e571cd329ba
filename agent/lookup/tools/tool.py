"""A tool: its name, what it takes, what it gives; its arguments are checked and its result is bounded here."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from agent.diagnosis.document_parts import Lines
from agent.lookup.visible_trace import VisibleTrace
from agent.tokens import count

Type = Literal["integer", "string", "boolean"]
LONGEST_TEXT = 400
TAIL, MARK_ROOM = 50, 20
"""Tokens for the row that says what is missing, and for the least of a row that is cut."""


class BadCall(Exception):
    """A call that makes no sense, in words for whoever made it."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a tool."""

    type: Type
    what: str = ""
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a result; `lines` of the trace can be read in it, and `resume` is the call that begins with it."""

    text: str
    lines: Lines | None = None
    resume: str = ""
    named: tuple[Lines, ...] = ()
    """Places that it tells of, without their words."""
    titled: tuple[Lines, ...] = ()
    """The lines that it tells of by the title of their event."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What is sent of a result: its text, the lines of the trace that can be read in it, the places it tells of."""

    text: str
    lines: tuple[Lines, ...]
    named: tuple[Lines, ...]
    titled: tuple[Lines, ...]


@dataclass(slots=True)
class Result:
    """What a tool found: rows of which as many are sent as there is room for, and what a person is told."""

    activity: str
    rows: list[Row] = field(default_factory=list)
    headings: int = 0
    """How many of the first rows only say what follows: never all that is sent."""

    def head(self, text: str) -> None:
        """A row above all others."""
        self.rows.append(Row(text))
        self.headings += 1

    def add(
        self,
        text: str,
        lines: Lines | None = None,
        resume: str = "",
        named: Iterable[Lines] = (),
        titled: Iterable[Lines] = (),
    ) -> None:
        """Another row."""
        self.rows.append(Row(text, lines, resume, tuple(named), tuple(titled)))

    def within(self, room: int) -> Sent:
        """The rows that fit into so many tokens and how to go on, and what of the trace is in them."""
        costs = [count(row.text + "\n") for row in self.rows]
        kept = list(self.rows)
        if sum(costs) > room:
            kept, used = [], TAIL
            for row, cost in zip(self.rows, costs, strict=True):
                used += cost
                if used > room:
                    break
                kept.append(row)
            if len(kept) <= self.headings:
                kept = self._beginning(room - TAIL)
        rows = [row.text for row in kept]
        if left := self.rows[len(kept) :]:
            how = f"go on with {left[0].resume}" if left[0].resume else "ask for a smaller part to see them"
            rows.append(f"... {len(left)} more rows are not shown; {how}")
        lines = tuple(row.lines for row in kept if row.lines is not None)
        named = tuple(place for row in kept for place in row.named)
        return Sent("\n".join(rows), lines, named, tuple(place for row in kept for place in row.titled))

    def _beginning(self, room: int) -> list[Row]:
        """The headings and one row, each cut where they are too long for the room."""
        first = self.rows[: self.headings + 1]
        return [Row(cut_to(row.text, max(MARK_ROOM, room // len(first))), row.lines) for row in first]


def cut_to(text: str, room: int) -> str:
    """The longest beginning that is found to fit, by halving."""
    whole, text = text, text[: 12 * max(1, room)]
    while text and count(text) > room:
        text = text[: len(text) * 3 // 4]
    return text if text == whole else f"{text} … cut"


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that can be looked up."""

    name: str
    what: str
    parameters: Mapping[str, Parameter]
    run: Callable[[VisibleTrace, Mapping[str, Any], int], Result]
    """What it brings for checked arguments, made for so many tokens."""

    def schema(self) -> dict[str, Any]:
        """The parameters as JSON Schema; it goes out with every request, so it holds no word that says nothing."""
        properties = {
            name: {"type": one.type, **({"description": one.what} if one.what else {})}
            for name, one in self.parameters.items()
        }
        needed = [name for name, one in self.parameters.items() if one.needed]
        return {"type": "object", "properties": properties, **({"required": needed} if needed else {})}

    def checked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments in their types; what was not asked for is left out, what is missing is a complaint."""
        read: dict[str, Any] = {}
        for name, parameter in self.parameters.items():
            value = given.get(name)
            if value is None or value == "":
                if parameter.needed:
                    raise BadCall(f"{self.name} needs {name}.")
                continue
            read[name] = _as(parameter.type, value, name)
        return read


def _as(wanted: Type, value: Any, name: str) -> Any:
    """A value as the type that is wanted, read generously: models write numbers as text and as `L12`."""
    if wanted == "boolean":
        return value if isinstance(value, bool) else str(value).strip().casefold() in ("true", "1", "yes")
    if wanted == "string":
        if isinstance(value, list):
            value = " ".join(map(str, value))
        if not isinstance(value, str | int | float):
            raise BadCall(f"{name} must be text.")
        return str(value)[:LONGEST_TEXT]
    if isinstance(value, bool):
        raise BadCall(f"{name} must be a whole number.")
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e12:
        return int(value)
    digits = str(value).strip().lstrip("L@lF").replace(",", "").split("-")[0]
    if not digits.isascii() or not digits.isdigit() or len(digits) > 12:
        raise BadCall(f"{name} must be a whole number.")
    return int(digits)


def span(visible: VisibleTrace, given: Mapping[str, Any]) -> Lines:
    """The lines from `first` to `last`, as far as the trace reaches."""
    end = visible.trace.events.lines
    first = max(1, given.get("first", 1))
    last = min(end, given.get("last", end))
    if first > end:
        raise BadCall(f"The trace ends at L{end}.")
    if first > last:
        raise BadCall("first must not be after last.")
    return first, last


RANGE = {"first": Parameter("integer"), "last": Parameter("integer")}
"""The first and the last line: what a tool says of itself names them."""
SKIP = {"skip": Parameter("integer")}
"""How many rows to skip: what is left out is told with the number to go on with."""
