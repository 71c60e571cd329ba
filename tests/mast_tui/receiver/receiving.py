"""A receiver as tests reach it: the real server on a free port of the loopback, and what it has written."""

import http.client
import json
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider

from mast_tui.receiver.bounds import Bounds
from mast_tui.receiver.http_app import Receiver
from mast_tui.receiver.http_server import LOCAL_NAMES, LOOPBACK, Server, bound
from mast_tui.receiver.trace_files import TraceFiles
from tests.homes import share_patterns

ROOT = Path(__file__).resolve().parents[3]
TRACE, SPAN = "ab" * 16, "cd" * 8


@contextmanager
def receiving(folder: Path, bounds: Bounds | None = None, token: str | None = None) -> Iterator[Server]:
    """A receiver that writes into a folder."""
    bounds = bounds or Bounds()
    files = TraceFiles(folder, bounds)
    server = Server(Receiver(files, bounds, hosts=LOCAL_NAMES, token=token), bound(LOOPBACK[:1], 0))
    server.start()
    try:
        yield server
    finally:
        server.stop()
        files.close()


def post(
    port: int, body: bytes | dict[str, Any], path: str = "/v1/traces", method: str = "POST", **headers: str
) -> tuple[int, Any]:
    """The status and the JSON of an answer; a body of protobuf is given back as it is."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        return _answer(connection, body, path, method, headers)


def _answer(
    connection: http.client.HTTPConnection,
    body: bytes | dict[str, Any],
    path: str,
    method: str,
    headers: dict[str, str],
) -> tuple[int, Any]:
    fields = {"content-type": "application/json", **{key.replace("_", "-"): value for key, value in headers.items()}}
    connection.request(method, path, json.dumps(body) if isinstance(body, dict) else body, fields)
    answer = connection.getresponse()
    data = answer.read()
    is_json = answer.headers.get("content-type") == "application/json"
    return answer.status, json.loads(data) if is_json else data


def span(number: int = 1, trace: str = TRACE, **more: Any) -> dict[str, Any]:
    """A span as the JSON of OTLP has it."""
    times = {"startTimeUnixNano": "1700000000000000000", "endTimeUnixNano": "1700000001000000000"}
    return {"traceId": trace, "spanId": f"{number:016x}", "name": f"step {number}", "kind": 1, **times, **more}


def request(*spans: dict[str, Any]) -> dict[str, Any]:
    """A request with spans."""
    return {"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {"name": "s"}, "spans": list(spans)}]}]}


def written(folder: Path, name: str = TRACE) -> list[dict[str, Any]]:
    """The spans and log records of a file, in order."""
    held = []
    for line in (folder / f"{name}.otlp.jsonl").read_bytes().splitlines():
        document = json.loads(line)
        for kind, scopes, records in (
            ("resourceSpans", "scopeSpans", "spans"),
            ("resourceLogs", "scopeLogs", "logRecords"),
        ):
            for resource in document.get(kind, []):
                for scope in resource[scopes]:
                    held += scope[records]
    return held


def provider(port: int, processor: type[SpanProcessor], *, gzip: bool = False, token: str = "") -> TracerProvider:
    """The SDK of OpenTelemetry with its own exporter, sending there."""
    exporter = OTLPSpanExporter(
        endpoint=f"http://127.0.0.1:{port}/v1/traces",
        compression=Compression.Gzip if gzip else Compression.NoCompression,
        headers={"authorization": f"Bearer {token}"} if token else None,
    )
    made = TracerProvider(resource=Resource.create({"service.name": "a team"}), shutdown_on_exit=False)
    made.add_span_processor(processor(exporter))  # type: ignore[call-arg]
    return made


def environment(home: Path) -> dict[str, str]:
    """What a program of ours is started with."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "MAST_TUI_HOME": str(share_patterns(home))}
