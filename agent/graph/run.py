"""Run the walk over a trace and tell what happens on the way: the verb `diagnose`."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable

from agent.analyst.analyst import Analyst
from agent.analyst.case import Case
from agent.graph.assemble import assemble
from agent.graph.context import Context
from agent.graph.progress import Done, Progress
from agent.trace.trace import Trace


async def diagnose(
    trace: Trace, analyst: Analyst, *, budget: int = 12_000, redact: Callable[[str], str] | None = None
) -> AsyncIterator[Progress]:
    """Everything that happens while a trace is diagnosed; the last is `Done`, with the document."""
    build = await asyncio.to_thread(_builder)
    started = time.monotonic()
    context = Context(Case(trace), analyst, budget)
    if redact is not None:
        context.redact = redact
    walk = build()
    async for part in walk.astream({}, context=context, stream_mode=["custom", "values"], version="v2"):
        if part["type"] == "custom":
            yield part["data"]
        else:
            state = part["data"]
    yield Done(await asyncio.to_thread(assemble, state, context, time.monotonic() - started))


def _builder():  # type: ignore[no-untyped-def]
    from agent.graph.build import build

    return build
