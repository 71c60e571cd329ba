"""How long it takes from a span that is sent to its line on the screen of the app that follows the run."""

import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path

from agent.trace.trace import Trace
from benchmarks.row import Row, at_most
from mast_tui.app.app import MastApp
from mast_tui.receiver.bounds import Bounds
from mast_tui.receiver.export import TRACES
from mast_tui.receiver.http_app import Receiver
from mast_tui.receiver.trace_files import TraceFiles
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.session import Session
from mast_tui.state.store import open_store

SPANS, TRACE, REST = 40, "ab" * 16, 0.2


def run() -> list[Row]:
    """The median and the slowest but one in twenty, of spans that come one after the other."""
    seconds = sorted(asyncio.run(_seen()))
    late = seconds[len(seconds) * 19 // 20]
    return [
        at_most(1, "a span on the screen", "median", statistics.median(seconds) * 1000, 300, "limit"),
        at_most(1, "a span on the screen", "19 of 20", late * 1000, 300, "limit"),
    ]


async def _seen() -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        files = TraceFiles(Path(folder), Bounds())
        receiver = Receiver(files, Bounds())
        receiver.take(_request(0), TRACES)
        memory, settings = open_store(None), ScreenSettings(motion=False)
        session = Session(Trace.open(files.path(TRACE), live=True), memory, settings)
        app, seconds = MastApp(session, settings, memory), []
        async with app.run_test(size=(120, 40)) as pilot:
            while not session.known:
                await pilot.pause(0.01)
            await pilot.press("F")
            for number in range(1, SPANS):
                begun = time.monotonic()
                receiver.take(_request(number), TRACES)
                while session.reader.last <= number or not _shows(app, f"word {number}."):
                    await asyncio.sleep(0.003)
                seconds.append(time.monotonic() - begun)
                await asyncio.sleep(REST)
        files.close()
        memory.close()
        return seconds


def _shows(app: MastApp, words: str) -> bool:
    """Whether the screen as it is now shows some words."""
    return any(words in strip.text for strip in app.screen._compositor.render_strips())


def _request(number: int) -> dict[str, object]:
    said = json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": f"This is word {number}."}]}])
    held = {"gen_ai.operation.name": "chat", "gen_ai.output.messages": said}
    at = 1_700_000_000_000_000_000 + number * 1_000_000_000
    span = {
        "traceId": TRACE,
        "spanId": f"{number + 1:016x}",
        "name": "chat",
        "startTimeUnixNano": str(at),
        "endTimeUnixNano": str(at + 500_000_000),
        "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in held.items()],
    }
    return {"resourceSpans": [{"scopeSpans": [{"scope": {}, "spans": [span]}]}]}
