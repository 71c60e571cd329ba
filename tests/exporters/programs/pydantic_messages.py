"""An agent of Pydantic AI with one tool: its messages as the library writes them, and spans of its own."""

import sys
from pathlib import Path

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from pydantic_ai import Agent
from pydantic_ai.models.instrumented import InstrumentationSettings
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from span_files import OtlpLines, SdkLines

address, folder = sys.argv[1], Path(sys.argv[2])
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(SdkLines(folder / "pydantic_spans.jsonl")))
provider.add_span_processor(SimpleSpanProcessor(OtlpLines(folder / "pydantic_otlp.jsonl")))
model = OpenAIChatModel("stub", provider=OpenAIProvider(base_url=address, api_key="none"))
agent = Agent(model, name="counter", system_prompt="You count lamps.")
agent.instrument = InstrumentationSettings(tracer_provider=provider)


@agent.tool_plain
def count_lamps(hall: str) -> int:
    """Count the lamps of a hall."""
    return 12


result = agent.run_sync("How many lamps hang in hall B?")
(folder / "pydantic_messages.json").write_bytes(result.all_messages_json())
provider.shutdown()
