"""A team of AutoGen: what it streams, its result, its state, its console, and the log of its runtime."""

import asyncio
import json
import logging
import sys
from contextlib import redirect_stdout
from pathlib import Path

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.base import TaskResult
from autogen_agentchat.conditions import MaxMessageTermination, TextMentionTermination
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_agentchat.ui import Console
from autogen_core import EVENT_LOGGER_NAME
from autogen_ext.models.openai import OpenAIChatCompletionClient

address, folder = sys.argv[1], Path(sys.argv[2])
TASK = "How many lamps hang in hall B?"


async def count_lamps(hall: str) -> int:
    """Count the lamps of a hall."""
    return 12


def team() -> RoundRobinGroupChat:
    """A counter alone; it ends with the word DONE."""
    client = OpenAIChatCompletionClient(
        model="stub",
        base_url=address,
        api_key="none",
        model_info={
            "vision": False,
            "function_calling": True,
            "json_output": False,
            "family": "unknown",
            "structured_output": False,
        },
    )
    counter = AssistantAgent(
        "counter", client, tools=[count_lamps], system_message="You count lamps.", reflect_on_tool_use=True
    )
    return RoundRobinGroupChat(
        [counter], termination_condition=TextMentionTermination("DONE") | MaxMessageTermination(12)
    )


async def main() -> None:
    """Three runs, each kept in another form."""
    with (folder / "autogen_stream.jsonl").open("w") as file:
        running = team()
        async for part in running.run_stream(task=TASK):
            if not isinstance(part, TaskResult):
                file.write(part.model_dump_json() + "\n")
    (folder / "autogen_state.json").write_text(json.dumps(await running.save_state()))
    with (folder / "autogen_console.txt").open("w") as file, redirect_stdout(file):
        await Console(team().run_stream(task=TASK))
    log = logging.getLogger(EVENT_LOGGER_NAME)
    log.setLevel(logging.INFO)
    log.addHandler(logging.FileHandler(folder / "autogen_events.jsonl"))
    result = await team().run(task=TASK)
    (folder / "autogen_result.json").write_text(result.model_dump_json())


asyncio.run(main())
