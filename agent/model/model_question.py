"""A question to a model: what is sent first, and what is sent once more after a reply that was no answer."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from pydantic import BaseModel

from agent.model.faults import Fault, Status
from agent.model.model import Message, Tool, ToolCall
from agent.model.reply_schemas import schema_text

T = TypeVar("T", bound=BaseModel)
MOST_REPEATED = 4_000


async def nothing_lacks(_: object) -> str:
    """The check of a reply that needs none."""
    return ""


@dataclass(frozen=True)
class Question(Generic[T]):
    """What is asked: instructions, the text it is about, and the shape of the answer."""

    name: str
    system: str
    user: str
    shape: type[T]
    schema: dict[str, object]
    lacks: Callable[[T], Awaitable[str]] = nothing_lacks
    """What an answer of the right shape still lacks, in words for whoever gave it; empty where nothing."""
    join: Callable[[T, T], T] = lambda first, second: second
    """The first answer and the second, given because something lacked, as one."""
    rounds: tuple[Message, ...] = ()
    """What was answered and shown since the question was put."""
    tools: tuple[Tool, ...] = ()
    """What may be called instead of an answer, where the server takes that."""
    called: Callable[[Sequence[ToolCall]], T] | None = None
    """The answer that calls stand for."""

    @property
    def messages(self) -> tuple[Message, ...]:
        """The question as it is sent first, and the rounds since."""
        return Message("system", self.system), Message("user", self.user), *self.rounds


def with_schema(messages: Sequence[Message], schema: dict[str, object]) -> tuple[Message, ...]:
    """The messages with the schema in words, for a server that does not enforce it."""
    first, *rest = messages
    asked = replace(rest[0], text=f"{rest[0].text}\n\n{schema_text(schema)}")
    return (first, asked, *rest[1:])


def asked_again(question: Question[T], reply: str, what: str) -> tuple[Message, ...]:
    """The question, the reply that was given, and what is wrong with it."""
    return (
        *question.messages,
        Message("assistant", reply[:MOST_REPEATED]),
        Message("user", f"{what}\nReply once more, with the JSON object alone."),
    )


def after_fault(question: Question[T], fault: Fault) -> tuple[Message, ...]:
    """What is asked after a reply that was no answer."""
    if fault.status in (Status.NOT_JSON, Status.WRONG_SHAPE) and fault.reply.strip():
        return asked_again(question, fault.reply, f"Your reply could not be used: {fault.says}.")
    *before, last = question.messages
    return *before, replace(last, text=f"{last.text}\n\nReply with the JSON object alone, whole and to its end.")
