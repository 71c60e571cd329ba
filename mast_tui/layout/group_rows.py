"""Two groups of diagnoses as rows: how often each mode is present before and after, and whether that differs."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from agent.number_words import points
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import padded, words_wrapped
from mast_tui.terminal.themes import Symbols

if TYPE_CHECKING:
    from agent.evaluation.compare import Comparison, ModeChange

LONGEST = 20
"""The most cells of a bar; larger groups are scaled to it."""
_NAME, _NUMBER, _CHANGE, _INTERVAL = 42, 7, 8, 14
_BARS = 2 + _NAME + 2 * (_NUMBER + LONGEST + 2) + _CHANGE + _INTERVAL


class Counted(NamedTuple):
    """A row, and the mode it counts; none where it counts nothing."""

    row: Row
    code: str = ""


def group_rows(comparison: "Comparison", width: int, symbols: Symbols) -> Iterator[Counted]:
    """One row for each mode, then what to keep in mind; bars go where they do not fit."""
    bars = width >= _BARS
    column = _NUMBER + (LONGEST + 2 if bars else 0)
    head = f"  {padded('mode', _NAME)}{padded('before', column)}{padded('after', column)}{padded('change', _CHANGE)}"
    yield Counted(row((f"{head}95 % interval", "quiet bold")))
    for mode in comparison.modes:
        yield Counted(_counted(mode, comparison.sizes, symbols if bars else None), mode.code)
    yield Counted(Row())
    for words in _asides(comparison, bars=bars):
        for line in words_wrapped(words, min(width - 4, 110)):
            yield Counted(row((f"  {line}", "quiet")))


def _counted(mode: "ModeChange", sizes: tuple[int, int], symbols: Symbols | None) -> Row:
    ink = "text bold" if differs(mode) else "text" if mode.interval is not None else "faint"
    spans = [Span(f"  {padded(f'{mode.code}  {mode.name}', _NAME)}", ink)]
    for share, size in zip((mode.before, mode.after), sizes, strict=True):
        if symbols is not None:
            spans += _bar(share, size, symbols)
        spans.append(Span(padded(f"{share[0]}/{share[1]}" if share[1] else "-", _NUMBER), ink))
    change, interval = "-", "-"
    if mode.difference is not None and mode.interval is not None:
        change = points(mode.difference)
        low, high = mode.interval
        interval = "includes zero" if mode.includes_zero else f"{points(low)} to {points(high)}"
    return Row((*spans, Span(padded(change, _CHANGE), ink), Span(interval, ink)))


def _bar(share: tuple[int, int], size: int, symbols: Symbols) -> list[Span]:
    """One cell for each diagnosis that could say; in a large group a cell is several."""
    hits, of = share
    if size > LONGEST:
        hits, of = (-(-hits * LONGEST // size), -(-of * LONGEST // size))
    rest = symbols.not_assessed * (of - hits)
    return [Span(symbols.done * hits, "accent"), Span(rest, "faint"), Span(" " * (LONGEST + 2 - of))]


def _asides(comparison: "Comparison", *, bars: bool) -> Iterator[str]:
    yield "Change and interval are in points of a hundred."
    if bars and max(comparison.sizes) > LONGEST:
        yield f"Bars are scaled to {LONGEST} cells."
    yield from comparison.warnings


def differs(mode: "ModeChange") -> bool:
    """Whether the change is more than chance allows for."""
    return mode.interval is not None and not mode.includes_zero
