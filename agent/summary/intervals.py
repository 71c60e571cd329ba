"""How sure a share is: intervals by drawing tasks again and again, since runs of one task fail alike."""

import random
from collections.abc import Sequence

from agent.summary.told_run import ToldRun

DRAWS = 1_000
SEED = 20_250_317
WIDTH = 32
"""Bits of one count among those that are added up together as one number."""
LOW, HIGH = 0.025, 0.975

Interval = tuple[float, float]


def intervals(runs: Sequence[ToldRun], codes: Sequence[str], *, unclear_is_absent: bool) -> dict[str, Interval | None]:
    """For each mode the interval of 95 % of its share; None with fewer than two tasks, or where nobody could say."""
    tasks: dict[str, int] = {}
    for run in runs:
        tasks[run.task_key] = tasks.get(run.task_key, 0) + _packed(run, codes, unclear_is_absent)
    packed = list(tasks.values())
    if len(packed) < 2:
        return dict.fromkeys(codes)
    draw = random.Random(SEED)  # noqa: S311 - the same folder has the same intervals
    sums = [sum(draw.choices(packed, k=len(packed))) for _ in range(DRAWS)]
    return {code: _interval([_counts(each, at) for each in sums]) for at, code in enumerate(codes)}


def _packed(run: ToldRun, codes: Sequence[str], unclear_is_absent: bool) -> int:
    """Of each mode whether it is present and whether anybody could say, as one number that can be added."""
    whole = 0
    for at, code in enumerate(codes):
        said = run.says(code, unclear_is_absent=unclear_is_absent)
        whole |= (said is True) << (2 * at * WIDTH) | (said is not None) << ((2 * at + 1) * WIDTH)
    return whole


def _counts(whole: int, at: int) -> tuple[int, int]:
    mask = (1 << WIDTH) - 1
    return whole >> (2 * at * WIDTH) & mask, whole >> ((2 * at + 1) * WIDTH) & mask


def _interval(counts: Sequence[tuple[int, int]]) -> Interval | None:
    shares = sorted(hits / of for hits, of in counts if of)
    if not shares:
        return None
    return shares[int(LOW * (len(shares) - 1))], shares[int(HIGH * (len(shares) - 1) + 0.5)]
