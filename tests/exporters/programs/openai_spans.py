"""A loop of model calls and tools, instrumented by OpenInference (spans) and by OpenTelemetry (logs)."""

import json
import os
import sys
from pathlib import Path

from openai import OpenAI
from openinference.instrumentation.openai import OpenAIInstrumentor as OpenInference
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor as GenAI
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from span_files import OtlpLines, OtlpLogLines, SdkLines

address, folder = sys.argv[1], Path(sys.argv[2])
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "true"
TOOL = {"name": "count_lamps", "parameters": {"type": "object", "properties": {"hall": {"type": "string"}}}}


def lamps() -> None:
    """Ask, do what is asked for, and ask again."""
    client = OpenAI(base_url=address, api_key="none")
    messages = [
        {"role": "system", "content": "You count lamps."},
        {"role": "user", "content": "How many lamps hang in hall B?"},
    ]
    while True:
        reply = client.chat.completions.create(
            model="stub", messages=messages, tools=[{"type": "function", "function": TOOL}]
        )
        message = reply.choices[0].message
        messages.append(message.model_dump(exclude_none=True))
        if not message.tool_calls:
            return
        for call in message.tool_calls:
            assert json.loads(call.function.arguments) == {"hall": "B"}
            messages.append({"role": "tool", "tool_call_id": call.id, "content": "12"})


def provider(*exporters: SdkLines) -> TracerProvider:
    """Spans go to each of these."""
    made = TracerProvider()
    for exporter in exporters:
        made.add_span_processor(SimpleSpanProcessor(exporter))
    return made


spans = provider(SdkLines(folder / "openinference_spans.jsonl"), OtlpLines(folder / "openinference_otlp.jsonl"))
OpenInference().instrument(tracer_provider=spans)
with spans.get_tracer("lamps").start_as_current_span("lamps"):
    lamps()
OpenInference().uninstrument()
spans.shutdown()

logs = LoggerProvider()
logs.add_log_record_processor(SimpleLogRecordProcessor(OtlpLogLines(folder / "genai_logs.jsonl")))
spans = provider(OtlpLines(folder / "genai_spans.jsonl"))
GenAI().instrument(tracer_provider=spans, logger_provider=logs)
with spans.get_tracer("lamps").start_as_current_span("lamps"):
    lamps()
spans.shutdown()
logs.shutdown()
