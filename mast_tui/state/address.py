"""An address within a trace, as people hand it on: `run.log:1234` is a line of it, `run.log#F2` a finding about it."""

import os
import re
from typing import NamedTuple

_ADDRESS = re.compile(r"(?P<path>.+?)(?::[lL]?(?P<line>[1-9][0-9]{0,14})|#(?P<finding>[fF][1-9][0-9]{0,5}))")


class Goal(NamedTuple):
    """Where to stand once a trace is open: on a line, or on the act of a finding."""

    line: int | None = None
    finding: str | None = None


class RunAddress(NamedTuple):
    """A run among several: what is opened, be it with a line or a finding, and which run of it."""

    words: str
    run: str | None = None


def divided(words: str) -> tuple[str, Goal]:
    """The path and the place in it; a file that is called so as a whole is no address."""
    match = _ADDRESS.fullmatch(words)
    if match is None or os.path.lexists(words):
        return words, Goal()
    finding = match["finding"]
    return match["path"], Goal(int(match["line"]) if match["line"] else None, finding.upper() if finding else None)
