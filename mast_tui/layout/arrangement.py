"""Which panes a screen of some size shows, and how large they are."""

from typing import NamedTuple

SMALLEST = (60, 15)
WIDE, WIDEST, TALL = 120, 160, 30
OUTLINE, WIDEST_OUTLINE = 32, 48
NARROWEST_SIDE, NARROWEST_TRACE = 36, 60
STRIP, RAIL = 5, 22


class Arrangement(NamedTuple):
    """The panes that stand side by side, with their widths and heights."""

    too_small: bool
    one_pane: bool
    side: int
    outline: int
    """How wide the outline stands beside the trace; none is not at all."""
    modes: int
    findings: int
    ask: int


def arranged(
    width: int,
    height: int,
    focus: str,
    findings: int,
    turns: bool = False,
    is_judged: bool = True,
    side: int = 0,
    one_pane: bool = False,
) -> Arrangement:
    """The arrangement for a size; the focused pane of the side column grows. `findings` is the rows they would take.

    Until something is judged the modes take no more than a strip; `side` is by how much a person moved the border.
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return Arrangement(True, True, 0, 0, 0, 0, 0)
    room = height - 3
    if width < WIDE or one_pane:
        return Arrangement(False, True, width, 0, STRIP + 1, room - STRIP - 1, room)
    outline = min(WIDEST_OUTLINE, OUTLINE + (width - WIDEST) // 3) if width >= WIDEST and height >= TALL else 0
    side = max(NARROWEST_SIDE, min((56 if width >= 140 else 50) + side, width - outline - NARROWEST_TRACE))
    if height < TALL:
        ask = max(5, room - STRIP - 6) if focus == "ask" else 5
        return Arrangement(False, False, side, outline, STRIP, room - STRIP - ask, ask)
    if focus == "ask":
        few = max(6, min(findings, 10))
        return Arrangement(False, False, side, outline, STRIP, few, room - STRIP - few)
    modes = RAIL if is_judged or focus == "modes" else STRIP
    left = room - modes
    ask = 4 if focus == "findings" else min(8, left // 2)
    if turns and focus != "findings":
        ask = max(ask, left - max(6, findings))
    return Arrangement(False, False, side, outline, modes, left - ask, ask)
