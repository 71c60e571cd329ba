"""Which panes a screen of some size shows, and how large they are."""

from typing import NamedTuple

SMALLEST = (60, 15)
WIDE, WIDEST, TALL = 120, 160, 30
RULER, OUTLINE = 6, 26
STRIP, RAIL = 5, 21


class Arrangement(NamedTuple):
    """The panes that stand side by side, with their widths and heights."""

    too_small: bool
    one_pane: bool
    side: int
    outline: bool
    modes: int
    findings: int
    ask: int


def arranged(width: int, height: int, focus: str, findings: int, turns: int = 0) -> Arrangement:
    """The arrangement for a size; the focused pane of the side column grows."""
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return Arrangement(True, True, 0, False, 0, 0, 0)
    room = height - 3
    if width < WIDE:
        return Arrangement(False, True, width, False, STRIP + 1, room - STRIP - 1, room)
    side = 56 if width >= 140 else 50
    wanted = 2 + 3 * findings
    if height < TALL or focus == "ask":
        modes = STRIP
        few = focus == "ask" and height >= TALL
        least = max(6, min(wanted, 8)) if few else max(4, room - STRIP - 5)
        return Arrangement(False, False, side, width >= WIDEST and height >= TALL, modes, least, room - modes - least)
    modes = RAIL
    left = room - modes
    ask = 8 if left >= 16 else 5
    if focus != "findings":
        ask = max(ask, left - max(6, min(wanted, 2 + 3 * 5)))
    return Arrangement(False, False, side, width >= WIDEST, modes, left - ask, ask)
