"""Runs the graph over a trace, and tells what happens on the way until the diagnosis is done."""

import asyncio
import hashlib
import json
import threading
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from agent import __version__
from agent.analyst.analyst import Analyst
from agent.analyst.case import Case
from agent.diagnosis.document_parts import Cell
from agent.diagnosis.kept_selfcheck import checked
from agent.graph.graph_state import State
from agent.graph.node_context import Context
from agent.graph.progress import Done, Known, Progress, Resumed, Waiting
from agent.injection.injections import prepare
from agent.redaction.redact import Redactor
from agent.trace.trace import Trace
from taxonomy.mode import OWN

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

    from agent.checkpoints.lease import Thread

LOOK_AGAIN = 0.25
STATE_EDITION = 3
"""Raised when the state is written in another way, so that no earlier one is gone on with."""


async def diagnose(
    trace: Trace,
    analyst: Analyst,
    *,
    budget: int = 12_000,
    redactor: Redactor | None = None,
    state_folder: Path | None = None,
    at_once: int | asyncio.Semaphore = 8,
    case: Case | None = None,
    measured: bool = True,
) -> AsyncGenerator[Progress]:
    """Everything that happens while a trace is diagnosed; the last is `Done`, with the document.

    A case that was made before, to plan, is used as it is. With a state folder the work survives the process: started
    again, only what was in flight is done twice. Closing the iterator stops the work within a moment and leaves a
    state to go on from. Unless it is not to be measured, the document says how its analyst fared when it was checked.
    """
    stop = threading.Event()
    if case is None:
        case = Case(trace, redactor=redactor, budget=budget)
    case.stop = stop.is_set
    prepare()
    context = Context(case, analyst, asyncio.Semaphore(at_once) if isinstance(at_once, int) else at_once)
    if measured:
        context.checked = checked(state_folder, analyst.kind, analyst.model, analyst.prompts)
    news: asyncio.Queue[Progress | None] = asyncio.Queue()
    analyst.listen(news.put_nowait)
    work = asyncio.create_task(_work(context, state_folder, news))
    work.add_done_callback(lambda _: news.put_nowait(None))
    try:
        while (progress := await news.get()) is not None:
            yield progress
        await work
    finally:
        stop.set()
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work
        case.stop = None


async def _work(context: Context, state_folder: Path | None, news: "asyncio.Queue[Progress | None]") -> None:
    """Work from where an earlier process stopped, or from the start, and hand over the document."""
    await asyncio.to_thread(load)
    from langsmith import tracing_context

    from agent.checkpoints.lease import Lease
    from agent.graph.assemble import assemble

    started = time.monotonic()
    thread = await _thread(context, state_folder, news) if state_folder is not None else None
    lease = Lease(thread) if thread is not None else None
    waited = False
    while lease is not None and not lease.take():
        if not waited:
            news.put_nowait(Waiting("another process is diagnosing this trace; its result will be used"))
        waited = True
        await asyncio.sleep(LOOK_AGAIN)
    try:
        with tracing_context(enabled=False):
            state = await _graph_state(context, thread, news, take_finished=waited)
        diagnosis = await asyncio.to_thread(assemble, state, context, time.monotonic() - started)
        lines = tuple((one["lines"][0], one["lines"][1]) for one in state.get("chunks", ()))
        news.put_nowait(Done(diagnosis, lines))
    finally:
        if lease is not None:
            lease.give_back()


async def _graph_state(
    context: Context, thread: "Thread | None", news: "asyncio.Queue[Progress | None]", *, take_finished: bool
) -> State:
    """The state at the end of the graph: taken over where it is finished, gone on with where it is not."""
    from agent.checkpoints.saver import open_checkpoints
    from agent.graph.build import build

    config: RunnableConfig = {"configurable": {"thread_id": thread.name if thread else "walk"}, "recursion_limit": 100}
    async with open_checkpoints(thread) as checkpoints:
        graph = build(checkpoints)
        before = await graph.aget_state(config)
        if before.next or (take_finished and before.values):
            await asyncio.to_thread(context.case.trace.read, None, context.case.stop)
        if take_finished and before.values and not before.next:
            return cast(State, before.values)
        if before.next:
            news.put_nowait(_resumed(cast(State, before.values)))
        elif before.values:
            await checkpoints.adelete_thread(config["configurable"]["thread_id"])
        async for part in graph.astream(
            None if before.next else {}, config, context=context, stream_mode="custom", version="v2", durability="sync"
        ):
            news.put_nowait(cast(Progress, part["data"]))
        return cast(State, (await graph.aget_state(config)).values)


def _resumed(state: State) -> Resumed:
    """What an earlier process has done."""
    judged = []
    for key, result in state.get("results", {}).items():
        category, _, number = key.partition("/")
        cells = (Cell(mode, int(number), cell[0], cell[1]) for mode, cell in sorted(result["cells"].items()))
        judged.append((category, int(number), tuple(cells)))
    lines = tuple((one["lines"][0], one["lines"][1]) for one in state.get("chunks", ()))
    return Resumed(len(judged), lines, tuple(judged))


async def _thread(context: Context, state_folder: Path, news: "asyncio.Queue[Progress | None]") -> "Thread":
    """The thread of exactly this question, once it is told by what the trace is known.

    Its name begins with that, so that a trace can be forgotten with all that was asked about it.
    """
    from agent.checkpoints.lease import Thread

    fingerprint = await asyncio.to_thread(context.case.trace.fingerprint, context.case.stop)
    news.put_nowait(Known(fingerprint))
    question = await asyncio.to_thread(_question, context, fingerprint)
    return Thread(state_folder / "checkpoints", f"{fingerprint[:32]}-{question[:32]}")


def _question(context: Context, fingerprint: str) -> str:
    """What tells this question from every other: another trace, analyst, prompt or budget is another one."""
    case, analyst = context.case, context.analyst
    parts = [
        STATE_EDITION,
        fingerprint,
        case.trace.format.name,
        case.trace.stated_task,
        case.taxonomy.fingerprint,
        __version__,
        analyst.kind,
        analyst.model,
        analyst.host,
        analyst.prompts,
        analyst.settings,
        case.budget,
        case.redactor is not None,
        *([list(case.criteria)] if case.criteria else []),
        *(repr(mode) for mode in case.taxonomy.modes_of(OWN)),
        *([case.beside.name, case.beside.told] if case.beside is not None else []),
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def load() -> None:
    """Load what is heavy: in a thread, while nobody waits for the event loop."""
    import agent.graph.build  # noqa: F401
