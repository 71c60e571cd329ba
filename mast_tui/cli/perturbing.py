"""`mast-tui selfcheck --perturb`: whether an analyst's figures hold when what does not matter is written otherwise."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from agent.evaluation.check import Conditions, check
from agent.evaluation.known_runs import KnownRun
from agent.evaluation.perturb import VARIANTS, Variant, compared, reordered, rewritten
from agent.evaluation.run_score import RunScore
from mast_tui.cli.output import narrate
from taxonomy.mast import load

TIMES = 1 + len(VARIANTS)
"""How often each run is diagnosed."""
NOTHING = "-"


async def perturbed(runs: Sequence[KnownRun], conditions: Conditions, at_once: int) -> dict[str, Any]:
    """What each variant changes against the runs as they are."""
    base = await _scores(runs, conditions, at_once, "as they are")
    by_variant: dict[str, Any] = {}
    for variant in VARIANTS:
        with tempfile.TemporaryDirectory() as folder:
            some, under = _written(variant, runs, conditions, Path(folder))
            after = await _scores(some, under, at_once, variant.what)
            by_variant[variant.name] = {"what": variant.what, **compared(base, after)}
    return by_variant


def _written(
    variant: Variant, runs: Sequence[KnownRun], conditions: Conditions, folder: Path
) -> tuple[Sequence[KnownRun], Conditions]:
    names = variant.names
    if names is None:
        taxonomy = conditions.taxonomy or load()
        return runs, replace(conditions, taxonomy=reordered(taxonomy) if variant.reorders else taxonomy)
    each = (rewritten(run, names, folder) for run in runs)
    return [run for run in each if run is not None], conditions


async def _scores(runs: Sequence[KnownRun], conditions: Conditions, at_once: int, what: str) -> list[RunScore]:
    scores = [score async for score, _ in check(runs, conditions, at_once)]
    narrate(f"{len(scores)} runs, {what}")
    return scores


def page(variants: dict[str, Any]) -> Iterator[str]:
    """The variants as a table."""
    yield f"{'what was written otherwise':58}{'found':>9}{'change':>22}{'alarms':>9}{'changed':>10}"
    for one in variants.values():
        alarms, changed = (f"{tally[0]}/{tally[1]}" for tally in (one["false_alarms"], one["changed"]))
        hits = f"{one['found'][0]}/{one['found'][1]}"
        yield f"{one['what']:58}{hits:>9}{_change(one['difference']):>22}{alarms:>9}{changed:>10}"
    noisy = all(each is None or each["within_noise"] for one in variants.values() for each in _differences(one))
    yield ""
    yield (
        "Every change is within what chance does to so few runs."
        if noisy
        else "A change is larger than chance: this analyst listens to what should not matter."
    )


def _differences(one: dict[str, Any]) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    return one["difference"], one["false_alarms_difference"]


def _change(difference: dict[str, Any] | None) -> str:
    if difference is None:
        return NOTHING
    low, high = difference["interval"]
    return f"{difference['value']:+.2f} ({low:+.2f}..{high:+.2f})"
