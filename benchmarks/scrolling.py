"""How much a page of the trace costs to draw, beside Textual's own Log, both with a million lines."""

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median

from textual.app import App, ComposeResult
from textual.widgets import Log

from agent.trace.trace import Trace
from benchmarks.generate import log
from benchmarks.row import Row, at_most
from mast_tui.layout.actors import Actors
from mast_tui.layout.folded_lines import FoldedLines
from mast_tui.layout.line_marks import Marks
from mast_tui.layout.line_reader import LineReader
from mast_tui.layout.trace_rows import TraceRows
from mast_tui.terminal.textual_theme import made, name_of
from mast_tui.terminal.themes import PALETTES
from mast_tui.widgets.trace_view import TraceView

PAGES, ROUNDS = 40, 3
BYTES = 30_000_000
GOAL = 1.0


class Ours(App[None]):
    """Nothing but the trace."""

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        self.register_theme(made(PALETTES["dark"]))
        self.theme = name_of("dark")
        reading = LineReader(trace)
        self.view = TraceView(TraceRows(reading, Actors(), Marks(), FoldedLines(reading)))

    def compose(self) -> ComposeResult:
        """The trace alone."""
        yield self.view

    def jump(self, line: int) -> None:
        """Show the page at a line."""
        self.view.go(line, share=0)


class Theirs(App[None]):
    """Nothing but a log."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self.log_view = Log()

    def compose(self) -> ComposeResult:
        """The log alone."""
        yield self.log_view

    def on_mount(self) -> None:
        """Fill it."""
        self.log_view.write(self._text)

    def jump(self, line: int) -> None:
        """Show the page at a line."""
        self.log_view.scroll_to(y=line, animate=False, immediate=True)


def run() -> list[Row]:
    """The time of the process for one page, the idle loop taken off."""
    with tempfile.TemporaryDirectory() as folder:
        path = log(Path(folder) / "large.log", BYTES)
        text = path.read_text()
        trace = Trace.open(path).read()
        last = trace.events.lines
        ours: list[float] = []
        theirs: list[float] = []
        for _ in range(ROUNDS):
            ours.append(asyncio.run(_page_ms(Ours(trace), last)))
            theirs.append(asyncio.run(_page_ms(Theirs(text), last)))
        trace.close()
    what = f"{last:,} lines, 120x40"
    return [at_most(GOAL, "a page of the trace", what, median(ours), median(theirs), "Textual Log")]


async def _page_ms(app: Ours | Theirs, last: int) -> float:
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        times: list[float] = []
        for at in range(PAGES):
            start = time.process_time()
            app.jump(1 + at * 37)
            await pilot.pause()
            app.screen.refresh()
            await pilot.pause()
            times.append((time.process_time() - start) * 1000)
        return median(times)
