"""OTLP over HTTP: what each request is answered with."""

import asyncio
import hmac
import json
import zlib
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, NamedTuple

from mast_tui.receiver.bounds import Bounds, Refusal
from mast_tui.receiver.export import LOGS, TRACES, Export, Signal, divided, read_json
from mast_tui.receiver.protobuf import answer, read_protobuf, status
from mast_tui.receiver.trace_files import Hear, TraceFiles

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
PROTOBUF, JSON = "application/x-protobuf", "application/json"
SIGNALS = {"/v1/traces": TRACES, "/v1/logs": LOGS}
NO_METRICS = "mast-tui keeps no metrics: these were not looked at."
ABOUT = b"mast-tui listens here for OpenTelemetry: POST /v1/traces and /v1/logs, as protobuf or JSON.\n"
_CODES = {400: 3, 401: 16, 403: 7, 404: 5, 405: 12, 408: 4, 413: 8, 415: 3, 503: 14}
"""The codes of google.rpc.Status."""


SECONDS = 60.0
"""What a request has to come in; one that drips would hold its place for ever."""
LET_PASS = 256 * 1024 * 1024
"""Bytes of a request that is too long which are read before it is refused; of a longer one the connection breaks."""


class Reply(NamedTuple):
    """An answer: its status, what its body is, the body."""

    status: int
    kind: str
    body: bytes
    more: tuple[tuple[bytes, bytes], ...] = ()


class Receiver:
    """An ASGI application that takes in exports."""

    def __init__(
        self,
        files: TraceFiles,
        bounds: Bounds,
        *,
        hosts: Iterable[str] = (),
        token: str | None = None,
        hear: Hear = lambda share: None,
    ) -> None:
        self._files = files
        self._bounds = bounds
        self._hosts = frozenset(hosts)
        self._token = token
        self._hear = hear

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        try:
            reply = await self._reply(scope, headers, kind, receive)
        except Refusal as refusal:
            reply = _refused(refusal, kind)
        length = (b"content-length", str(len(reply.body)).encode())
        fields = [(b"content-type", reply.kind.encode()), length, *reply.more]
        await send({"type": "http.response.start", "status": reply.status, "headers": fields})
        await send({"type": "http.response.body", "body": reply.body})

    async def _reply(
        self, scope: MutableMapping[str, Any], headers: dict[str, str], kind: str, receive: Receive
    ) -> Reply:
        self._check_sender(headers)
        method, path = scope["method"], scope["path"]
        if path == "/" and method in ("GET", "HEAD"):
            return Reply(200, "text/plain; charset=utf-8", ABOUT)
        signal = SIGNALS.get(path)
        if signal is None and path != "/v1/metrics":
            raise Refusal(404, "There is nothing here: POST /v1/traces or /v1/logs.")
        if method != "POST":
            raise Refusal(405, "Only POST is answered here.")
        if kind not in (PROTOBUF, JSON):
            raise Refusal(415, f"The body must be {PROTOBUF} or {JSON}.")
        try:
            async with asyncio.timeout(SECONDS):
                body = await self._body(headers, receive)
        except TimeoutError:
            raise Refusal(408, f"The body did not come within {SECONDS:g} seconds.") from None
        if signal is None:
            return _metrics(kind)
        export = self.take(read_json(body) if kind == JSON else read_protobuf(body, signal), signal)
        return _told(export, signal, kind)

    def take(self, document: dict[str, Any], signal: Signal) -> Export:
        """Write a request down; once this has returned, it may be acknowledged."""
        export = divided(document, signal, self._bounds)
        self._files.write(export, self._hear)
        return export

    def _check_sender(self, headers: dict[str, str]) -> None:
        """Let nobody in who has not the token; where there is none, nobody who was sent here under a foreign name."""
        if self._token is not None:
            self.check_token(headers.get("authorization", ""))
        elif _host(headers.get("host", "")) not in self._hosts:
            raise Refusal(403, "This answers to localhost only.")
        elif "origin" in headers:
            raise Refusal(403, "No web page may send here.")

    def check_token(self, authorization: str) -> None:
        """Refuse whoever does not bring the token."""
        given = authorization.removeprefix("Bearer ").strip().encode("utf-8", "replace")
        if self._token is not None and not hmac.compare_digest(given, self._token.encode()):
            raise Refusal(401, "The token is missing or wrong: send the header authorization: Bearer TOKEN.")

    async def _body(self, headers: dict[str, str], receive: Receive) -> bytes:
        told = headers.get("content-length", "")
        if told.isascii() and told.isdigit() and int(told[:15]) > self._bounds.body:
            await _let_pass(receive)
            raise self._too_long(self._bounds.body)
        encoding = headers.get("content-encoding", "identity").strip().lower()
        if encoding not in ("identity", "", "gzip"):
            raise Refusal(415, "The body may be packed with gzip, or not at all.")
        parts, size, more = [], 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Refusal(400, "The body broke off.")
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self._bounds.body:
                parts.clear()
                await _let_pass(receive)
                raise self._too_long(self._bounds.body)
            more = message.get("more_body", False)
        body = b"".join(parts)
        return self._unpacked(body) if encoding == "gzip" else body

    def _unpacked(self, packed: bytes) -> bytes:
        """A body without its packing, as far as the bound; every member of it."""
        whole = bytearray()
        while packed:
            member = zlib.decompressobj(31)
            try:
                whole += member.decompress(packed, self._bounds.unpacked - len(whole) + 1)
            except zlib.error:
                raise Refusal(400, "The body is no gzip.") from None
            if len(whole) > self._bounds.unpacked:
                raise self._too_long(self._bounds.unpacked)
            if not member.eof:
                raise Refusal(400, "The gzip of the body breaks off.")
            packed = member.unused_data
        return bytes(whole)

    def _too_long(self, most: int) -> Refusal:
        return Refusal(413, f"A request may hold {most:,} bytes; let the exporter send fewer at once.")


