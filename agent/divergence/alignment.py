"""Aligns the acts of two runs: the same acts first, and between them those that are alike, in their order."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from agent.divergence.act_words import ActWords

Pair = tuple[int, int]
Range = tuple[int, int, int, int]
"""From and to in the one run, from and to in the other; the ends are outside."""
ALIKE = 0.5
"""How many words two acts share of all their words, to be the same act in other words."""
VARIANT = 0.15
"""The same, to be two variants of one act."""
LARGEST = 90_000
"""Up to how many pairs of acts between two that are the same are compared with each other."""
STRETCH = 150


def align(good: ActWords, bad: ActWords) -> list[Pair]:
    """Pairs of acts, in order: the same, or variants of each other."""
    pairs: list[Pair] = []
    for gap, anchor in _gaps(_anchors(good.marks, bad.marks), len(good), len(bad)):
        pairs += _between(good, bad, gap)
        if anchor is not None:
            pairs.append(anchor)
    return pairs


def is_alike(good: ActWords, bad: ActWords, pair: Pair) -> bool:
    """Whether the acts of a pair are one and the same, be it in other words: nothing that decides differs."""
    one, other = pair
    if good.marks[one] == bad.marks[other]:
        return True
    if good.groups[one] != bad.groups[other] or good.groups[one] != "say":
        return False
    return good.deciding(one) == bad.deciding(other) and _share(good.words(one), bad.words(other)) >= ALIKE


def _anchors(good: Sequence[int], bad: Sequence[int]) -> list[Pair]:
    """The longest row of acts that are the same in both; the second time that an act is done is another act."""
    places = {key: at for at, key in enumerate(_numbered(bad))}
    both = [(at, places[key]) for at, key in enumerate(_numbered(good)) if key in places]
    return _longest_row(both)


def _numbered(marks: Sequence[int]) -> Iterator[tuple[int, int]]:
    times: dict[int, int] = {}
    for mark in marks:
        times[mark] = times.get(mark, 0) + 1
        yield mark, times[mark]


def _longest_row(pairs: Sequence[Pair]) -> list[Pair]:
    """The most pairs whose second places grow as their first ones do."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for number, (_, there) in enumerate(pairs):
        at = bisect_left(ends, there)
        before.append(last[at - 1] if at else -1)
        if at == len(ends):
            ends.append(there)
            last.append(number)
        else:
            ends[at], last[at] = there, number
    row, number = [], last[-1] if last else -1
    while number >= 0:
        row.append(pairs[number])
        number = before[number]
    return row[::-1]


def _gaps(anchors: Sequence[Pair], good: int, bad: int) -> Iterator[tuple[Range, Pair | None]]:
    """What lies before each anchor, and behind the last one."""
    here = there = 0
    for anchor in anchors:
        yield (here, anchor[0], there, anchor[1]), anchor
        here, there = anchor[0] + 1, anchor[1] + 1
    yield (here, good, there, bad), None


def _between(good: ActWords, bad: ActWords, gap: Range) -> Iterator[Pair]:
    """Variants of each other, where nothing is the same; long stretches are compared part by part."""
    start, end, first, last = gap
    if start == end or first == last:
        return
    if (end - start) * (last - first) <= LARGEST:
        yield from _most_alike(good, bad, gap)
        return
    parts = max((end - start) // STRETCH, (last - first) // STRETCH) + 1
    for part in range(parts):
        here, to = (start + (end - start) * number // parts for number in (part, part + 1))
        there, until = (first + (last - first) * number // parts for number in (part, part + 1))
        yield from _most_alike(good, bad, (here, to, there, until))


def _most_alike(good: ActWords, bad: ActWords, gap: Range) -> Iterator[Pair]:
    """The pairs that are most alike in all, leaving out whatever has no counterpart at no cost."""
    start, end, first, last = gap
    others = _Others(bad, first, last)
    best = [[0.0] * (last - first + 1)]
    for here in range(end - 1, start - 1, -1):
        below, paired = best[-1], {}
        for at, share in others.alike(good.groups[here], good.words(here)):
            alike = share + 0.1 * (good.names[here] == bad.names[first + at])
            if below[at + 1] + alike > below[at]:
                paired[at] = below[at + 1] + alike
        best.append(_raised(below, paired) if paired else below)
    best.reverse()
    here, there = start, first
    while here < end and there < last:
        at, score = there - first, best[here - start][there - first]
        if score == best[here - start + 1][at]:
            here += 1
        elif score == best[here - start][at + 1]:
            there += 1
        else:
            yield here, there
            here, there = here + 1, there + 1


def _raised(below: list[float], paired: dict[int, float]) -> list[float]:
    """What can be had from each place on: as without this act, or with one of its pairs at that place or behind."""
    row, most = list(below), 0.0
    for at in range(max(paired), -1, -1):
        most = max(most, below[at], paired.get(at, 0.0))
        row[at] = most
    return row


class _Others:
    """A stretch of acts by their words: what shares no word with an act is not even looked at."""

    def __init__(self, run: ActWords, first: int, last: int) -> None:
        self._sizes: list[int] = []
        self._with: dict[tuple[str, int | None], list[int]] = {}
        """The acts of a group that have a word, or none at all, counted from the first."""
        for at, there in enumerate(range(first, last)):
            words, group = run.words(there), run.groups[there]
            self._sizes.append(len(words))
            for word in words or (None,):
                self._with.setdefault((group, word), []).append(at)

    def alike(self, group: str, words: frozenset[int]) -> Iterator[tuple[int, float]]:
        """The acts of a group that could be variants of one with these words, and what share of all words is shared."""
        if not words:
            yield from ((at, 1.0) for at in self._with.get((group, None), ()))
            return
        lists = [self._with[key] for word in words if (key := (group, word)) in self._with]
        for at, both in Counter(chain.from_iterable(lists)).items():
            share = both / (len(words) + self._sizes[at] - both)
            if share >= VARIANT:
                yield at, share


def _share(words: frozenset[int], others: frozenset[int]) -> float:
    both = len(words & others)
    return both / (len(words) + len(others) - both) if both else float(not words and not others)
