"""Precision, recall, F1 and kappa of labels that are held against the truth, with intervals over traces."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from taxonomy.agreement import RESAMPLES, SEED, Table, cohen_of

Measure = Callable[[Table], float | None]
Interval = tuple[float, float]


def precision(counts: Table) -> float | None:
    """How much of what was said to be present is."""
    both, _, second, _ = counts
    return both / (both + second) if both + second else None


def recall(counts: Table) -> float | None:
    """How much of what is present was said to be."""
    both, first, _, _ = counts
    return both / (both + first) if both + first else None


def f1(counts: Table) -> float | None:
    """The harmonic mean of both."""
    both, first, second, _ = counts
    return 2 * both / (2 * both + first + second) if both + first + second else None


MEASURES: dict[str, Measure] = {"precision": precision, "recall": recall, "f1": f1, "kappa": cohen_of}


@dataclass(frozen=True, slots=True)
class Measured:
    """Every measure with its interval; None where it is not defined."""

    counts: Table
    """Both say present, only the truth, only the analyst, neither."""
    values: dict[str, float | None]
    intervals: dict[str, Interval | None]


def measured(traces: Sequence[Table], resamples: int = RESAMPLES) -> Measured:
    """The measures over all traces, and where they lie in 95 % of draws of the traces."""
    whole = summed(traces)
    values = {name: measure(whole) for name, measure in MEASURES.items()}
    kinds = Counter(traces)
    distinct = sorted(kinds)
    weights = [kinds[one] for one in distinct]
    drawn: dict[str, list[float]] = {name: [] for name in MEASURES}
    draw = random.Random(SEED)  # noqa: S311 - repeatable, not secret
    for _ in range(resamples if len(traces) > 1 else 0):
        counts = Counter(draw.choices(range(len(distinct)), weights, k=len(traces)))
        one = summed([distinct[at] for at in counts], list(counts.values()))
        for name, measure in MEASURES.items():
            if (value := measure(one)) is not None:
                drawn[name].append(value)
    intervals = {name: _edges(draws, resamples) for name, draws in drawn.items()}
    return Measured(whole, values, intervals)


def summed(traces: Sequence[Table], times: Sequence[int] | None = None) -> Table:
    """The counts of several traces, each as often as it was drawn."""
    both = first = second = neither = 0
    for counts, often in zip(traces, times or [1] * len(traces), strict=True):
        both += counts[0] * often
        first += counts[1] * often
        second += counts[2] * often
        neither += counts[3] * often
    return both, first, second, neither


def _edges(draws: list[float], resamples: int) -> Interval | None:
    """The middle 95 %; None where the measure is undefined in more than half of the draws."""
    if len(draws) * 2 < resamples or not draws:
        return None
    draws.sort()
    last = len(draws) - 1
    return draws[round(0.025 * last)], draws[round(0.975 * last)]
