"""Compares diagnoses of the same tasks before and after a change, task by task, with McNemar's test."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, sqrt

from agent.diagnosis.document_parts import Diagnosis
from agent.evaluation.compare import Comparison, ModeChange, Unclear, caution, is_present

FEWEST = 2
_Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class PairedChange:
    """One mode over pairs: in how many it came, in how many it went, and how likely that is by chance."""

    pairs: int
    went: int
    came: int
    chance: float
    """McNemar's exact test, from both sides."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which diagnoses belong together, by task, and why the rest was left out."""

    pairs: tuple[tuple[Diagnosis, Diagnosis], ...]
    says: str


def pairing(before: Sequence[Diagnosis], after: Sequence[Diagnosis]) -> Pairing:
    """A pair for each task that has one run in both groups; no pairs where these are less than half of all."""
    one, other = _by_task(before), _by_task(after)
    pairs = tuple((one[task][0], other[task][0]) for task in one if len(one[task]) == len(other.get(task, ())) == 1)
    left = len(before) + len(after) - 2 * len(pairs)
    if len(pairs) >= FEWEST and 4 * len(pairs) >= len(before) + len(after):
        rest = f"; {left} diagnoses have no partner and are left out" if left else ""
        return Pairing(pairs, f"Paired by task: {len(pairs)} tasks have a run in each group{rest}.")
    why = "no two runs have the same task" if not pairs else f"only {len(pairs)} tasks have one run in each group"
    several = any(len(group) > 1 for groups in (one, other) for group in groups.values())
    more = ", some tasks have several runs" if several else ""
    return Pairing((), f"Not paired: {why}{more}; the groups are taken as independent.")


def compare_pairs(
    paired: Pairing, unclear: Unclear = Unclear.LEFT_OUT
) -> tuple[Comparison, Mapping[str, PairedChange]]:
    """The comparison over pairs, and McNemar's test for each mode."""
    before, after = [one for one, _ in paired.pairs], [other for _, other in paired.pairs]
    modes, changes = [], {}
    for mode in before[0].modes:
        said = [
            (is_present(one, mode.code, unclear), is_present(other, mode.code, unclear)) for one, other in paired.pairs
        ]
        both = [(one, other) for one, other in said if one is not None and other is not None]
        was, is_now = sum(bool(one) for one, _ in both), sum(bool(other) for _, other in both)
        went, came = both.count((True, False)), both.count((False, True))
        shares = (was, len(both)), (is_now, len(both))
        if not both:
            modes.append(ModeChange(mode.code, mode.name, *shares, None, None))
            continue
        changes[mode.code] = PairedChange(len(both), went, came, chance(went, came))
        change = (came - went) / len(both)
        modes.append(ModeChange(mode.code, mode.name, *shares, change, interval(went, came, len(both))))
    kept = tuple(modes)
    return Comparison((len(before), len(after)), kept, (paired.says, *caution(before, after, kept, unclear))), changes


def chance(went: int, came: int) -> float:
    """McNemar's exact test: how likely so uneven a split is where both directions are equally likely."""
    of = went + came
    return min(1.0, 2 * sum(comb(of, hits) for hits in range(min(went, came) + 1)) / 2**of) if of else 1.0


def interval(went: int, came: int, pairs: int) -> tuple[float, float]:
    """The interval of 95 % of a difference over pairs (D. G. Bonett and R. M. Price, 2012)."""
    down, up = (went + 1) / (pairs + 2), (came + 1) / (pairs + 2)
    half = _Z * sqrt((down + up - (up - down) ** 2) / (pairs + 2))
    return max(-1.0, up - down - half), min(1.0, up - down + half)


def _by_task(group: Sequence[Diagnosis]) -> dict[str, list[Diagnosis]]:
    tasks: dict[str, list[Diagnosis]] = {}
    for each in group:
        words = " ".join((each.trace.task or "").split())
        if words:
            tasks.setdefault(words, []).append(each)
    return tasks
