"""Everything in a theme can be read: contrast as WCAG counts it, each ink on each ground that it is written on."""

import pytest

from mast_tui.terminal.themes import PALETTES, TONE, Palette, blend

GROUNDS = ("page", "pane", "bar", "cursor", "evidence_line")
INKS = ("text", "quiet", "accent", "fatal", "major", "minor", "recovered", "ok", *(f"a{n}" for n in range(1, 9)))
FILLS = (("on_evidence", "evidence"), ("on_search", "search"), ("on_accent", "accent"))


def brightness(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def pairs(palette: Palette) -> dict[str, float]:
    """Each ink on each ground, agents also on their own tone in the ruler and their letters on their chip."""
    colour = palette.colour
    made = {f"{ink} on {ground}": contrast(colour(ink), colour(ground)) for ink in INKS for ground in GROUNDS}
    made |= {f"{ink} on {fill}": contrast(colour(ink), colour(fill)) for ink, fill in FILLS}
    for agent in (ink for ink in INKS if ink[1:].isdigit()):
        made[f"{agent} on its tone"] = contrast(colour(agent), blend(colour(agent), colour("page"), TONE))
        made[f"page on {agent}"] = contrast(colour("page"), colour(agent))
    return made


@pytest.mark.parametrize(("name", "least"), [("light", 4.5), ("high contrast", 7.0), ("dark", 4.5)])
def test_every_ink_can_be_read_on_every_ground(name: str, least: float) -> None:
    assert {words: ratio for words, ratio in pairs(PALETTES[name]).items() if ratio < least} == {}
