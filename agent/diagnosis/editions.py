"""The editions of the diagnosis document: which there were, and how one becomes the next."""

import re
from collections.abc import Callable
from typing import Any, Final, Literal

from agent.errors import UnreadableTrace

SCHEMA: Final[Literal["mast-tui/diagnosis/2"]] = "mast-tui/diagnosis/2"

_NAME = re.compile(r"mast-tui/diagnosis/([1-9][0-9]{0,5})")
_CURRENT = 2

Step = Callable[[dict[str, Any]], dict[str, Any]]


def _with_plain_mistakes(value: dict[str, Any]) -> dict[str, Any]:
    """From 1 to 2: what bears a success out is said. What else is new there may be missing: it has a plain default."""
    outcome, made_by = value.get("outcome"), value.get("made_by")
    if not isinstance(outcome, dict) or outcome.get("verdict") != "success":
        return value
    by_model = isinstance(made_by, dict) and made_by.get("model") is not None
    return {**value, "outcome": {**outcome, "earned": "model" if by_model else "environment"}}


STEPS: dict[int, Step] = {1: _with_plain_mistakes}
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
