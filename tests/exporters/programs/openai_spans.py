"""A loop of model calls and tools, instrumented by OpenInference (spans) and by OpenTelemetry (logs)."""

import os
import sys
from pathlib import Path

from lamp_loop import lamps
from openinference.instrumentation.openai import OpenAIInstrumentor as OpenInference
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor as GenAI
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from span_files import OtlpLines, OtlpLogLines, SdkLines

address, folder = sys.argv[1], Path(sys.argv[2])
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "true"


def provider(*exporters: SdkLines) -> TracerProvider:
    """Spans go to each of these."""
    made = TracerProvider()
    for exporter in exporters:
        made.add_span_processor(SimpleSpanProcessor(exporter))
    return made


spans = provider(SdkLines(folder / "openinference_spans.jsonl"), OtlpLines(folder / "openinference_otlp.jsonl"))
OpenInference().instrument(tracer_provider=spans)
with spans.get_tracer("lamps").start_as_current_span("lamps"):
    lamps(address)
OpenInference().uninstrument()
spans.shutdown()

logs = LoggerProvider()
logs.add_log_record_processor(SimpleLogRecordProcessor(OtlpLogLines(folder / "genai_logs.jsonl")))
spans = provider(OtlpLines(folder / "genai_spans.jsonl"))
GenAI().instrument(tracer_provider=spans, logger_provider=logs)
with spans.get_tracer("lamps").start_as_current_span("lamps"):
    lamps(address)
spans.shutdown()
logs.shutdown()
