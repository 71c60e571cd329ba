"""The colours of every theme by the names of what they stand for."""

from typing import NamedTuple

TOKENS = (
    "page pane bar cursor text quiet faint accent fatal major minor recovered ok a1 a2 a3 a4 a5 a6 a7 a8 "
    "on_evidence evidence evidence_line on_search search on_accent rule"
).split()

_DARK = (
    "#12151c #191d26 #222835 #273043 #d7dbe4 #98a1b3 #828b9f #6fb3ff #ff7b72 #f2a65a #d8cf8a #7fc8a9 #7fa893 "
    "#7db2ff #c6a0ff #58cbb6 #f29ac8 #a3cf7c #6ccbe8 #d3b99a #a9b4d6 "
    "#191300 #f0c24b #2b2718 #f2f6ff #3d5a80 #0b1220 #3a4254"
)
_LIGHT = (
    "#fdfcf9 #f4f2ec #e7e4db #e3ebf7 #23262e #565d6b #5f6672 #0a5bb8 #b3211a #964a00 #6a5a00 #1c6a49 #3d6b56 "
    "#1b52a6 #6c38aa #0a6055 #972566 #3b6117 #0d5c77 #705129 #49567f "
    "#fffaf0 #8a5200 #fff3cc #0f1c2e #b9d5f5 #ffffff #cfcabd"
)
_CONTRAST = (
    "#000000 #000000 #1c1c1c #003262 #ffffff #d4d4d4 #c6c6c6 #77d8ff #ffabab #ffc070 #ffee99 #7dffc0 #7dffc0 "
    "#a9cfff #ddbfff #5ff0d5 #ffb6df #c3f58a #7fe3ff #f0d0a8 #c8d4ff "
    "#000000 #ffe600 #332e00 #000000 #00d7af #000000 #6e6e6e"
)
_TERMINAL = (
    "default default default default default default default cyan red yellow default green default "
    "blue magenta cyan green bright_blue bright_magenta bright_cyan bright_green "
    "black yellow default black cyan black default"
)


class Palette(NamedTuple):
    """One theme: a colour for each token, or `default` where the terminal's own is kept."""

    name: str
    dark: bool
    colours: dict[str, str]

    def colour(self, token: str) -> str:
        """The colour of a token."""
        return self.colours[token]


def _made(name: str, colours: str, *, dark: bool = True) -> Palette:
    return Palette(name, dark, dict(zip(TOKENS, colours.split(), strict=True)))


PALETTES = {
    "dark": _made("dark", _DARK),
    "light": _made("light", _LIGHT, dark=False),
    "high contrast": _made("high contrast", _CONTRAST),
    "terminal": _made("terminal", _TERMINAL),
}
TERMINAL = "terminal"
AGENT_COLOURS = 8
TONE = 0.28
"""How strongly the ruler shows an agent's colour over the page."""


def blend(over: str, under: str, share: float) -> str:
    """A colour mixed into another one."""
    if not (over.startswith("#") and under.startswith("#")):
        return over
    parts = ((int(over[at : at + 2], 16), int(under[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


class Symbols(NamedTuple):
    """The drawing characters, in their full and their ASCII form."""

    fatal: str = "■"
    major: str = "▲"
    minor: str = "△"
    recovered: str = "▽"
    present: str = "●"
    unclear: str = "◐"
    absent: str = "○"
    not_assessed: str = "·"
    accepted: str = "✓"
    rejected: str = "✗"
    note: str = "+"
    focus: str = "▌"
    viewport: str = "▐"
    bar: str = "▏"
    branch: str = "╰─"
    fold: str = "⋯"
    signal: str = "▪"
    to: str = "→"
    prompt: str = "›"
    done: str = "━"
    unread: str = "░"
    judged: str = "█"
    unanswered: str = "▒"


FULL = Symbols()
ASCII = Symbols(*"X ! - ~ * ? o . v x + > | | `- ... . -> > # : # %".split())
_DRAWN = {
    **{full: plain[:1] for full, plain in zip(FULL, ASCII, strict=True) if len(full) == 1},
    **dict(zip("▁▂▃▄▅▆▇ ╎│┃╭╮╯╰─━▹▸▾▼‹▊▎▔▕╸╺🔎", ".:-=+*# :||+++`-=>+-v<||-|--?", strict=True)),
    "→": ">",
    "…": "~",
}
"""What we draw, each sign in one cell, and its ASCII form."""
_PLAIN = str.maketrans(_DRAWN)
_SIGNS = frozenset(_DRAWN) - frozenset("·→…") | {" "}


def in_ascii(words: str) -> str:
    """Words of ours with every sign in its ASCII form; where everything stands does not change."""
    return words.translate(_PLAIN)


def is_drawn(text: str) -> bool:
    """Whether a text is nothing but signs that only we draw."""
    return _SIGNS.issuperset(text)
