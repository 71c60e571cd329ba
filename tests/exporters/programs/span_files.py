"""Writers of spans and logs as people keep them: as the SDK prints them, and as OTLP JSON."""

import json
from base64 import b64decode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict
from opentelemetry.exporter.otlp.proto.common._log_encoder import encode_logs
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk._logs import ReadableLogRecord
from opentelemetry.sdk._logs.export import LogRecordExporter, LogRecordExportResult
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult


class SdkLines(SpanExporter):
    """Each span as `ReadableSpan.to_json` writes it, one on each line."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w")

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        for span in spans:
            self._file.write(span.to_json(indent=None) + "\n")
        self._file.flush()
        return SpanExportResult.SUCCESS

    def shutdown(self) -> None:
        self._file.close()


class OtlpLines(SdkLines):
    """Each export as a line of OTLP JSON, as the file exporter of a collector writes it: ids in hexadecimal digits."""

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        self._file.write(json.dumps(_with_hex_ids(MessageToDict(encode_spans(spans)))) + "\n")
        self._file.flush()
        return SpanExportResult.SUCCESS


class OtlpLogLines(LogRecordExporter):
    """Each export of logs as a line of OTLP JSON."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w")

    def export(self, batch: Sequence[ReadableLogRecord]) -> LogRecordExportResult:
        self._file.write(json.dumps(_with_hex_ids(MessageToDict(encode_logs(batch)))) + "\n")
        self._file.flush()
        return LogRecordExportResult.SUCCESS

    def shutdown(self) -> None:
        self._file.close()

    def force_flush(self, timeout_millis: int = 0) -> bool:
        return True


def _with_hex_ids(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_hex_ids(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        name: b64decode(one).hex() if name in ("traceId", "spanId", "parentSpanId") else _with_hex_ids(one)
        for name, one in value.items()
    }
