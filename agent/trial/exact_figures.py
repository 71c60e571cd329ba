"""What so few answers can show: an exact interval of a share, and an exact test of two."""

from collections.abc import Callable
from math import comb

LEVEL = 0.05
_STEPS = 60


def interval(hits: int, of: int) -> tuple[float, float]:
    """The exact interval of a share at 95 % (C. J. Clopper and E. S. Pearson, 1934)."""
    low = 0.0 if hits == 0 else _share(lambda share: _at_least(hits, of, share) < LEVEL / 2)
    high = 1.0 if hits == of else _share(lambda share: _at_least(hits + 1, of, share) < 1 - LEVEL / 2)
    return round(low, 4), round(high, 4)


def fisher(first: tuple[int, int], second: tuple[int, int]) -> float:
    """How likely two shares differ this much or more by chance alone, from both sides (R. A. Fisher, 1935)."""
    (hits, of), (hits_there, of_there) = first, second
    both, all_of = hits + hits_there, of + of_there
    ways = [comb(of, k) * comb(of_there, both - k) for k in range(max(0, both - of_there), min(of, both) + 1)]
    seen = comb(of, hits) * comb(of_there, hits_there)
    return round(sum(way for way in ways if way <= seen) / comb(all_of, both), 6)


def _at_least(hits: int, of: int, share: float) -> float:
    return sum(comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(hits, of + 1))


def _share(is_below: Callable[[float], bool]) -> float:
    """Where a share stops to be below a bound, found by halving."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return low
