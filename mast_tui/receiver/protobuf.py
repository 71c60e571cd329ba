"""The binary form of OTLP: requests read into its JSON, answers and refusals written."""

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import DecodeError, Message
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest, ExportLogsServiceResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

from mast_tui.receiver.bounds import Refusal
from mast_tui.receiver.export import TRACES, Export, Json, Signal


def read_protobuf(body: bytes, signal: Signal) -> Json:
    """A request that came as protobuf."""
    request: Message = ExportTraceServiceRequest() if signal is TRACES else ExportLogsServiceRequest()
    try:
        request.ParseFromString(body)
        return as_json(request)
    except (DecodeError, RecursionError, ValueError):
        raise Refusal(400, "The body is no protobuf message of OTLP.") from None


def as_json(request: Message) -> Json:
    """A request in protobuf's own JSON, whose ids are in base64 still."""
    document: Json = MessageToDict(request, use_integers_for_enums=True)
    return document


def answer(export: Export, signal: Signal) -> Message:
    """What is said to whoever sent a request."""
    if signal is TRACES:
        traces = ExportTraceServiceResponse()
        if export.why:
            traces.partial_success.rejected_spans = export.rejected
            traces.partial_success.error_message = export.why
        return traces
    logs = ExportLogsServiceResponse()
    if export.why:
        logs.partial_success.rejected_log_records = export.rejected
        logs.partial_success.error_message = export.why
    return logs


def status(code: int, why: str) -> bytes:
    """A refusal as the message google.rpc.Status: a code, and words."""
    words = why.encode()
    return b"\x08" + _varint(code) + b"\x12" + _varint(len(words)) + words


def _varint(number: int) -> bytes:
    parts = bytearray()
    while number > 0x7F:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    parts.append(number)
    return bytes(parts)
