"""The graph, drawn in code: the three categories in order, the chunks of each side by side, a gate after each."""

from functools import cache, partial
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.graph import nodes
from agent.graph.graph_state import ChallengeTask, ChunkTask, State
from agent.graph.node_context import Context

DiagnosisGraph = CompiledStateGraph[State, Context, State, State]


def build(checkpoints: BaseCheckpointSaver[Any] | None = None) -> DiagnosisGraph:
    """The way from a trace to its remedies, with a place for its state."""
    return _drawn().copy({"checkpointer": checkpoints})


@cache
def _drawn() -> DiagnosisGraph:
    """The same without a place: drawn once, since many runs go this way."""
    graph = StateGraph(State, context_schema=Context)

    graph.add_node("read", nodes.read)
    graph.add_node("signals", nodes.signals)
    graph.add_node("outline", nodes.outline)
    graph.add_node("chunk", nodes.chunk)
    graph.add_node("begin", nodes.begin)
    for category in nodes.WALK:
        graph.add_node(f"judge_{category}", nodes.judge, input_schema=ChunkTask)
        graph.add_node(f"gate_{category}", partial(nodes.gate, category))
    graph.add_node("challenge", nodes.challenge, input_schema=ChallengeTask)
    graph.add_node("outcome", nodes.outcome)
    graph.add_node("root", nodes.root)
    graph.add_node("remedies", nodes.remedies)

    graph.add_edge(START, "read")
    graph.add_edge("read", "signals")
    graph.add_edge("signals", "outline")
    graph.add_edge("signals", "chunk")
    graph.add_edge(["outline", "chunk"], "begin")
    before = "begin"
    for category in nodes.WALK:
        judge, gate = f"judge_{category}", f"gate_{category}"
        graph.add_conditional_edges(before, partial(nodes.fan_out, category), [judge, gate])
        graph.add_edge(judge, gate)
        before = gate
    graph.add_conditional_edges(before, nodes.fan_out_challenges, ["challenge", "outcome"])
    graph.add_edge("challenge", "outcome")
    graph.add_edge("outcome", "root")
    graph.add_edge("root", "remedies")
    graph.add_edge("remedies", END)

    return graph.compile()
