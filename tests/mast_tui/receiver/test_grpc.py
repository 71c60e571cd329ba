"""OTLP over gRPC, as the exporter of the SDK sends it: the same files, the same token."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2_grpc import TraceServiceStub
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from agent.errors import WrongUse
from mast_tui.receiver.bounds import Bounds
from mast_tui.receiver.grpc_server import GrpcServer
from mast_tui.receiver.http_app import Receiver
from mast_tui.receiver.trace_files import TraceFiles
from tests.mast_tui.receiver.receiving import written


@contextmanager
def receiving(folder: Path, bounds: Bounds | None = None, token: str | None = None) -> Iterator[int]:
    """The port of a receiver that writes into a folder."""
    bounds = bounds or Bounds()
    files = TraceFiles(folder, bounds)
    server = GrpcServer(Receiver(files, bounds, token=token), ["127.0.0.1"], 0, bounds)
    try:
        yield server.port
    finally:
        server.stop()
        files.close()


def test_the_sdk_sends_spans_over_grpc(tmp_path: Path) -> None:
    with receiving(tmp_path, token="open sesame") as port:
        headers = (("authorization", "Bearer open sesame"),)
        exporter = OTLPSpanExporter(f"http://127.0.0.1:{port}", insecure=True, headers=headers)
        provider = TracerProvider(shutdown_on_exit=False)
        provider.add_span_processor(BatchSpanProcessor(exporter))
        with provider.get_tracer("x").start_as_current_span("outer"):
            provider.get_tracer("x").start_span("inner").end()
        provider.shutdown()
    (file,) = tmp_path.iterdir()
    assert [span["name"] for span in written(tmp_path, file.name.partition(".")[0])] == ["inner", "outer"]


def refused(port: int, request: ExportTraceServiceRequest) -> grpc.StatusCode:
    """With which code a request is refused."""
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel, pytest.raises(grpc.RpcError) as fault:
        stub: Any = TraceServiceStub
        stub(channel).Export(request, timeout=30)
    error: Any = fault.value
    code: grpc.StatusCode = error.code()
    return code


def test_no_token_and_too_much_are_refused(tmp_path: Path) -> None:
    request = ExportTraceServiceRequest()
    request.resource_spans.add().scope_spans.add().spans.add().name = "x" * 5_000
    with receiving(tmp_path, token="open sesame") as port:
        assert refused(port, request) is grpc.StatusCode.UNAUTHENTICATED
    with receiving(tmp_path, Bounds(body=2_000)) as port:
        assert refused(port, request) is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert not list(tmp_path.iterdir())


def test_a_port_that_is_taken_is_wrong_use(tmp_path: Path) -> None:
    with receiving(tmp_path) as port, pytest.raises(WrongUse):
        GrpcServer(Receiver(TraceFiles(tmp_path, Bounds()), Bounds()), ["127.0.0.1"], port, Bounds())
