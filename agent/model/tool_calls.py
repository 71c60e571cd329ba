"""The calls in a reply, put together from pieces: servers differ in how they number, name and repeat them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.model.model import ToolCall

MOST = 1_000
"""Calls of one reply that are kept."""


@dataclass
class _Call:
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass
class Calls:
    """Calls as their pieces come in."""

    _calls: list[_Call] = field(default_factory=list)
    _places: dict[object, int] = field(default_factory=dict)
    """Which call a number stands for by now: some servers give every call the same, or none."""

    def add(self, piece: object) -> None:
        """Take one piece: of the call with its number, unless it names another call."""
        if not isinstance(piece, Mapping):
            return
        function = piece.get("function")
        function = function if isinstance(function, Mapping) else {}
        number, name, id_ = piece.get("index"), str(function.get("name") or ""), str(piece.get("id") or "")
        place = self._places.get(number)
        if place is None or self._is_another(self._calls[place], id_, name):
            if len(self._calls) >= MOST:
                return
            place = self._places[number] = len(self._calls)
            self._calls.append(_Call())
        call = self._calls[place]
        call.id = id_ or call.id
        if name != call.name:
            call.name += name
        arguments = function.get("arguments")
        call.arguments += json.dumps(arguments) if isinstance(arguments, Mapping | list) else str(arguments or "")

    def _is_another(self, call: _Call, id_: str, name: str) -> bool:
        """Whether a piece begins another call: it is named, and its id is another or the call so far is whole."""
        if not name or (id_ and id_ == call.id):
            return False
        if id_ and call.id:
            return True
        try:
            return bool(call.arguments) and json.loads(call.arguments) is not None
        except (ValueError, RecursionError):
            return False

    def whole(self) -> tuple[ToolCall, ...]:
        """The calls, each with an id: its own, or one of ours where the server gives none."""
        return tuple(
            ToolCall(call.id or f"call_{number}", call.name, call.arguments) for number, call in enumerate(self._calls)
        )
