"""A model behind an OpenAI-compatible address: Chat Completions, one host, no retry of its own."""

import asyncio
import json
import logging
import os
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from agent.model import reply_parsing
from agent.model.faults import Fault, Status
from agent.model.model import Answer, Request, Said, Words
from agent.model.openai_messages import message_as_openai, tool_as_openai
from agent.model.responses import classify, classify_exception, unusable
from agent.model.sent_events import data_of
from agent.settings import Settings, host_of

if TYPE_CHECKING:
    from httpx2 import Response
    from openai import AsyncOpenAI

NO_KEY = "no-key"
LARGEST = 64 * 1024 * 1024
"""Bytes of a reply that streams; no answer is as long."""


class OpenAIModel:
    """One model of one server; made in no time, the library is loaded when it is first used."""

    def __init__(self, name: str, address: str, key: str | None = None, seconds: float = 180.0) -> None:
        self.name = name
        self.address = address
        self.host = host_of(address) or address
        self._key = key
        self._seconds = seconds
        self._client: AsyncOpenAI | None = None
        self._opening = asyncio.Lock()

    @classmethod
    def of(cls, settings: Settings) -> "OpenAIModel":
        """The model that settings name, behind their address."""
        return cls(settings.model or "", settings.address or "", settings.key, settings.seconds)

    async def send(self, request: Request) -> Answer:
        """The whole answer; one wall clock over everything, however slowly it drips."""
        body = await self._whole("/chat/completions", body_of_request(self.name, request))
        return reply_parsing.answer_of(body)

    async def stream(self, request: Request) -> AsyncIterator[Words | Said]:
        """The answer piece by piece; a stream that ends without a reason is a fault."""
        body = {**body_of_request(self.name, request), "stream": True, "stream_options": {"include_usage": True}}
        gathered = reply_parsing.Gathered()
        deadline = asyncio.get_running_loop().time() + self._seconds
        async with aclosing(self._pieces(body)) as pieces:
            while (piece := await self._before(deadline, anext(pieces, None))) is not None:
                words = gathered.add(piece)
                if words:
                    yield Words(words)
        yield gathered.said()

    async def names(self) -> Sequence[str]:
        """The ids of `/v1/models`."""
        body = await self._whole("/models")
        listed = body.get("data")
        if not isinstance(listed, list):
            raise Fault(Status.NO_ENDPOINT, "it does not list its models")
        return [str(one["id"]) for one in listed if isinstance(one, Mapping) and one.get("id")]

    async def open(self) -> None:
        """Load the library and the certificates; nothing is sent."""
        await self.opened()

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()
            self._client = None

    async def _whole(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """The JSON object that a request brings back."""
        client = await self.opened()
        try:
            async with asyncio.timeout(self._seconds):
                raw = await _asked(client, path, body)
        except TimeoutError:
            raise self._slow() from None
        except Exception as error:  # noqa: BLE001 - whatever the library raises becomes a fault by name
            raise classify_exception(error, self._key, self._seconds) from None
        return reply_parsing.body_of(raw.status_code, raw.content, self._key)

    async def _pieces(self, body: dict[str, Any]) -> AsyncGenerator[dict[str, Any]]:
        """The data of each server-sent event."""
        client = await self.opened()
        try:
            async with (
                client.chat.completions.with_streaming_response.create(**body) as response,
                aclosing(data_of(response.iter_bytes(), LARGEST)) as events,
            ):
                async for data in events:
                    yield self._piece(data)
        except Exception as error:  # noqa: BLE001 - whatever the library raises becomes a fault by name
            raise classify_exception(error, self._key, self._seconds) from None

    def _piece(self, data: str) -> dict[str, Any]:
        """What an event holds; an error in it is one."""
        try:
            piece = json.loads(data)
        except (ValueError, RecursionError):
            if data.startswith("<"):
                raise Fault(Status.NO_ENDPOINT, "a page answers there, and no model") from None
            raise Fault(Status.ODD, "a piece of the reply is no JSON") from None
        if not isinstance(piece, dict):
            return {}
        if piece.get("error"):
            raise classify(200, json.dumps(piece), {}, self._key)
        return piece

    async def _before(self, deadline: float, coming: Any) -> Any:
        try:
            async with asyncio.timeout_at(deadline):
                return await coming
        except TimeoutError:
            raise self._slow() from None

    def _slow(self) -> Fault:
        return Fault(Status.TOO_SLOW, f"no whole reply came within {self._seconds:.0f} s")

    async def opened(self) -> "AsyncOpenAI":
        """The client below, connected to the one host."""
        async with self._opening:
            if self._client is None:
                try:
                    self._client = await asyncio.to_thread(self._open)
                except Exception as error:  # noqa: BLE001 - certificates and proxies of the environment fail in many ways
                    raise unusable(error, self._key) from None
            return self._client

    def _open(self) -> "AsyncOpenAI":
        """A client that retries nothing and logs nothing."""
        wanted = os.environ.pop("OPENAI_LOG", None)
        try:
            from openai import AsyncOpenAI

            from agent.model.http_client import HttpClient
        finally:
            if wanted is not None:
                os.environ["OPENAI_LOG"] = wanted
        for name in ("openai", "httpx2", "httpcore2"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        key = self._key or NO_KEY
        http = HttpClient(self.host, key, self._seconds)
        return AsyncOpenAI(api_key=key, base_url=self.address, max_retries=0, timeout=http.timeout, http_client=http)


async def _asked(client: "AsyncOpenAI", path: str, body: dict[str, Any] | None) -> "Response":
    """The reply as it came; the body goes as it is, since the library would walk through each schema in it anew."""
    from httpx2 import Response

    if body is None:
        return await client.get(path, cast_to=Response)
    return await client.post(path, cast_to=Response, body=body)


def body_of_request(name: str, request: Request) -> dict[str, Any]:
    """What is sent for a request, online and in a batch alike."""
    body: dict[str, Any] = {
        "model": name,
        "messages": [message_as_openai(one) for one in request.messages],
        request.limit_word: request.answer_tokens,
    }
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.response_format is not None:
        body["response_format"] = dict(request.response_format)
    if request.tools:
        body["tools"] = [tool_as_openai(tool) for tool in request.tools]
    return body
