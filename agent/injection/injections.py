"""Finds places in a trace that speak to whoever reads it later: orders, false verdicts, forged turns and fences."""

import re
import threading
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources

from agent.injection.disguises import undisguised
from agent.prefilter import Prefilter, needed_in_line

_GAP = r"[^.\n]{0,60}?"
_FORGETS = "it asks to forget earlier instructions"
_TELLS_OF = re.compile(
    r"(?:attack|injection|jailbreak|payload|adversar)[^.\n]{0,90}\b(?:try|tries|attempts?|asks?|tells?|instructs?|tricks?"
    r"|makes?|causes?|persuades?)\b[^.\n]{0,40}$"
)
"""What stands before an order that somebody else is said to give."""


@cache
def _orders() -> tuple[tuple[str, str], ...]:
    """The forms that orders take: why each is suspicious, and its pattern."""
    data = tomllib.loads(resources.files("agent.injection").joinpath("orders.toml").read_text("utf-8"))

    def poured(pattern: str) -> str:
        for name, part in data["parts"].items():
            if f"{{{name}}}" in pattern:
                pattern = poured(pattern.replace(f"{{{name}}}", part))
        return pattern.replace("~", _GAP)

    return tuple((row["why"], poured(pattern)) for row in data["order"] for pattern in row["patterns"])


@cache
def _by_expression() -> dict[str, tuple[str, str]]:
    return {needed_in_line(pattern): (why, pattern) for why, pattern in _orders()}


@cache
def _prefilter() -> Prefilter:
    return Prefilter(_by_expression(), "orders")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)


def prepare() -> None:
    """Make what the search needs, in a thread of its own: it takes half a second, and holds nobody up."""
    threading.Thread(target=lambda: list(suspicious("")), daemon=True).start()


def suspicious(text: str) -> Iterator[tuple[int, int, str]]:
    """Where a text speaks to its later reader: start, end, and why it looks so; one for each line at most."""
    by_line = {text.count("\n", 0, start): (start, end, why) for start, end, why in _places(text)}
    plain = undisguised(text)
    if plain is not None:
        ends = [line_end.start() for line_end in re.finditer("\n", text)] + [len(text)]
        for start, _, why in _places(plain):
            line = plain.count("\n", 0, start)
            by_line.setdefault(line, (ends[line - 1] + 1 if line else 0, ends[line], why))
    yield from sorted(by_line.values())


def _places(text: str) -> Iterator[tuple[int, int, str]]:
    """The first order of each line."""
    by_expression, lines = _by_expression(), set[int]()
    seen = _prefilter().seen(text)
    for expression, (why, pattern) in by_expression.items():
        for match in _compiled(pattern).finditer(text) if expression in seen else ():
            line = text.rfind("\n", 0, match.end()) + 1
            if line not in lines and not (why == _FORGETS and _is_told_of(text, match.start())):
                lines.add(line)
                yield match.start(), match.end(), why


def _is_told_of(text: str, start: int) -> bool:
    """Whether a text on attacks says here what they ask for, and asks for nothing itself."""
    return bool(_TELLS_OF.search(text[max(0, start - 150) : start].lower()))
