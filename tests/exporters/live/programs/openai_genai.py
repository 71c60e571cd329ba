"""The same loop, instrumented by OpenTelemetry itself: calls are spans, and their words are log records."""

import sys

from lamp_loop import lamps
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from pointed_here import provider

logs = LoggerProvider()
logs.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
OpenAIInstrumentor().instrument(tracer_provider=provider, logger_provider=logs)
with provider.get_tracer("lamps").start_as_current_span("lamps"):
    lamps(sys.argv[1])
logs.shutdown()
provider.shutdown()
