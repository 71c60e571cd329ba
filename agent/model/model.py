"""What a language model is to the rest: it is sent a request and answers, or talks piece by piece and calls tools."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Who = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that a model wants used; `arguments` is the text it wrote, not yet checked."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation with a model."""

    who: Who
    text: str
    calls: tuple[ToolCall, ...] = ()
    answers: str | None = None
    """For the result of a tool: the id of its call."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool a model may call: its parameters as JSON Schema."""

    name: str
    what: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """One request: the messages, and the form in which the server is asked to hold the reply."""

    messages: tuple[Message, ...]
    answer_tokens: int
    response_format: Mapping[str, Any] | None = None
    tools: tuple[Tool, ...] = ()
    limit_word: str = "max_tokens"
    temperature: float | None = 0.0


@dataclass(frozen=True, slots=True)
class Spent:
    """What one or more calls took."""

    calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = None

    def __add__(self, other: "Spent") -> "Spent":
        costs = [cost for cost in (self.cost_usd, other.cost_usd) if cost is not None]
        return Spent(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.cached_tokens + other.cached_tokens,
            self.completion_tokens + other.completion_tokens,
            sum(costs) if costs else None,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, whole: its words, why it ended, and the tokens as the server counts them."""

    text: str
    finish: str
    spent: Spent = field(default_factory=Spent)
    calls: tuple[ToolCall, ...] = ()
    """The tools that it wants used, where it calls any instead of an answer."""


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of an answer that is still being written."""

    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """The end of an answer that came in pieces: all its words, and the tools it wants used."""

    text: str
    calls: tuple[ToolCall, ...]
    finish: str
    spent: Spent = field(default_factory=Spent)


class Model(Protocol):
    """Somebody who answers letters; every failure is a `Fault`."""

    name: str
    address: str
    host: str

    async def send(self, request: Request) -> Answer:
        """The whole answer to a request, once, with no second try."""
        ...

    def stream(self, request: Request) -> AsyncIterator[Words | Said]:
        """The answer piece by piece; the last is `Said`."""
        ...

    async def names(self) -> Sequence[str]:
        """The models that the server offers."""
        ...

    async def open(self) -> None:
        """Load what asking takes, while nobody waits for it; nothing is sent."""
        ...

    async def close(self) -> None:
        """Let go of the connection."""
        ...
