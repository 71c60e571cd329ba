"""A regular expression of a person or a model, matched within a limit of time by an engine that lets other threads run.

The syntax is that of Python's `re`, which checks it; `regex` matches, because it can be told when to give up.
"""

import re
import warnings
from typing import Any

import regex

from agent.errors import WrongUse

PATIENCE = 1.0
"""How many seconds of the processor one text may take."""
MOST_GIVEN_UP = 5
"""So many texts may take longer and are passed over; with the next one the pattern itself is refused."""
LONGEST = 2000
_READ_OTHERWISE = re.compile(r"\\.|\[:|\{\}|\{(?!\d*,?\d*\})", re.DOTALL)
"""What Python takes as it stands, and `regex` for a class of POSIX or an approximate match."""

Spans = list[tuple[int, int]]


class TimedPattern:
    """Says whether a text matches, and where; a text that takes too long counts as one that does not."""

    def __init__(self, pattern: str, *, ignore_case: bool = False, lines: bool = False) -> None:
        flags = regex.VERSION0 | (regex.IGNORECASE if ignore_case else 0) | (regex.MULTILINE if lines else 0)
        self._compiled = _compiled(pattern, flags)
        self.given_up = 0

    def first(self, text: str, start: int = 0) -> tuple[int, int] | None:
        """Where the first match from a place on stands; TimeoutError where that takes too long."""
        match = self._compiled.search(text, start, timeout=PATIENCE)
        return None if match is None else match.span()

    def matches(self, text: str) -> bool:
        """Whether it stands anywhere in the text."""
        try:
            return self._compiled.search(text, timeout=PATIENCE) is not None
        except TimeoutError:
            self._give_up()
            return False

    def is_whole(self, text: str) -> bool:
        """Whether it is the whole text."""
        try:
            return self._compiled.fullmatch(text, timeout=PATIENCE) is not None
        except TimeoutError:
            self._give_up()
            return False

    def spans(self, text: str) -> Spans:
        """Where it stands, from left to right, as far as the time allows; no place is empty."""
        spans: Spans = []
        try:
            for match in self._compiled.finditer(text, timeout=PATIENCE):
                if match.end() > match.start():
                    spans.append(match.span())
        except TimeoutError:
            pass  # the places found so far are right, and the line is shown whole
        return spans

    def _give_up(self) -> None:
        self.given_up += 1
        if self.given_up > MOST_GIVEN_UP:
            raise WrongUse(
                "The pattern takes too long.",
                f"{self.given_up} texts kept it busy for more than {PATIENCE:g} s each.",
                "Write it without repeats inside repeats, or search for plain words.",
            )


def _compiled(pattern: str, flags: int) -> Any:
    """The pattern as `regex` reads it; refused where Python would refuse it."""
    if len(pattern) > LONGEST:
        raise WrongUse(
            "The pattern is too long.", f"It has {len(pattern):,} of at most {LONGEST:,} characters.", "Shorten it."
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern)
            return regex.compile(_READ_OTHERWISE.sub(_as_it_stands, pattern), flags, cache_pattern=False)
    except (re.error, regex.error, ValueError, OverflowError, RecursionError) as fault:
        raise WrongUse(
            "The pattern is no regular expression.", f"{fault}.", "Correct it, or search for it without --regex."
        ) from None


def _as_it_stands(match: "re.Match[str]") -> str:
    if match[0].startswith("\\"):
        return match[0]
    return "[\\:" if match[0] == "[:" else "\\" + match[0]
