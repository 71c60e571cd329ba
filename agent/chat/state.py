"""What a conversation remembers of its latest question; earlier turns are the history of its thread."""

from typing import Any, TypedDict


class State(TypedDict, total=False):
    """The state of one question: plain JSON values, never text of the trace by itself.

    `turn` is there once the question is answered: a state without it is a question that was broken off.
    """

    question: str
    about: str
    rounds: int
    wants: bool
    turn: dict[str, Any] | None
