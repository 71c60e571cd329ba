"""How long a diagnosis by a model takes beside what its latency alone would take, and when its first claim is seen."""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from math import ceil
from pathlib import Path

from agent.analyst.model_analyst import ModelAnalyst
from agent.graph.diagnose import diagnose
from agent.graph.progress import Challenged, Claimed, Done, Reached, Started
from agent.model.asker import Asker
from agent.model.openai_model import OpenAIModel
from agent.trace.trace import Trace
from benchmarks.row import Row, at_most
from benchmarks.stub import served

LATENCY, AT_ONCE = 2.0, 8
BUDGET = 3_000
CLOSING = 3
"""Rounds after the challenges: the outcome, the root and the remedies each know what was said before."""
SENTENCE = "the model returns what the test expects and the planner hands the next part of the work to the coder"


def run() -> list[Row]:
    return [row for chunks in (10, 25) for row in _rows(chunks)]


def _rows(chunks: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder, served(LATENCY, findings=1) as address:
        asyncio.run(_time(_trace(Path(folder) / "warm.log", 1), address))
        times = asyncio.run(_time(_trace(Path(folder) / "run.log", chunks), address))
    ideal = 3 * ceil(times["chunks"] / AT_ONCE) * LATENCY + LATENCY
    whole = ideal + (ceil(times["findings"] / AT_ONCE) + CLOSING) * LATENCY
    name = f"{times['chunks']:.0f} chunks, {AT_ONCE} at once, {LATENCY} s a call"
    yield at_most(1.1, "diagnose", f"the walk, {name}", times["walk"], ideal, "latency alone", "s")
    yield at_most(1.1, "diagnose", f"all of it, {name}", times["done"], whole, "latency alone", "s")
    first = 2 * LATENCY + 0.3
    yield at_most(
        1.0, "diagnose", f"the first claim is seen, {name}", times["claimed"], first, "two calls + 0.3 s", "s"
    )


async def _time(path: Path, address: str) -> dict[str, float]:
    """When each thing happened, in seconds after the first call could be made."""
    trace = Trace.open(path).read()
    analyst = ModelAnalyst(Asker(OpenAIModel("stub", address)), b"salt")
    times: dict[str, float] = {"findings": 0.0}
    start = time.monotonic()
    try:
        async for step in diagnose(trace, analyst, budget=BUDGET, at_once=AT_ONCE):
            now = time.monotonic() - start
            if isinstance(step, Started):
                times["chunks"] = step.chunks
            elif isinstance(step, Reached) and step.step == "signals":
                start = time.monotonic()
            elif isinstance(step, Reached) and step.step == "gate_FC3":
                times["walk"] = now
            elif isinstance(step, Claimed):
                times.setdefault("claimed", now)
            elif isinstance(step, Challenged):
                times["findings"] += 1
            elif isinstance(step, Done):
                times["done"] = now
    finally:
        await analyst.close()
        trace.close()
    return times


def _trace(path: Path, chunks: int) -> Path:
    """A log that is cut into so many chunks."""
    rows: list[str] = []
    number = 0
    target = chunks * BUDGET * 0.9
    while len(rows) * 38 < target:
        number += 1
        stamp = f"2026-03-01 {number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}"
        rows.append(f"{stamp} INFO coder: step {number * 7919}, {SENTENCE}")
    path.write_text("\n".join(rows))
    return path
