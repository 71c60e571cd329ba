"""Finds the method of a part that a key's action or a message is meant for; the parts are looked through once."""

from collections.abc import Callable, Iterable, Sequence

from textual.message import Message

from mast_tui.screens.trace.part import Part

_ACTION = "action_"


class Routing:
    """The actions and the messages of some parts, which are told in their order."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.actions: dict[str, Callable[..., object]] = {}
        """What keys do, by the name under which Textual looks for it."""
        self._hearers: dict[type[Message], list[Callable[[Message], None]]] = {}
        for part in parts:
            for name in dir(type(part)):
                if name.startswith(_ACTION):
                    assert name not in self.actions, f"two parts have {name}"  # noqa: S101 - a fault of ours
                    self.actions[name] = getattr(part, name)
                for kind in getattr(getattr(type(part), name), "heard_messages", ()):
                    self._hearers.setdefault(kind, []).append(getattr(part, name))

    def hearers(self, message: Message) -> Sequence[Callable[[Message], None]]:
        """The methods that hear a message."""
        return self._hearers.get(type(message), ())
