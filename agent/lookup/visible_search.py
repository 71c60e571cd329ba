"""Searches what a model may see: lines that hold a secret as they are shown, all others as they are."""

from collections.abc import Iterator
from heapq import merge

from agent.lookup.exact_search import MatchingLine, matching_lines
from agent.lookup.visible_trace import VisibleTrace
from agent.trace.matcher import Query, matcher


def visible_lines(visible: VisibleTrace, query: Query) -> Iterator[MatchingLine]:
    """Every line that a query matches as a model is shown it, in order."""
    redacted = visible.redacted_lines()
    search = matcher(query)
    plain = (seen for seen in matching_lines(visible.trace, query) if seen.line not in redacted)
    shown = (
        MatchingLine(line, visible.trace.events.at_line(line), text)
        for line, text in redacted.items()
        if any(True for _ in search.spans(text))
    )
    yield from merge(plain, shown, key=lambda seen: seen.line)
