"""The editions of the diagnosis document: which there were, and how one becomes the next."""

import re
from collections.abc import Callable
from typing import Any, Final, Literal

from agent.errors import UnreadableTrace

SCHEMA: Final[Literal["mast-tui/diagnosis/1"]] = "mast-tui/diagnosis/1"

_NAME = re.compile(r"mast-tui/diagnosis/([1-9][0-9]{0,5})")
_CURRENT = 1

Step = Callable[[dict[str, Any]], dict[str, Any]]
STEPS: dict[int, Step] = {}
"""How a document of an edition becomes one of the next: the key is the edition it starts from."""


def current(
    value: dict[str, Any], where: str, steps: dict[int, Step] = STEPS, newest: int = _CURRENT
) -> dict[str, Any]:
    """The document in today's edition, whatever edition it was written in; `where` names it in an error."""
    name = _NAME.fullmatch(str(value.get("schema")))
    if name is None:
        raise UnreadableTrace(
            "This is not a diagnosis that can be read here.",
            f"{where} says its schema is {str(value.get('schema'))[:60]!r}.",
            f"Make one with `mast-tui diagnose TRACE -o FILE.json` (schema {SCHEMA}).",
        )
    edition = int(name[1])
    if edition > newest:
        raise UnreadableTrace(
            "The diagnosis was made by a newer mast-tui.",
            f"{where} has schema {name[0]}; this one reads up to {SCHEMA}.",
            "Update mast-tui, or diagnose the trace again with this one.",
        )
    for step in range(edition, newest):
        value = {**steps[step](value), "schema": f"mast-tui/diagnosis/{step + 1}"}
    return value
