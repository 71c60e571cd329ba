"""Searches what a model may see: lines that hold a secret as they are shown, all others as they are."""

from collections.abc import Iterator
from heapq import merge

from agent.lookup.exact_search import MatchingLine, matching_lines, matching_numbers
from agent.lookup.visible_trace import VisibleTrace
from agent.trace.matcher import Query, matcher


def visible_lines(visible: VisibleTrace, query: Query, after: int = 0) -> Iterator[MatchingLine]:
    """Every line beyond `after` that a query matches as a model is shown it, in order."""
    redacted = visible.redacted_lines()
    plain = (seen for seen in matching_lines(visible.trace, query, after) if seen.line not in redacted)
    shown = (
        MatchingLine(line, visible.trace.events.at_line(line), text)
        for line, text in _redacted(visible, query)
        if line > after
    )
    yield from merge(plain, shown, key=lambda seen: seen.line)


def visible_numbers(visible: VisibleTrace, query: Query) -> Iterator[int]:
    """The numbers of the same lines: many are counted in the time that it takes to read a few."""
    redacted = visible.redacted_lines()
    plain = (line for line in matching_numbers(visible.trace, query) if line not in redacted)
    yield from merge(plain, (line for line, _ in _redacted(visible, query)))


def _redacted(visible: VisibleTrace, query: Query) -> Iterator[tuple[int, str]]:
    """The lines with placeholders for their secrets that match as they are shown."""
    search = matcher(query)
    return ((line, text) for line, text in visible.redacted_lines().items() if any(True for _ in search.spans(text)))
