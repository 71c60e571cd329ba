"""The graph of an answer: the model, its tools, the model again, until it answers; or the offline answer."""

from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.chat import nodes
from agent.chat.conversation import Conversation
from agent.chat.state import State

Talk = CompiledStateGraph[State, Conversation, State, State]


def build(checkpoints: BaseCheckpointSaver[Any] | None = None) -> Talk:
    """The way from a question to a turn."""
    graph = StateGraph(State, context_schema=Conversation)

    graph.add_node("begin", nodes.begin)
    graph.add_node("offline", nodes.offline)
    graph.add_node("model", nodes.model)
    graph.add_node("tools", nodes.tools)
    graph.add_node("finish", nodes.finish)

    graph.add_edge(START, "begin")
    graph.add_conditional_edges("begin", nodes.who_answers, ["offline", "model"])
    graph.add_conditional_edges("model", nodes.what_next, ["tools", "finish"])
    graph.add_edge("tools", "model")
    graph.add_edge("offline", END)
    graph.add_edge("finish", END)
    return graph.compile(checkpointer=checkpoints)
