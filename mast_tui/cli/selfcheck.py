"""`mast-tui selfcheck`: how often the chosen analyst is right, on runs whose failure is known."""

import asyncio
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from agent.analyst.choice import Choice, choose
from agent.diagnosis import kept_selfcheck
from agent.errors import UnreadableTrace, WrongUse
from agent.evaluation.check import Conditions, Price, check, price, quick
from agent.evaluation.known_runs import KnownRun, read_known_runs
from agent.evaluation.run_score import RunScore
from agent.evaluation.selfcheck import Checked, Spending, document
from agent.salt import salt
from mast_tui.cli import consent, perturbing
from mast_tui.cli.known_conditions import conditions_of, has_own, own_options
from mast_tui.cli.output import narrate, visible, write, write_json
from mast_tui.cli.parser import model_options
from mast_tui.cli.perturbing import TIMES, perturbed
from mast_tui.cli.selfcheck_page import beside, page
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.samples import known_runs

AT_ONCE = 4
"""Runs that are diagnosed at once, where no budget has to be kept over all of them."""


def add_arguments(parser: ArgumentParser) -> None:
    """How much to check, who is checked, and how to say it."""
    parser.add_argument("--quick", action="store_true", help="one run of each mode and seven clean ones")
    parser.add_argument(
        "--runs", metavar="FOLDER", type=Path, help="runs of your own, each with NAME.truth.json beside it"
    )
    parser.add_argument(
        "--compare", action="store_true", help="check nothing; show what is kept of each analyst side by side"
    )
    parser.add_argument(
        "--perturb",
        action="store_true",
        help="check five times, with other headers, names and orders, and show what that changes; keeps nothing",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    own_options(parser)
    model_options(parser)


def run(options: Namespace) -> int:
    """Say the price, check, keep the result and show it."""
    if options.compare:
        return _compare(options)
    runs = _runs(options)
    folder = usable_state_folder()
    if options.perturb:
        return _perturb(runs, options, folder)
    result = asyncio.run(_checked(runs, options, folder))
    if folder is not None and options.runs is None and not result["incomplete"] and not has_own(options):
        kept_selfcheck.keep(folder, result)
    elif has_own(options):
        narrate("It was asked otherwise than a diagnosis asks by itself, so the result is not kept.")
    elif result["incomplete"]:
        narrate(f"{result['incomplete']} diagnoses are incomplete, so the result is not kept.")
    if options.json:
        write_json(result)
    else:
        write("\n".join(map(visible, page(result))))
    return 3 if result["incomplete"] else 0


def _runs(options: Namespace) -> tuple[KnownRun, ...]:
    folder = options.runs or known_runs()
    if folder is None:
        raise UnreadableTrace(
            "The runs for a selfcheck are missing.",
            "This installation has no sample_traces.",
            "Install mast-tui again.",
        )
    runs = read_known_runs(folder)
    return quick(runs) if options.quick else runs


def _compare(options: Namespace) -> int:
    kept = list(kept_selfcheck.results(usable_state_folder()).values())
    if not kept:
        raise WrongUse(
            "The analysts here were never checked.", "There is no result to show.", "Run `mast-tui selfcheck` first."
        )
    if options.json:
        write_json(kept)
    else:
        write("\n".join(map(visible, beside(kept))))
    return 0


def _perturb(runs: tuple[KnownRun, ...], options: Namespace, folder: Path | None) -> int:
    async def work() -> dict[str, Any]:
        choice, conditions = await _agreed(runs, options, folder, TIMES)
        whom = _whom(conditions, options)
        about = {"analyst": whom.analyst, "model": whom.model, "date": whom.date, "prompts": whom.prompts}
        return {**about, "variants": await perturbed(runs, conditions, _at_once(choice))}

    result = asyncio.run(work())
    if options.json:
        write_json(result)
    else:
        write("\n".join(map(visible, perturbing.page(result["variants"]))))
    return 0


async def _agreed(
    runs: tuple[KnownRun, ...], options: Namespace, folder: Path | None, times: int = 1
) -> tuple[Choice, Conditions]:
    """Who is checked and how, once whoever pays has agreed to the price."""
    number = salt(folder)
    choice = await choose(consent.settings_of(options, folder), offline=options.offline, state_folder=folder)
    conditions = conditions_of(options, choice, number, folder)
    if choice.asks_a_model:
        consent.check_may_ask(options, "selfcheck")
        if not options.yes:
            consent.confirm(choice, rows(price(runs, conditions, choice).times(times), choice))
    return choice, conditions


async def _checked(runs: tuple[KnownRun, ...], options: Namespace, folder: Path | None) -> dict[str, Any]:
    choice, conditions = await _agreed(runs, options, folder)
    scores: list[RunScore] = []
    spent = Spending()
    async for score, diagnosis in check(runs, conditions, _at_once(choice)):
        scores.append(score)
        spent = spent.plus(diagnosis)
        narrate(f"{len(scores)} of {len(runs)}  {score.run.name}: {score.verdict}")
    scores.sort(key=lambda score: score.run.name)
    return document(_whom(conditions, options), scores, spent)


def _at_once(choice: Choice) -> int:
    limits = choice.settings.limits
    limited = any(limit is not None for limit in (limits.tokens, limits.calls, limits.cost_usd))
    return 1 if limited or not choice.asks_a_model else AT_ONCE


def _whom(conditions: Conditions, options: Namespace) -> Checked:
    analyst = conditions.make()
    today = datetime.now(UTC).astimezone().date().isoformat()
    return Checked(analyst.kind, analyst.model, analyst.host, analyst.prompts, today, options.quick)


OURS = "short runs that ship with mast-tui, made up for this; nothing of yours"


def rows(cost: Price, choice: Choice, what: str = "") -> list[str]:
    """The price in sentences."""
    money = f"${cost.cost_usd[0]:.2f} to ${cost.cost_usd[1]:.2f}" if cost.cost_usd else "not known"
    return [
        f"to         {visible(choice.host or '')}",
        f"model      {visible(choice.model or '')}",
        f"what       {what or f'{cost.runs} {OURS}'}",
        f"calls      {cost.calls[0]:,} to {cost.calls[1]:,}",
        f"tokens     {cost.tokens[0]:,} to {cost.tokens[1]:,} sent",
        f"price      {money}",
        "Nothing has been sent.",
    ]
