"""How fast the tools of a conversation answer on large traces, and how soon a first word is shown."""

import asyncio
import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from agent.chat.answer_progress import Delta
from agent.chat.ask import ask
from agent.chat.material import Material
from agent.lookup.calls import Lookups
from agent.model.asker import Asker
from agent.model.model import Request
from agent.trace.trace import Trace
from benchmarks.generate import NEEDLE, jsonl, log
from benchmarks.row import Row, at_most
from tests.agent.model.scripted_model import ScriptedModel

SLOWEST_MS = 50.0
FIRST_WORD_MS = 300.0
LARGE = 100_000_000


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        return [*_on_large_traces(Path(folder))]


def _on_large_traces(folder: Path) -> Iterator[Row]:
    for name, make in (("log", log), ("jsonl", jsonl)):
        material = Material(Trace.open(make(folder / f"large.{name}", LARGE)).read())
        started = time.perf_counter()
        material.prepare()
        ready = (time.perf_counter() - started) * 1000
        last = material.trace.events.lines
        calls: list[tuple[str, dict[str, Any]]] = [
            ("outline", {}),
            ("outline", {"first": last // 2, "last": last // 2 + 5_000}),
            ("search", {"words": "assertion failed exception queryset"}),
            ("search", {"words": "step 40123"}),
            ("search", {"words": "zebra quagga"}),
            ("read_lines", {"first": last - 200, "last": last - 100}),
            ("event", {"number": len(material.trace.events) // 2}),
            ("events", {"first": last // 2, "last": last // 2 + 500}),
            ("events", {"actor": "planner"}),
            ("first_and_last", {"text": "form and then"}),
            ("first_and_last", {"text": NEEDLE}),
            ("count", {"text": NEEDLE}),
            ("count", {"text": "queryset"}),
            ("search", {"words": r"ERROR agent\.Planner: step 4\d+7\b", "regex": True}),
            ("differences", {"event": 10, "other": 11}),
            ("findings", {}),
            ("definition", {"mode": "FM-3.2"}),
        ]
        times = {
            f"{tool} {next(iter(map(str, given.values())), '')[:20]}": min(
                _timed(material, tool, given) for _ in range(3)
            )
            for tool, given in calls
        }
        slowest = max(times, key=lambda tool: times[tool])
        middle = median(times.values())
        yield at_most(
            1.0, "chat_speed", f"{name} of 100 MB, median of {len(times)} tool calls", middle, SLOWEST_MS, "goal"
        )
        yield at_most(1.0, "chat_speed", f"{name} of 100 MB, slowest: {slowest}", times[slowest], SLOWEST_MS, "goal")
        first = _first_word(material)
        yield at_most(1.0, "chat_speed", f"{name} of 100 MB made ready, once", ready, 20_000, "goal")
        yield at_most(1.0, "chat_speed", f"{name} of 100 MB, first word shown", first, FIRST_WORD_MS, "goal")
        material.trace.close()


def _timed(material: Material, tool: str, given: dict[str, Any]) -> float:
    lookups = Lookups(material.visible)
    call = lookups.call_of(tool, json.dumps(given))
    started = time.perf_counter()
    lookups.run(call, 1_200)
    return (time.perf_counter() - started) * 1000


def _first_word(material: Material) -> float:
    """Milliseconds from the first word of a model to the first one that may be shown."""
    said: list[float] = []

    def script(letter: Request) -> str:
        said.append(time.perf_counter())
        return "The run failed because nobody checked the result (L12)."

    async def first() -> float:
        async for progress in ask(material, "why?", asker=Asker(ScriptedModel(script))):
            if isinstance(progress, Delta):
                return (time.perf_counter() - said[-1]) * 1000
        raise AssertionError("an answer has words")

    return asyncio.run(first())
