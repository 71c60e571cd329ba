"""How far annotators agree: Cohen, Fleiss, Krippendorff, raw and positive agreement, and an interval over traces.

Every measure returns None where it is not defined (one class only, nobody to compare with): never NaN, never an error.
"""

import math
import random
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

Pair = tuple[Hashable, Hashable]
Table = tuple[int, int, int, int]
"""How often two annotators said: both present, only the first, only the second, neither."""

RESAMPLES = 2000
SEED = 14
LEVEL = 0.95


def cohen(pairs: Iterable[Pair]) -> float | None:
    """Cohen's kappa of two annotators over the cells that both labelled; None for no cell or one class only."""
    counts = Counter(pairs)
    total = sum(counts.values())
    first: Counter[Hashable] = Counter()
    second: Counter[Hashable] = Counter()
    for (a, b), count in counts.items():
        first[a] += count
        second[b] += count
    same = sum(count for (a, b), count in counts.items() if a == b)
    by_chance = sum(count * second[label] for label, count in first.items())
    return _beyond_chance(same * total, by_chance, total * total)


def fleiss(cells: Iterable[Sequence[Hashable]]) -> float | None:
    """Fleiss' kappa over cells that the same number of annotators (two or more) labelled; None if not defined."""
    rows = [Counter(cell) for cell in cells]
    raters = {sum(row.values()) for row in rows}
    if len(raters) != 1 or (count := raters.pop()) < 2:
        return None
    totals: Counter[Hashable] = Counter()
    for row in rows:
        totals.update(row)
    agreeing = sum(n * (n - 1) for row in rows for n in row.values())
    labels = len(rows) * count
    observed = agreeing / (labels * (count - 1))
    return _beyond_chance(observed, sum(n * n for n in totals.values()) / labels**2, 1.0)


def krippendorff(cells: Iterable[Sequence[Hashable | None]]) -> float | None:
    """Krippendorff's alpha for nominal labels; None stands for a missing one. None if nothing can be paired."""
    totals: Counter[Hashable] = Counter()
    disagreeing = 0.0
    for cell in cells:
        row = Counter(label for label in cell if label is not None)
        size = sum(row.values())
        if size < 2:
            continue
        totals.update(row)
        disagreeing += (size * size - sum(n * n for n in row.values())) / (size - 1)
    size = sum(totals.values())
    expected = size * size - sum(n * n for n in totals.values())
    return 1 - (size - 1) * disagreeing / expected if expected else None


def raw(cells: Iterable[Sequence[Hashable]]) -> float | None:
    """The share of cells on which all annotators said the same; None for no cell."""
    alike = [len(set(cell)) == 1 for cell in cells if len(cell) > 1]
    return sum(alike) / len(alike) if alike else None


def positive(pairs: Iterable[tuple[bool, bool]]) -> float | None:
    """Agreement on `present` alone: twice the cells both marked, over all marks of both; None if nobody marked any."""
    both, first, second, _ = table(pairs)
    marks = 2 * both + first + second
    return 2 * both / marks if marks else None


def table(pairs: Iterable[tuple[bool, bool]]) -> Table:
    """The four counts of two annotators."""
    counts = Counter(pairs)
    return counts[True, True], counts[True, False], counts[False, True], counts[False, False]


def cohen_of(counts: Table) -> float | None:
    """Cohen's kappa from the four counts."""
    both, first, second, neither = counts
    total = both + first + second + neither
    by_chance = (both + first) * (both + second) + (neither + second) * (neither + first)
    return _beyond_chance((both + neither) * total, by_chance, total * total)


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of the values that are defined; None if none is."""
    defined = [value for value in values if value is not None]
    return math.fsum(defined) / len(defined) if defined else None


def interval(traces: Sequence[Sequence[Table]], seed: int = SEED) -> tuple[float, float] | None:
    """The 95 % interval of the mean pairwise kappa when traces, not cells, are drawn again with replacement.

    Each trace brings one table per pair of annotators. The same traces in any order give the same interval. None with
    fewer than two traces, or when kappa is undefined in more than half of the draws.
    """
    if len(traces) < 2 or not traces[0]:
        return None
    kinds = Counter(tuple(trace) for trace in traces)
    distinct = sorted(kinds)
    weights = [kinds[kind] for kind in distinct]
    draw = random.Random(seed)  # noqa: S311 - repeatable, not secret
    values: list[float] = []
    for _ in range(RESAMPLES):
        drawn = Counter(draw.choices(range(len(distinct)), weights, k=len(traces)))
        value = mean(cohen_of(_sum(distinct, drawn, pair)) for pair in range(len(traces[0])))
        if value is not None:
            values.append(value)
    if len(values) * 2 < RESAMPLES:
        return None
    values.sort()
    return _quantile(values, (1 - LEVEL) / 2), _quantile(values, (1 + LEVEL) / 2)


def _sum(distinct: Sequence[Sequence[Table]], drawn: Counter[int], pair: int) -> Table:
    both = first = second = neither = 0
    for kind, times in drawn.items():
        counts = distinct[kind][pair]
        both += times * counts[0]
        first += times * counts[1]
        second += times * counts[2]
        neither += times * counts[3]
    return both, first, second, neither


def _beyond_chance(observed: float, by_chance: float, most: float) -> float | None:
    """The share of the agreement above chance that was reached; None where chance alone explains everything."""
    return (observed - by_chance) / (most - by_chance) if most > by_chance else None


def _quantile(ordered: Sequence[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
