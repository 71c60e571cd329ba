"""How soon the app shows the first lines of a large trace and acts on a key, beside the smallest of other apps."""

import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.generate import log
from benchmarks.row import Row, at_most
from benchmarks.terminal import COLUMNS, ROWS, Terminal

ROUNDS = 7
BYTES = 300_000_000
FIRST, INTERACTIVE = 60.0, 1.25
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("bare app is up")
    def on_key(self, event):
        self.query_one(Static).update(f"key {event.key} acted")
Bare().run()
"""
VIEW = """
import os, sys
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
class LineView(ScrollView, can_focus=True):
    BINDINGS = [("j", "down", "Down")]
    def __init__(self, path):
        super().__init__()
        self.lines = os.pread(os.open(path, os.O_RDONLY), 65536, 0).split(b"\\n")
        self.virtual_size = Size(200, len(self.lines))
        self.at = 0
    def render_line(self, y):
        y += self.scroll_offset.y
        text = self.lines[y].decode("utf-8", "replace") if y < len(self.lines) else ""
        mark = ">" if y == self.at else " "
        shown = Segment(f"{mark}L{y + 1} {text}", Style(reverse=y == self.at))
        return Strip([shown]).crop_extend(0, self.size.width, Style())
    def action_down(self):
        self.at += 1
        self.refresh()
class View(App):
    def compose(self):
        yield LineView(sys.argv[1])
View().run()
"""


def run() -> list[Row]:
    """First words, and the answer to a key typed at once: `j` has moved the cursor, or said that it was pressed."""
    with tempfile.TemporaryDirectory() as folder:
        path = log(Path(folder) / "large.log", BYTES)
        first_word = path.open("rb").readline().split()[1]
        home = Path(folder) / "home"
        content: list[float] = []
        taken: dict[str, list[float]] = {"ours": [], "bare": [], "view": []}
        for turn in range(ROUNDS + 1):
            ours = _times(["-m", "mast_tui", "--offline", str(path)], home, (first_word, b"L2\x1b"))
            bare = _times(["-c", BARE], home, (b"key j acted",))
            view = _times(["-c", VIEW, str(path)], home, (b">L2",))
            if turn:
                content.append(ours[0])
                taken["ours"].append(ours[-1])
                taken["bare"].append(bare[-1])
                taken["view"].append(view[-1])
    what = f"{BYTES // 1_000_000} MB log in a terminal of {COLUMNS}x{ROWS}"
    ours_ms, bare_ms, view_ms = (median(taken[each]) for each in ("ours", "bare", "view"))
    return [
        at_most(1.0, "first lines on the screen", what, median(content), FIRST, "goal"),
        # The goal was set against the smallest app that shows lines of the same file; the other row is the strict one.
        at_most(INTERACTIVE, "app acts on a key", what, ours_ms, view_ms, "smallest app of lines"),
        at_most(INTERACTIVE, "app acts on a key", what, ours_ms, bare_ms, "bare Textual app"),
    ]


def _times(words: list[str], home: Path, shown: tuple[bytes, ...]) -> list[float]:
    """When each of some words was written, in ms from the start, where a key is typed before anything is."""
    terminal = Terminal([sys.executable, *words], home)
    try:
        terminal.send("j")
        return terminal.times(shown)
    finally:
        terminal.close()
