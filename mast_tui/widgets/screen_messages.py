"""What is said when one goes to a screen beside the trace, and from there to lines of the trace."""

from dataclasses import dataclass

from textual.message import Message


@dataclass(eq=False, repr=False)
class ScreenWanted(Message):
    """Show another screen: report, compare, statistics, lanes or trial; `position` is where one stood on it before."""

    name: str
    position: tuple[float, ...] = ()
    finding: str = ""
    """The finding it is about, where it is about one."""


@dataclass(eq=False, repr=False)
class PlacesWanted(Message):
    """Go to lines and step through them; Esc comes back to the screen and the position in it where they were chosen."""

    screen: str
    lines: list[int]
    position: tuple[float, ...]
