"""A triage agent of the OpenAI Agents SDK that hands over to one with a tool: its traces, and its list of items."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from agents import Agent, Runner, add_trace_processor, function_tool, set_default_openai_api, set_default_openai_client
from agents.tracing import set_trace_processors
from agents.tracing.processor_interface import TracingProcessor
from openai import AsyncOpenAI

address, folder = sys.argv[1], Path(sys.argv[2])


class Lines(TracingProcessor):
    """Each trace and span as it is exported, one on each line."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w")

    def _write(self, exported: Any) -> None:
        self._file.write(json.dumps(exported) + "\n")
        self._file.flush()

    def on_trace_start(self, trace: Any) -> None:
        self._write(trace.export())

    def on_trace_end(self, trace: Any) -> None:
        pass

    def on_span_start(self, span: Any) -> None:
        pass

    def on_span_end(self, span: Any) -> None:
        self._write(span.export())

    def shutdown(self) -> None:
        self._file.close()

    def force_flush(self) -> None:
        self._file.flush()


@function_tool
def count_lamps(hall: str) -> int:
    """Count the lamps of a hall."""
    return 12


set_trace_processors([])
add_trace_processor(Lines(folder / "agents_traces.jsonl"))
set_default_openai_client(AsyncOpenAI(base_url=address, api_key="none"), use_for_tracing=False)
set_default_openai_api("chat_completions")
counter = Agent(name="counter", instructions="You count lamps.", tools=[count_lamps], model="stub")
triage = Agent(name="triage", instructions="You hand over.", handoffs=[counter], model="stub")
result = asyncio.run(Runner.run(triage, "How many lamps hang in hall B?"))
(folder / "agents_items.json").write_text(json.dumps(result.to_input_list()))
