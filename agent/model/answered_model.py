"""A model whose answers came some time before: what was not answered yet is noted, to be asked with others."""

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from agent.model.faults import Fault, Status
from agent.model.model import Answer, Request, Said, Words
from agent.model.openai_model import body_of_request
from agent.model.reply_parsing import answer_of, body_of
from agent.model.responses import classify
from agent.settings import host_of

Kept = Mapping[str, Any]
"""A response as it came: its status and its body."""


class AnsweredModel:
    """Answers from responses that are at hand; `wanted` are the requests that are not among them."""

    def __init__(self, name: str, address: str, answer: Callable[[str], Kept | None]) -> None:
        self.name = name
        self.address = address
        self.host = host_of(address) or address
        self._answer = answer
        self.wanted: dict[str, dict[str, Any]] = {}

    async def send(self, request: Request) -> Answer:
        """The answer that came, with the faults that it would have had online; a fault where none came yet."""
        body = body_of_request(self.name, request)
        key = key_of_body(body)
        kept = self._answer(key)
        if kept is None:
            self.wanted[key] = body
            raise Fault(Status.SPENT, "it is asked in the next batch")
        status, text = int(kept["status"]), json.dumps(kept["body"])
        if status >= 400:
            raise classify(status, text, {})
        return answer_of(body_of(status, text.encode(), None))

    async def stream(self, request: Request) -> AsyncIterator[Words | Said]:
        """The answer at once: there is nothing to wait for."""
        answer = await self.send(request)
        yield Said(answer.text, answer.calls, answer.finish, answer.spent)

    async def names(self) -> Sequence[str]:
        """The one model."""
        return [self.name]

    async def open(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to let go of."""


def key_of_body(body: Mapping[str, Any]) -> str:
    """What a request of a batch is known by: everything that is sent."""
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()[:48]
