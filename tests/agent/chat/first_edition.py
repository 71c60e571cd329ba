"""A conversation as the first edition kept it: checkpoints of a graph, one state for each question."""

from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph

from agent.checkpoints.lease import Thread
from agent.checkpoints.saver import open_checkpoints


class State(TypedDict, total=False):
    question: str
    about: str
    rounds: int
    wants: bool
    turn: dict[str, Any] | None


async def keep_as_checkpoints(thread: Thread, turns: list[dict[str, Any]]) -> None:
    """Write the turns, each answered by a graph of its own state."""
    async with open_checkpoints(thread) as checkpoints:
        for turn in turns:
            graph = StateGraph(State)
            graph.add_node("begin", lambda state: {"rounds": 0, "wants": False})
            graph.add_node("offline", lambda state, made=turn: {"turn": made})
            graph.add_edge(START, "begin")
            graph.add_edge("begin", "offline")
            graph.add_edge("offline", END)
            asked: State = {"question": turn["question"], "about": "", "rounds": 0, "wants": False, "turn": None}
            config: Any = {"configurable": {"thread_id": thread.name}, "recursion_limit": 50}
            await graph.compile(checkpointer=checkpoints).ainvoke(asked, config, durability="exit")
