"""An agent of Pydantic AI with one tool, instrumented by itself."""

import sys

from pointed_here import provider
from pydantic_ai import Agent
from pydantic_ai.models.instrumented import InstrumentationSettings
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

model = OpenAIChatModel("stub", provider=OpenAIProvider(base_url=sys.argv[1], api_key="none"))
agent = Agent(model, name="counter", system_prompt="You count lamps.")
agent.instrument = InstrumentationSettings(tracer_provider=provider)


@agent.tool_plain
def count_lamps(hall: str) -> int:
    """Count the lamps of a hall."""
    return 12


agent.run_sync("How many lamps hang in hall B?")
provider.shutdown()
