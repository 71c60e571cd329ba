"""A model that answers from a script: for tests and demonstrations, with no network; it counts and can fail."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence

from agent.model.faults import Fault
from agent.model.model import Answer, Request, Said, Spent, ToolCall, Words
from agent.model.reply_parsing import checked
from agent.tokens import count

Line = str | Fault | Said | Answer
Script = Callable[[Request], Line] | Iterable[Line]


class ScriptedModel:
    """Answers each request with the next line of its script, or with what a function makes of the request."""

    name = "scripted"
    address = "scripted:"
    host = "scripted"

    def __init__(self, script: Script, *, pause: float = 0.0, offers: Sequence[str] = ("scripted",)) -> None:
        self._script = script if callable(script) else iter(script)
        self._pause = pause
        self._offers = offers
        self.requests: list[Request] = []
        """Every request that was sent, in order."""
        self.at_once = 0
        self.most_at_once = 0

    async def send(self, request: Request) -> Answer:
        """The next line as a whole answer."""
        self.requests.append(request)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await asyncio.sleep(self._pause)
            line = self._next(request)
        finally:
            self.at_once -= 1
        if isinstance(line, Fault):
            raise line
        if isinstance(line, Answer):
            return line
        if isinstance(line, Said):
            return Answer(line.text, line.finish, line.spent)
        return checked(line, "stop", False, _spent(request, line))

    async def stream(self, request: Request) -> AsyncIterator[Words | Said]:
        """The next line word by word."""
        self.requests.append(request)
        line = self._next(request)
        if isinstance(line, Fault):
            raise line
        text, calls, finish = _parts(line)
        for at, word in enumerate(text.split(" ")):
            await asyncio.sleep(self._pause)
            yield Words(word if at == 0 else f" {word}")
        yield Said(text, calls, finish, _spent(request, text))

    async def names(self) -> Sequence[str]:
        """The models that the script offers."""
        return self._offers

    async def open(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to let go of."""

    def _next(self, request: Request) -> Line:
        return self._script(request) if callable(self._script) else next(self._script)


def _parts(line: Line) -> tuple[str, tuple[ToolCall, ...], str]:
    if isinstance(line, Said):
        return line.text, line.calls, line.finish
    if isinstance(line, Answer):
        return line.text, (), line.finish
    return str(line), (), "stop"


def _spent(request: Request, text: str) -> Spent:
    return Spent(1, sum(count(message.text) for message in request.messages), 0, count(text))
