"""Reads from the output of a browser or file viewer which page it shows."""

import re
from functools import lru_cache
from typing import NamedTuple

LOOKED_AT = 4_000
_ADDRESS = re.compile(
    r"^(?:Address|Path|Current URL|Page URL)\s*:\s*(\S.*)$|\]\(((?:https?|file)://[^)\s]+)\)",
    re.MULTILINE,
)
_VIEWER = ("viewport", "Viewport", "Here is a screenshot", "Current URL", "Page URL", "Page Title:")


class Page(NamedTuple):
    """A page as a tool showed it."""

    address: str
    at: int
    """Where in the text the address stands."""


@lru_cache(maxsize=2)
def is_page(text: str) -> bool:
    """Whether a text is what a viewer shows, and no agent's own words; remembered, since several detectors ask."""
    head = text[:LOOKED_AT]
    return any(map(head.__contains__, _VIEWER))


def page_of(text: str) -> Page | None:
    """The page a viewer shows in this text."""
    if not is_page(text):
        return None
    match = _ADDRESS.search(text, 0, LOOKED_AT)
    if match is None:
        return None
    return Page((match[1] or match[2]).strip(), match.start())
