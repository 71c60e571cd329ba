"""Where most of several runs leave the way of the one that went well."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agent.divergence.divergences import Differences


@dataclass(frozen=True, slots=True)
class CommonPlace:
    """An act of the good run behind which runs go another way: its event, and which of them do, by number."""

    after: int
    runs: tuple[int, ...]


def common_places(compared: Sequence[Differences]) -> list[CommonPlace]:
    """The places where the runs part, those where most do first; a run that parts at once does so after event 0."""
    after = {number: _after(each) for number, each in enumerate(compared) if each.first is not None}
    return [
        CommonPlace(event, tuple(number for number, place in after.items() if place == event))
        for event, _ in sorted(Counter(after.values()).items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def _after(differences: Differences) -> int:
    return differences.last_same[0].number if differences.last_same is not None else 0
