"""What a record of a chat-like format gives: events of some kind, a whole message, or the items of a list in it.

A path is keys parted by dots, also through JSON that is itself a string; paths parted by blanks are tried in turn.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from agent.trace.event import Kind


@dataclass(frozen=True, slots=True)
class Part:
    """An event that a record gives if it has the text: who did what, by which tool, for which call."""

    kind: Kind
    text: str
    actor: str = ""
    """A name, or a path behind a `.`; whoever speaks for the model where it is none."""
    tool: str = ""
    """Paths; behind a `~` stands what is taken from the beginning of the name."""
    call: str = ""
    failed: str = ""
    """Where an error is told."""


@dataclass(frozen=True, slots=True)
class Message:
    """A chat message as providers take it, at a path of the record; empty, the record is one."""

    at: str = ""


@dataclass(frozen=True, slots=True)
class Each:
    """The items of a list in the record, each with the rule for its own kind."""

    at: str
    """Paths; the first that leads to something counts. Empty, it is the record itself, by another tag."""
    rules: "Mapping[str, Rule]"
    tag: str = "type"


Rule = tuple[Part | Message | Each, ...]
