"""A real HTTP server on the loopback that answers as a model would: by a script, with any fault."""

import json
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

Body = dict[str, Any]


@dataclass
class Step:
    """What the server does with one request."""

    text: str | None = None
    """The words of a chat completion; None with `raw` for any other body."""
    status: int = 200
    raw: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    finish: str | None = "stop"
    message: Body = field(default_factory=dict)
    usage: Body | None = None
    pause: float = 0.0
    drip: float = 0.0
    """Seconds between two bytes of the body."""
    endless: bytes = b""
    """Sent again and again after the body, until whoever reads has had enough."""
    reset_after: int | None = None
    """Send so many bytes of the body, then reset the connection."""


Script = Callable[[Body, int], Step]
MOST_SENT = 1 << 30


@dataclass
class Server:
    """A running server: its address, and everything it was asked."""

    url: str
    requests: list[Body] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    """Those of each completion that was asked for, by names in small letters."""
    times: list[float] = field(default_factory=list)
    models: tuple[str, ...] = ("stub",)
    most_at_once: int = 0
    sent: int = 0
    """Bytes of bodies without an end that were taken."""

    @property
    def calls(self) -> int:
        """How often a completion was asked for."""
        return len(self.requests)


@contextmanager
def serve(script: Script, *, models: tuple[str, ...] = ("stub",), certificate: Path | None = None) -> Iterator[Server]:
    """Run a server for as long as the block lasts."""
    lock = threading.Lock()
    running = [0]

    class Requests(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            with lock:
                server.paths.append(self.path)
            if self.path.endswith("/models"):
                self._send(Step(raw=json.dumps({"data": [{"id": one} for one in server.models]}).encode()), {})
            else:
                self._send(Step(status=404, raw=b"{}"), {})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                server.paths.append(self.path)
                server.requests.append(body)
                server.headers.append({name.lower(): value for name, value in self.headers.items()})
                server.times.append(time.monotonic())
                number = len(server.requests)
                running[0] += 1
                server.most_at_once = max(server.most_at_once, running[0])
            try:
                step = script(body, number)
                if step.pause:
                    stopped.wait(step.pause)
                self._send(step, body)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True
            finally:
                with lock:
                    running[0] -= 1

        def _send(self, step: Step, body: Body) -> None:
            stream = bool(body.get("stream"))
            data = step.raw if step.raw is not None else (_events(step) if stream else _completion(step, body))
            self.send_response(step.status)
            self.send_header("Content-Type", "text/event-stream" if stream and step.raw is None else "application/json")
            for name, value in step.headers.items():
                self.send_header(name, value)
            if step.endless:
                self.send_header("Connection", "close")
            else:
                self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if step.reset_after is not None:
                self.wfile.write(data[: step.reset_after])
                self.wfile.flush()
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.connection.close()
                self.close_connection = True
            elif step.drip:
                for byte in data:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    if stopped.wait(step.drip):
                        return
            else:
                self.wfile.write(data)
            while step.endless and not stopped.is_set() and server.sent < MOST_SENT:
                self.wfile.write(step.endless)
                server.sent += len(step.endless)
            self.close_connection = self.close_connection or bool(step.endless)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    stopped = threading.Event()
    http = ThreadingHTTPServer(("127.0.0.1", 0), Requests)
    http.daemon_threads = True
    scheme = "http"
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        http.socket = context.wrap_socket(http.socket, server_side=True)
        scheme = "https"
    server = Server(f"{scheme}://127.0.0.1:{http.server_port}/v1", models=models)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        stopped.set()
        http.shutdown()
        http.server_close()
        thread.join()


def _completion(step: Step, body: Body) -> bytes:
    message = {"role": "assistant", "content": step.text, **step.message}
    usage = step.usage
    if usage is None:
        sent = sum(len(one["content"] or "") for one in body.get("messages", ()))
        usage = {"prompt_tokens": sent // 4, "completion_tokens": len(step.text or "") // 4}
    return json.dumps(
        {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": body.get("model"),
            "choices": [{"index": 0, "message": message, "finish_reason": step.finish}],
            "usage": usage,
        }
    ).encode()


def _events(step: Step) -> bytes:
    words = (step.text or "").split(" ")
    pieces: list[Body] = [{"delta": {"content": word if at == 0 else f" {word}"}} for at, word in enumerate(words)]
    if step.message:
        pieces = [{"delta": step.message}]
    if step.finish is not None:
        pieces.append({"delta": {}, "finish_reason": step.finish})
    rows = [json.dumps({"choices": [piece]}) for piece in pieces]
    rows.append(json.dumps({"choices": [], "usage": step.usage or {"prompt_tokens": 9, "completion_tokens": 3}}))
    return "".join(f"data: {row}\n\n" for row in [*rows, "[DONE]"]).encode()
