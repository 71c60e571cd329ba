"""Says where a chunk may end: not inside of events that belong together, as a call and its result do, if they fit."""

from array import array
from collections.abc import Sequence


def torn(together: Sequence[int], sizes: Sequence[int], most: int) -> "array[int]":
    """For each event, how many stretches that belong together and fit `most` tokens a cut before it would tear.

    `together` says for each event the number of the earliest one it belongs to; events are numbered from 1.
    """
    ends = array("q", [0])
    for size in sizes:
        ends.append(ends[-1] + size)
    change = array("i", bytes(4 * (len(sizes) + 3)))
    for number, earliest in enumerate(together[: len(sizes)], 1):
        if earliest < number and ends[number] - ends[earliest - 1] <= most:
            change[earliest + 1] += 1
            change[number + 1] -= 1
    for number in range(1, len(change)):
        change[number] += change[number - 1]
    return change
