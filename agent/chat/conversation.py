"""What answers one question and is never saved: its ground, who is asked, what was read, what is being written."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agent.chat.checking import Checker
from agent.chat.ground import About, Ground
from agent.chat.read import Read
from agent.chat.room import Room
from agent.chat.tools.calls import Call
from agent.chat.turn import Proposal, Turn
from agent.model.model import Message, Spent, ToolCall

if TYPE_CHECKING:
    from agent.model.asker import Asker


@dataclass
class Conversation:
    """One question on its way to an answer."""

    ground: Ground
    question: str
    about: About
    turns: Sequence[Turn]
    asker: "Asker | None"
    stop: threading.Event = field(default_factory=threading.Event)
    read: Read = field(default_factory=Read)
    messages: list[Message] = field(default_factory=list)
    said: str = ""
    """The last words of the model, with the calls in them."""
    made: tuple[ToolCall, ...] = ()
    written: tuple[Call, ...] = ()
    asked: set[str] = field(default_factory=set)
    """What has been looked up already."""
    left: int = 0
    """Tokens left for what tools return."""
    started: float = 0.0
    room: Room | None = None
    """What may be sent, where the model holds less than is usual."""
    shrunk: bool = False
    ending: str = ""
    """What is said below an answer that is not whole."""
    plain: bool = False
    """Whether the server takes no tools, so that calls are written into the answer."""
    spent: Spent = field(default_factory=Spent)
    proposals: list[Proposal] = field(default_factory=list)
    ready: Turn | None = None
    """The turn, where the answer was made before it went through the graph."""
    checker: Checker = field(init=False)

    def __post_init__(self) -> None:
        self.checker = Checker(self.ground, self.read)
