"""A real HTTP server on the loopback with the Batch API: files, batches, errors, expiry, partial results."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
Say = Callable[[Body], str | int]
"""What the model says to a request; a number is the status of an error, 0 is no answer before the batch expires."""


@dataclass
class BatchServer:
    """A running server, and everything it was asked."""

    url: str
    say: Say
    looks: int = 1
    """How often a batch is looked at before it is over."""
    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, Body] = field(default_factory=dict)
    online: list[Body] = field(default_factory=list)
    """Requests that were asked outside of batches."""
    in_batches: list[Body] = field(default_factory=list)
    refuses: str = ""
    """Why every batch fails at once, or nothing."""

    def made(self, input_file: str, metadata: Body) -> Body:
        """A new batch."""
        name = f"batch_{len(self.batches) + 1}"
        self.batches[name] = {
            "id": name, "object": "batch", "endpoint": "/v1/chat/completions", "completion_window": "24h",
            "created_at": 1, "input_file_id": input_file, "metadata": metadata, "status": "validating",
            "request_counts": {"total": self.files[input_file].count(b"\n"), "completed": 0, "failed": 0},
            "output_file_id": None, "error_file_id": None, "looks": 0,
        }  # fmt: skip
        if self.refuses:
            why = {"object": "list", "data": [{"code": "invalid", "message": self.refuses}]}
            self.batches[name] |= {"status": "failed", "errors": why}
        return self.batches[name]

    def looked_at(self, name: str) -> Body:
        """A batch, which is worked on whenever somebody looks."""
        batch = self.batches[name]
        batch["looks"] += 1
        if batch["status"] in ("validating", "in_progress"):
            batch["status"] = "in_progress"
            if batch["looks"] > self.looks:
                self._answer(name, batch)
        return batch

    def _answer(self, name: str, batch: Body) -> None:
        answers, errors = [], []
        for line in self.files[batch["input_file_id"]].decode().splitlines():
            request = json.loads(line)
            self.in_batches.append(request["body"])
            said, head = self.say(request["body"]), {"id": "r", "custom_id": request["custom_id"]}
            if said == 0:
                errors.append({**head, "response": None, "error": {"code": "batch_expired", "message": "late"}})
            elif isinstance(said, int):
                body = {"error": {"message": "json_schema is not supported", "code": str(said)}}
                errors.append({**head, "response": {"status_code": said, "body": body}, "error": None})
            else:
                answers.append({**head, "response": {"status_code": 200, "body": completion(request["body"], said)}})
        for kind, lines in (("output", answers), ("error", errors)):
            if lines:
                self.files[f"{name}_{kind}"] = "".join(json.dumps(each) + "\n" for each in lines).encode()
                batch[f"{kind}_file_id"] = f"{name}_{kind}"
        batch["status"] = "expired" if any(each["response"] is None for each in errors) else "completed"
        batch["request_counts"] |= {"completed": len(answers), "failed": len(errors)}


def completion(body: Body, text: str) -> Body:
    """A chat completion as a server writes it."""
    sent = sum(len(one["content"] or "") for one in body["messages"])
    return {
        "id": "1", "object": "chat.completion", "created": 1, "model": body["model"],
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": sent // 4, "completion_tokens": len(text) // 4},
    }  # fmt: skip


@contextmanager
def serve_batches(say: Say) -> Iterator[BatchServer]:
    """Run a server for as long as the block lasts."""

    class Requests(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if match := re.fullmatch(r"/v1/files/(\w+)/content", path):
                self._send(server.files[match[1]])
            elif match := re.fullmatch(r"/v1/batches/(\w+)", path):
                self._send(server.looked_at(match[1]))
            elif path == "/v1/batches":
                self._send({"object": "list", "data": list(server.batches.values()), "has_more": False})
            else:
                self._send({"data": [{"id": "stub"}]})

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path == "/v1/files":
                boundary = b"--" + self.headers["Content-Type"].partition("boundary=")[2].strip('"').encode()
                parts = [part for part in data.split(boundary) if b'name="file"' in part]
                name = f"file_{len(server.files) + 1}"
                server.files[name] = parts[0].partition(b"\r\n\r\n")[2].removesuffix(b"\r\n")
                self._send({"id": name, "object": "file", "bytes": 1, "created_at": 1, "filename": "x",
                            "purpose": "batch", "status": "processed"})  # fmt: skip
            elif self.path == "/v1/batches":
                asked = json.loads(data)
                self._send(server.made(asked["input_file_id"], asked.get("metadata") or {}))
            elif match := re.fullmatch(r"/v1/batches/(\w+)/cancel", self.path):
                server.batches[match[1]]["status"] = "cancelled"
                self._send(server.batches[match[1]])
            else:
                body = json.loads(data)
                server.online.append(body)
                self._send(completion(body, str(server.say(body))))

        def _send(self, value: Body | bytes) -> None:
            data = value if isinstance(value, bytes) else json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Requests)
    http.daemon_threads = True
    server = BatchServer(f"http://127.0.0.1:{http.server_port}/v1", say)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
