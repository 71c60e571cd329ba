"""The last stop before the terminal: nothing that a terminal would obey passes, whatever a widget drew."""

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from agent.clean import clean_line
from mast_tui.terminal.themes import in_ascii, is_drawn


class Guard(LineFilter):
    """Makes control characters visible and drops links; counts what it caught."""

    def __init__(self) -> None:
        super().__init__()
        self.caught = 0

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without anything that a terminal would obey."""
        made: list[Segment] = []
        for segment in segments:
            text, style, control = segment
            if control:
                made.append(segment)
                continue
            if not text.isprintable():
                text = clean_line(text)
                self.caught += text != segment.text
            if style is not None and style.link:
                self.caught += 1
                style = style.update_link(None)
            made.append(segment if text is segment.text and style is segment.style else Segment(text, style))
        return made


class AsciiSigns(LineFilter):
    """Writes what is drawn with ASCII characters only, also where a widget of the library drew it."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments with each that is nothing but signs in its ASCII form."""
        return [
            Segment(in_ascii(text), style) if not control and not text.isascii() and is_drawn(text) else segment
            for segment in segments
            for text, style, control in (segment,)
        ]


class Colourless(LineFilter):
    """Writes no colour at all; what must stand out is bold, underlined or reversed already."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without their colours."""
        return [
            Segment(text, _plain(style) if style is not None else None, control) for text, style, control in segments
        ]


def _plain(style: Style) -> Style:
    return Style(
        bold=style.bold, italic=style.italic, underline=style.underline, strike=style.strike, reverse=style.reverse
    )
