"""A loop of model calls and tools over the client of OpenAI, instrumented by OpenInference."""

import sys

from lamp_loop import lamps
from openinference.instrumentation.openai import OpenAIInstrumentor
from pointed_here import provider

OpenAIInstrumentor().instrument(tracer_provider=provider)
with provider.get_tracer("lamps").start_as_current_span("lamps"):
    lamps(sys.argv[1])
provider.shutdown()
