"""Two shares and the interval of their difference, also where groups are small or a share is none or all."""

from math import sqrt

_Z = 1.959963984540054


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Wilson's score interval of one share (E. B. Wilson, 1927), at 95 %."""
    share, square = hits / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    return (0.0 if hits == 0 else middle - half, 1.0 if hits == of else middle + half)


def difference(before: tuple[int, int], after: tuple[int, int]) -> tuple[float, tuple[float, float]]:
    """The share after less the share before, with Newcombe's hybrid score interval (R. G. Newcombe, 1998, method 10).

    The interval never leaves -1 to 1 and keeps its width at 0 of n and n of n, where the textbook one has none.
    """
    (low_b, high_b), (low_a, high_a) = wilson(*before), wilson(*after)
    share_b, share_a = before[0] / before[1], after[0] / after[1]
    change = share_a - share_b
    low = change - sqrt((share_a - low_a) ** 2 + (high_b - share_b) ** 2)
    high = change + sqrt((high_a - share_a) ** 2 + (share_b - low_b) ** 2)
    return change, (max(-1.0, low), min(1.0, high))


def smallest_visible(before: int, after: int) -> float | None:
    """The smallest rise from none that groups of these sizes can tell from zero; None where not even all could be."""
    for hits in range(1, after + 1):
        change, (low, _) = difference((0, before), (hits, after))
        if low > 0:
            return change
    return None