async def _let_pass(receive: Receive) -> None:
    """Read on and keep nothing: whoever still sends does not hear an answer, and would only send it all again."""
    most = LET_PASS
    while most > 0:
        message = await receive()
        most -= len(message.get("body", b""))
        if not message.get("more_body", False):
            return


def _host(header: str) -> str:
    """The name of a host without its port."""
    name = header.strip().lower()
    return name[1 : name.find("]")] if name.startswith("[") else name.rpartition(":")[0] or name


def _told(export: Export, signal: Signal, kind: str) -> Reply:
    if kind == PROTOBUF:
        return Reply(200, PROTOBUF, answer(export, signal).SerializeToString())
    if not export.why:
        return Reply(200, JSON, b"{}")
    rejected = "rejectedSpans" if signal is TRACES else "rejectedLogRecords"
    partial = {rejected: str(export.rejected), "errorMessage": export.why}
    return Reply(200, JSON, json.dumps({"partialSuccess": partial}).encode())


def _metrics(kind: str) -> Reply:
    """Metrics are told to be left out in the shape that all signals share: a message in a partial success."""
    if kind == JSON:
        return Reply(200, JSON, json.dumps({"partialSuccess": {"errorMessage": NO_METRICS}}).encode())
    words = NO_METRICS.encode()
    inner = b"\x12" + bytes([len(words)]) + words
    return Reply(200, PROTOBUF, b"\x0a" + bytes([len(inner)]) + inner)


def _refused(refusal: Refusal, kind: str) -> Reply:
    code = _CODES.get(refusal.status, 2)
    more: tuple[tuple[bytes, bytes], ...] = ()
    if refusal.status == 503:
        more = ((b"retry-after", b"5"),)
    elif refusal.status == 405:
        more = ((b"allow", b"POST"),)
    elif refusal.status in (400, 408, 413):
        more = ((b"connection", b"close"),)
    if kind == PROTOBUF:
        return Reply(refusal.status, PROTOBUF, status(code, refusal.why), more)
    return Reply(refusal.status, JSON, json.dumps({"code": code, "message": refusal.why}).encode(), more)
