"""Cuts a line where its colours change, so that each piece has one."""

from collections.abc import Sequence
from itertools import pairwise

from mast_tui.layout.row import Span


def styled_spans(text: str, start: int, end: int, inks: Sequence[tuple[int, int, str]], base: str) -> list[Span]:
    """The characters from start to end, each stretch in the last ink that covers it."""
    if not inks:
        return [Span(text[start:end], base)]
    edges = sorted({start, end, *(edge for ink in inks for edge in ink[:2] if start < edge < end)})
    spans: list[Span] = []
    for left, right in pairwise(edges):
        ink = base
        for first, last, name in inks:
            if first <= left and right <= last:
                ink = name
        spans.append(Span(text[left:right], ink))
    return spans
