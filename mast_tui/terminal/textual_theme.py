"""The palettes as Textual's own themes, so that style sheets may name their colours."""

from textual.theme import Theme

from mast_tui.terminal.themes import Palette

_OWN = {"text": "text-token", "accent": "accent-token"}
_GREY = "#808080"


def name_of(palette: str) -> str:
    """The name of a palette among Textual's themes."""
    return "mast-" + palette.replace(" ", "-")


def made(palette: Palette) -> Theme:
    """The theme of a palette; `text` and `accent` are names of Textual's own."""
    variables = {_OWN.get(name, name): css(colour) for name, colour in palette.colours.items()}
    solid = {name: colour if colour.startswith("#") else _GREY for name, colour in palette.colours.items()}
    return Theme(
        name=name_of(palette.name),
        primary=solid["accent"],
        background=variables["page"],
        surface=variables["pane"],
        panel=variables["bar"],
        foreground=variables["text-token"],
        dark=palette.dark,
        variables=variables,
    )


def css(colour: str) -> str:
    """A colour of ours as style sheets write it."""
    return colour if colour.startswith("#") else f"ansi_{colour}"
