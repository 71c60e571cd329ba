"""The first page on the screen before anything heavy is loaded: where the final frame will have it."""

import os
import sys
from pathlib import Path

from agent.clean import clean_line, clean_name
from mast_tui.layout.arrangement import SMALLEST, WIDE
from mast_tui.layout.width import cells, cut, wrapped
from mast_tui.terminal.themes import ASCII, FULL, PALETTES, Palette

_HEAD = 64 * 1024
_GUTTER = 10


def first_page(path: str, palette_name: str, *, ascii: bool = False) -> str | None:
    """The first frame of a trace as bytes for a terminal; None where nothing can be said before it is read."""
    try:
        width, height = os.get_terminal_size()
    except OSError:
        return None
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return None
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            data = os.pread(descriptor, _HEAD, 0)
        finally:
            os.close(descriptor)
    except OSError:
        return None
    if b"\0" in data[:4096]:
        return None
    palette = PALETTES.get(palette_name) or PALETTES["dark"]
    bar = (ASCII if ascii else FULL).bar
    return frame(Path(path).name, data, width, height, palette, bar=bar, colourless="NO_COLOR" in os.environ)


def frame(
    name: str, data: bytes, width: int, height: int, palette: Palette, *, bar: str = FULL.bar, colourless: bool = False
) -> str:
    """The frame: title, lines with their numbers, bars; JSON is left out, its lines are not the file's."""
    tone = _Tones(palette, colourless=colourless)
    side = 0 if width < WIDE else 56 if width >= 140 else 50
    room = width - side - 6
    body: list[str] = []
    lines = [] if data.lstrip()[:1] in (b"{", b"[") else data.split(b"\n")[: height - 4]
    for number, line in enumerate(lines, 1):
        text = clean_line(line[:4096]).replace("\t", "    ")
        for at, (start, end) in enumerate(wrapped(text, room - _GUTTER - 1)):
            lead = f"{number:>5}  {bar}  " if at == 0 else f"       {bar}  "
            rest = tone.row("", 6 + side, "text", "page")
            body.append(tone.row(f"{lead}{text[start:end]}", room, "text", "page") + rest)
    title = tone.row(f"  {cut(clean_name(name), width - 14)}   reading", width, "text", "bar")
    rows = [title, tone.row("", width, "text", "page"), *body[: height - 4]]
    rows += [tone.row("", width, "text", "page")] * (height - 2 - len(rows))
    rows += [tone.row("  reading", width, "quiet", "bar"), tone.row("", width, "text", "page")]
    return "\x1b[?1049h\x1b[?25l\x1b[H" + "\r\n".join(rows) + "\x1b[0m"


class _Tones:
    """Escape codes for a palette."""

    def __init__(self, palette: Palette, *, colourless: bool) -> None:
        self._palette = palette
        self._colourless = colourless

    def row(self, text: str, width: int, ink: str, back: str) -> str:
        """A row of exactly some width."""
        text = cut(text, width)
        padded = text + " " * (width - cells(text))
        if self._colourless:
            return padded
        return f"{self._code(ink, 38)}{self._code(back, 48)}{padded}"

    def _code(self, token: str, kind: int) -> str:
        colour = self._palette.colour(token)
        if not colour.startswith("#"):
            return f"\x1b[{kind + 1}m"
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        return f"\x1b[{kind};2;{red};{green};{blue}m"


def leave() -> None:
    """Give the screen back, where the app will not come."""
    sys.stdout.write("\x1b[?25h\x1b[?1049l")
    sys.stdout.flush()


def show(path: str | None, palette_name: str, *, ascii: bool = False) -> bool:
    """Put the first page on the screen, if a trace is named; whether it was."""
    page = first_page(path, palette_name, ascii=ascii) if path is not None else None
    if page is None:
        return False
    sys.stdout.write(page)
    sys.stdout.flush()
    return True
