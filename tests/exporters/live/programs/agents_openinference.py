"""A triage agent of the OpenAI Agents SDK that hands over to one with a tool, its tracing turned into OpenTelemetry."""

import asyncio
import sys

from agents import Agent, Runner, function_tool, set_default_openai_api, set_default_openai_client
from openai import AsyncOpenAI
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor
from pointed_here import provider


@function_tool
def count_lamps(hall: str) -> int:
    """Count the lamps of a hall."""
    return 12


OpenAIAgentsInstrumentor().instrument(tracer_provider=provider)
set_default_openai_client(AsyncOpenAI(base_url=sys.argv[1], api_key="none"), use_for_tracing=False)
set_default_openai_api("chat_completions")
counter = Agent(name="counter", instructions="You count lamps.", tools=[count_lamps], model="stub")
triage = Agent(name="triage", instructions="You hand over.", handoffs=[counter], model="stub")
asyncio.run(Runner.run(triage, "How many lamps hang in hall B?"))
provider.shutdown()
