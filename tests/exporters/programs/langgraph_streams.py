"""A graph of LangGraph with one model node and its tools: what it streams, its events, and its history."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from langchain_core.load import dumpd
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

address, folder = sys.argv[1], Path(sys.argv[2])
QUESTION = {"messages": [HumanMessage("How many lamps hang in hall B?")]}


@tool
def count_lamps(hall: str) -> int:
    """Count the lamps of a hall."""
    return 12


model = ChatOpenAI(model="stub", base_url=address, api_key="none").bind_tools([count_lamps])


def counter(state: MessagesState) -> dict[str, Any]:
    """Ask the model."""
    return {"messages": [model.invoke([SystemMessage("You count lamps."), *state["messages"]])]}


builder = StateGraph(MessagesState)
builder.add_node("counter", counter)
builder.add_node("tools", ToolNode([count_lamps]))
builder.add_edge(START, "counter")
builder.add_conditional_edges("counter", tools_condition)
builder.add_edge("tools", "counter")
graph = builder.compile(checkpointer=InMemorySaver())


def thread(name: str) -> dict[str, Any]:
    """The settings of a conversation of its own."""
    return {"configurable": {"thread_id": name}}


def keep(name: str, rows: list[Any]) -> None:
    """Write rows, messages in them as LangChain serialises them."""
    (folder / name).write_text("".join(json.dumps(dumpd(row)) + "\n" for row in rows))


keep("langgraph_updates.jsonl", list(graph.stream(QUESTION, thread("1"), stream_mode="updates")))
keep("langgraph_values.jsonl", list(graph.stream(QUESTION, thread("2"), stream_mode="values")))
keep("langgraph_history.jsonl", [state._asdict() for state in graph.get_state_history(thread("2"))])


async def events() -> list[Any]:
    """All events of a run."""
    return [event async for event in graph.astream_events(QUESTION, thread("3"), version="v2")]


keep("langgraph_events.jsonl", asyncio.run(events()))
last = graph.get_state(thread("2")).values["messages"]
(folder / "langgraph_messages.json").write_text(json.dumps([message.model_dump() for message in last]))
