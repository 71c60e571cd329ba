"""What is told about findings in a person's own words."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from textual.message import Message


class FormWords(NamedTuple):
    """What a form about a finding holds."""

    title: str
    failure: str
    severity: str
    line: str


@dataclass(eq=False, repr=False)
class EditWanted(Message):
    """A person wants to put a finding in other words."""

    finding: str


@dataclass(eq=False, repr=False)
class LookDecided(Message):
    """A person makes a finding of a place worth a look, or dismisses it."""

    title: str
    line: int
    decision: str


@dataclass(eq=False, repr=False)
class ModelTaken(Message):
    """A person has said which model is asked; `words` tell of it."""

    words: str


@dataclass(eq=False, repr=False)
class FormAsked(Message):
    """Let a person fill in a form; `then` hears what, or None; `line` reads a line of the trace."""

    heading: str
    words: FormWords
    line: Callable[[int], str | None]
    then: Callable[[FormWords | None], None]
