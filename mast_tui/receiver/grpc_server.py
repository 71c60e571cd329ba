"""OTLP over gRPC: the same requests, taken in by the same receiver."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
from google.protobuf.message import Message
from opentelemetry.proto.collector.logs.v1 import logs_service_pb2_grpc
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2_grpc

from agent.errors import WrongUse
from mast_tui.receiver.bounds import Bounds, Refusal
from mast_tui.receiver.export import LOGS, TRACES, Signal
from mast_tui.receiver.http_app import Receiver
from mast_tui.receiver.protobuf import answer, as_json

WORKERS, AT_ONCE, GRACE = 4, 64, 3
_CODES = {
    400: grpc.StatusCode.INVALID_ARGUMENT,
    401: grpc.StatusCode.UNAUTHENTICATED,
    503: grpc.StatusCode.UNAVAILABLE,
}


class _TakenSignal:
    """One signal, as the generated code calls it."""

    def __init__(self, receiver: Receiver, signal: Signal) -> None:
        self._receiver = receiver
        self._signal = signal

    def Export(self, request: Message, context: Any) -> Message | None:  # noqa: N802 - the protocol names it so
        """Take a request in, or say why not."""
        brought = {key: value for key, value in context.invocation_metadata() if isinstance(value, str)}
        try:
            self._receiver.check_token(brought.get("authorization", ""))
            return answer(self._receiver.take(as_json(request), self._signal), self._signal)
        except Refusal as refusal:
            context.abort(_CODES.get(refusal.status, grpc.StatusCode.UNKNOWN), refusal.why)
        return None


class GrpcServer:
    """Answers on some addresses until it is stopped."""

    def __init__(self, receiver: Receiver, hosts: Sequence[str], port: int, bounds: Bounds) -> None:
        self._server = grpc.server(
            ThreadPoolExecutor(WORKERS, thread_name_prefix="grpc"),
            options=[("grpc.max_receive_message_length", bounds.body), ("grpc.so_reuseport", 0)],
            maximum_concurrent_rpcs=AT_ONCE,
        )
        add_traces: Any = trace_service_pb2_grpc.add_TraceServiceServicer_to_server
        add_logs: Any = logs_service_pb2_grpc.add_LogsServiceServicer_to_server
        add_traces(_TakenSignal(receiver, TRACES), self._server)
        add_logs(_TakenSignal(receiver, LOGS), self._server)
        self.port = 0
        for host in hosts:
            address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
            try:
                port = self._server.add_insecure_port(address)
            except RuntimeError:
                if self.port:
                    continue  # this machine may not know the other kind of address
                raise WrongUse(
                    "Nothing can be received over gRPC.",
                    f"{address} cannot be had.",
                    "Choose a port: --grpc N.",
                ) from None
            self.port = port
        self._server.start()

    def stop(self) -> None:
        """Answer what is under way, and nothing more."""
        self._server.stop(GRACE).wait(GRACE + 2)
