"""A graph of LangGraph with one model node and its tools, instrumented by OpenInference."""

import sys
from typing import Any

from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from openinference.instrumentation.langchain import LangChainInstrumentor
from pointed_here import provider


@tool
def count_lamps(hall: str) -> int:
    """Count the lamps of a hall."""
    return 12


model = ChatOpenAI(model="stub", base_url=sys.argv[1], api_key="none").bind_tools([count_lamps])


def counter(state: MessagesState) -> dict[str, Any]:
    """Ask the model."""
    return {"messages": [model.invoke([SystemMessage("You count lamps."), *state["messages"]])]}


LangChainInstrumentor().instrument(tracer_provider=provider)
builder = StateGraph(MessagesState)
builder.add_node("counter", counter)
builder.add_node("tools", ToolNode([count_lamps]))
builder.add_edge(START, "counter")
builder.add_conditional_edges("counter", tools_condition)
builder.add_edge("tools", "counter")
builder.compile().invoke({"messages": [HumanMessage("How many lamps hang in hall B?")]})
provider.shutdown()
