"""Turns rows into strips of a terminal in the colours of the theme."""

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.strip import Strip

from mast_tui.layout.row import AS_WRITTEN, Row, Span
from mast_tui.terminal.themes import PALETTES, TERMINAL, TONE, Palette, blend, in_ascii

_ATTRIBUTES = ("bold", "italic", "underline", "strike", "reverse")
_FILLS = ("evidence", "search", "accent", "fatal", "major", "minor", "recovered", *(f"a{n}" for n in range(1, 9)))
_RAISED = ("bar", "cursor")

_CODE = {"code_key": "a1", "code_string": "a5", "code_number": "a3", "code_word": "a2"}
"""What code is coloured in."""


class Brush:
    """Paints in one palette, or in none."""

    def __init__(self, palette: Palette, *, colourless: bool = False, ascii: bool = False) -> None:
        self.palette = palette
        self.colourless = colourless
        self.ascii = ascii
        """Whether signs are drawn with ASCII characters; what the trace says stays as it is."""
        self._styles: dict[tuple[str, str], Style] = {}

    def style(self, ink: str, back: str) -> Style:
        """The style of an ink on a tone."""
        style = self._styles.get((ink, back))
        if style is None:
            style = self._styles[ink, back] = self._made(ink, back)
        return style

    def strip(self, row: Row, width: int, tone: str, *, as_written: bool = False) -> Strip:
        """A row as wide as asked; words as the trace has them keep every sign."""
        back = row.back or tone
        spans = row.spans
        if self.ascii and not as_written:
            spans = tuple(span if AS_WRITTEN in span.ink else Span(in_ascii(span.text), span.ink) for span in spans)
        segments = [Segment(span.text, self.style(span.ink, back)) for span in spans if span.text]
        return Strip(segments).adjust_cell_length(width, self.style("text", back))

    def _made(self, ink: str, back: str) -> Style:
        name, *attributes = ink.split()
        fore, _, own = name.partition("/")
        own = own or back
        flags: dict[str, bool] = {each: True for each in attributes if each in _ATTRIBUTES}
        if self.colourless:
            if own in _FILLS or (own == "cursor" and fore == "text"):
                flags["reverse"] = True
            return Style(**flags)  # type: ignore[arg-type]
        if fore == "faint" and own in _RAISED:
            fore = "quiet"
        fore = _CODE.get(fore, fore)
        if fore == "evidence_note":
            fore = "evidence" if self.palette.name != "terminal" else "major"
        if self.palette.name == TERMINAL:
            if own.startswith("tone_"):
                own = back  # its sixteen colours have no paler ones, in which letters of the same colour could be read
            elif fore == "page" and own in _FILLS:
                fore, own, flags["reverse"] = own, back, True
            flags["reverse"] = flags.get("reverse", False) or own == "cursor"
        return Style(color=self._colour(fore), bgcolor=self._colour(own), **flags)  # type: ignore[arg-type]

    def _colour(self, token: str) -> str:
        if token.startswith("tone_"):
            return blend(self.palette.colour(token[5:]), self.palette.colour("page"), TONE)
        return self.palette.colour(token)


@lru_cache(16)
def _brush(name: str, colourless: bool, ascii: bool) -> Brush:
    return Brush(PALETTES.get(name, PALETTES["dark"]), colourless=colourless, ascii=ascii)


def worded(app: App[object], words: str) -> str:
    """Words of ours with signs as they are drawn in an app."""
    return in_ascii(words) if brush_of(app).ascii else words


def brush_of(app: App[object]) -> Brush:
    """The brush for the theme of an app."""
    ascii = getattr(getattr(app, "settings", None), "ascii", False)
    return _brush(app.theme.removeprefix("mast-").replace("-", " "), app.no_color, ascii)
