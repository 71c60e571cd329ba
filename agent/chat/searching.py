"""Exact search over the lines of a trace: what a word count or a first mention must rest on."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.trace.event import Event
from agent.trace.trace import Trace


@dataclass(frozen=True, slots=True)
class Seen:
    """A line that matches, and where in it the match lies."""

    line: int
    event: Event
    text: str
    span: tuple[int, int]


def seek(trace: Trace, text: str, *, regex: bool = False, ignore_case: bool = True) -> Iterator[Seen]:
    """Every line that matches, in order; raises `re.error` where the text is no pattern."""
    pattern = re.compile(text if regex else re.escape(text), re.IGNORECASE if ignore_case else 0)
    for event in trace.events:
        for line, words in enumerate(trace.unfold(event).lines, event.lines[0]):
            if found := pattern.search(words):
                yield Seen(line, event, words, found.span())
