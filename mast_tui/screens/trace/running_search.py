"""Runs a search in the background, telling the first matches as they are found, how far it is, or that none is."""

import time
from collections.abc import Callable

from agent.trace.matcher import Query
from agent.trace.trace import Trace
from mast_tui.keys.chosen import key_of
from mast_tui.layout.line_marks import SearchMark
from mast_tui.state.trace_search import search_marks

_FEW = 3
_EVERY = 0.25
"""Seconds between two states of a search that takes its time."""


def every_match(
    trace: Trace, query: Query, is_stopped: Callable[[], bool], tell: Callable[[list[SearchMark], float], None]
) -> list[SearchMark]:
    """Every line that matches; `tell` hears what is found so far, and which share is searched."""
    hits: list[SearchMark] = []
    told, last = 0, time.monotonic()

    def tell_so_far() -> None:
        nonlocal told, last
        told, last = len(hits), time.monotonic()
        tell(list(hits), search.share)

    def stopped() -> bool:
        if time.monotonic() - last >= _EVERY and not is_stopped():
            tell_so_far()
        return is_stopped()

    search = trace.search(query, stopped)
    for hit in search_marks(search):
        hits.append(hit)
        if len(hits) >= max(_FEW, told * 2):
            tell_so_far()
    return hits


def none_found(pattern: str, hidden: int, *, is_early: bool) -> str:
    """Why no match is shown: a filter hides them, not all is read yet, or there is none."""
    if hidden:
        words = "1 match lies" if hidden == 1 else f"{hidden:,} matches lie"
        return f"{words} in events that the filter hides; {key_of('panes.escape')} shows all events."
    if is_early:
        return f'"{pattern}" is not in what is read so far; once all is read, it is searched again.'
    keys = f"{key_of('panes.filter')} shows which filter is on, {key_of('search.case')} ignores case"
    return f'"{pattern}" is not in this trace; {keys}.'
