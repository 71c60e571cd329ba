"""The HTTP client below OpenAI's library: reads bounded replies, and tells a host only what is meant for it."""

from typing import Any

import httpx2

from agent.model.faults import Fault, Status
from agent.settings import is_this_machine

LARGEST, LARGEST_ERROR = 64 * 1024 * 1024, 256 * 1024
"""Bytes of a reply and of what a server says when it does not answer, unpacked; a small one may unpack to a lot."""
CONNECT_SECONDS = 15.0
OPENAI_HOST = "api.openai.com"
SENT = frozenset(
    "host accept accept-encoding connection user-agent content-type content-length transfer-encoding "
    "authorization".split()
)
"""Headers for any host. What OPENAI_ORG_ID, OPENAI_PROJECT_ID and OPENAI_CUSTOM_HEADERS name is for OpenAI alone."""
_OF_THE_WAY = frozenset(("content-encoding", "content-length", "transfer-encoding"))
"""Headers of a reply that say how its bytes came, and nothing of what they are once they are unpacked."""


class HttpClient(httpx2.AsyncClient):
    """A client that follows no redirect, takes no proxy to this machine, and reads no more than an answer can hold."""

    def __init__(self, host: str, key: str, seconds: float) -> None:
        is_here = is_this_machine(host)
        super().__init__(
            follow_redirects=False,
            timeout=httpx2.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds)),
            trust_env=not is_here,
            verify=httpx2.create_ssl_context(),
        )
        self._host, self._key = host, key

    async def send(self, request: httpx2.Request, *, stream: bool = False, **how: Any) -> httpx2.Response:
        """The reply, read within bounds unless it streams; of an error only as much as says what is wrong."""
        response = await super().send(self._for_host(request), stream=True, **how)
        response.request = request
        if stream and response.is_success:
            return response
        try:
            content = await _read(response)
        finally:
            await response.aclose()
        headers = [(name, value) for name, value in response.headers.multi_items() if name.lower() not in _OF_THE_WAY]
        return httpx2.Response(response.status_code, headers=headers, content=content, request=request)

    def _for_host(self, request: httpx2.Request) -> httpx2.Request:
        """The request as it goes out; the library still finds its own notes in the headers of its own request."""
        if self._host == OPENAI_HOST:
            return request
        headers = [(name, value) for name, value in request.headers.multi_items() if name.lower() in SENT]
        made = httpx2.Request(
            request.method, request.url, headers=headers, stream=request.stream, extensions=request.extensions
        )
        made.headers["authorization"] = f"Bearer {self._key}"
        return made


async def _read(response: httpx2.Response) -> bytes:
    read = bytearray()
    async for part in response.aiter_bytes():
        read += part
        if len(read) > LARGEST_ERROR and not response.is_success:
            return bytes(read[:LARGEST_ERROR])
        if len(read) > LARGEST:
            raise Fault(Status.ODD, "the reply is larger than any answer")
    return bytes(read)
