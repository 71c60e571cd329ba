"""`mast-tui evaluate`: saved diagnoses, or an analyst run now, scored on labelled traces beside blind baselines."""

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from agent.analyst.choice import Choice, choose
from agent.diagnosis.document import load
from agent.diagnosis.document_parts import Diagnosis
from agent.errors import UnreadableTrace, WrongUse
from agent.evaluation.check import Conditions, check, price
from agent.evaluation.compare import Unclear
from agent.evaluation.evaluate import Pair, evaluation, matched
from agent.evaluation.known_runs import KnownRun
from agent.evaluation.single_prompt import Beside, reference, tokens
from agent.evaluation.suites import read_suite
from agent.evaluation.truth import Suite, Truth
from agent.salt import salt
from mast_tui.cli import consent
from mast_tui.cli.evaluate_page import page
from mast_tui.cli.known_conditions import conditions_of, own_options
from mast_tui.cli.output import narrate, visible, write, write_json
from mast_tui.cli.parser import model_options
from mast_tui.cli.selfcheck import rows
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.saved_diagnosis import is_diagnosis

MOST_FILES = 20_000


def add_arguments(parser: ArgumentParser) -> None:
    """The labels, the diagnoses, and how to count."""
    parser.add_argument(
        "suite",
        metavar="SUITE",
        type=Path,
        help="labels: a sheet, a CSV with trace,mode,label[,line][,actor], MAST's dataset, or a folder of Who&When, "
        "TRAIL or AgentRx files, or of runs with NAME.truth.json",
    )
    parser.add_argument(
        "folder", metavar="DIR", type=Path, help="saved diagnoses; what is a labelled trace there is diagnosed now"
    )
    parser.add_argument(
        "--unclear",
        choices=[str(choice) for choice in Unclear],
        default=str(Unclear.ABSENT),
        help="what `unclear` and what was not judged count as (default absent)",
    )
    parser.add_argument(
        "--beside",
        choices=["reference"],
        help="ask the same model the published single prompt's questions too, in one call for each trace",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    own_options(parser)
    model_options(parser)


def run(options: Namespace) -> int:
    """Match diagnoses with labels, diagnose what is missing, and score."""
    suite = read_suite(options.suite)
    files = _files(options.folder)
    saved = [load(path) for path in files if is_diagnosis(str(path))]
    pairs, others = matched(suite, saved)
    if others:
        narrate(f"{len(others)} diagnoses are of traces that nobody labelled in this suite.")
    open_truths = [truth for truth in suite.truths if truth.name not in {one.name for one, _ in pairs}]
    now = list(_runs(open_truths, [path for path in files if not is_diagnosis(str(path))]))
    if now:
        diagnoses = asyncio.run(_diagnosed(now, options))
        pairs, _ = matched(Suite(suite.kind, suite.truths), [*saved, *diagnoses])
    if not pairs:
        raise UnreadableTrace(
            "No labelled trace is diagnosed here.",
            f"{options.suite} labels {len(suite.truths)} traces; none is in {options.folder}, nor a diagnosis of one.",
            "Name a folder of saved diagnoses (`mast-tui diagnose TRACE -o DIR/NAME.json`), or one with the traces.",
        )
    beside = asyncio.run(_reference(pairs, options)) if options.beside else None
    result = evaluation(suite, pairs, Unclear(options.unclear), beside)
    if options.json:
        write_json(result)
    else:
        write("\n".join(map(visible, page(result))))
    return 0


def _files(folder: Path) -> list[Path]:
    if not folder.exists():
        raise UnreadableTrace("There is nothing to score.", f"{folder} does not exist.", "Check the path.")
    if folder.is_file():
        return [folder]
    return [path for path in sorted(folder.rglob("*"))[:MOST_FILES] if path.is_file()]


def _runs(truths: Sequence[Truth], files: Sequence[Path]) -> Iterator[KnownRun]:
    """The labelled traces that lie here and are not diagnosed, as runs to be diagnosed."""
    by_name: dict[str, Path] = {}
    for path in files:
        if not path.name.endswith(".truth.json") and "annotations" not in path.parts:
            by_name.setdefault(path.name.casefold(), path)
            by_name.setdefault(path.stem.casefold(), path)
    for truth in truths:
        there = [by_name[key] for key in sorted(truth.keys, key=len, reverse=True) if key in by_name]
        if there:
            yield KnownRun(truth.name, there[0], None, "labelled", truth.outcome or "undetermined")


async def _reference(pairs: Sequence[Pair], options: Namespace) -> Beside:
    folder = usable_state_folder()
    number = salt(folder)
    choice = await choose(consent.settings_of(options, folder), offline=options.offline, state_folder=folder)
    if not choice.asks_a_model:
        raise WrongUse(
            "There is no model to put the single prompt to.",
            "--beside reference asks one.",
            "Name one with --model and --base-url, or leave the option out.",
        )
    conditions = _conditions(choice, number, options)
    consent.check_may_ask(options, "evaluate")
    if not options.yes:
        sent = f"{tokens(pairs, conditions):,} tokens in {len(pairs)} calls, one for each trace"
        consent.confirm(
            choice, [f"to         {visible(choice.host or '')}", f"what       {sent}", "Nothing has been sent."]
        )
    return await reference(pairs, conditions, choice, number)


def _conditions(choice: Choice, number: bytes, options: Namespace) -> Conditions:
    return conditions_of(options, choice, number, usable_state_folder())


async def _diagnosed(runs: Sequence[KnownRun], options: Namespace) -> list[Diagnosis]:
    folder = usable_state_folder()
    number = salt(folder)
    choice = await choose(consent.settings_of(options, folder), offline=options.offline, state_folder=folder)
    conditions = _conditions(choice, number, options)
    if choice.asks_a_model:
        consent.check_may_ask(options, "evaluate")
        if not options.yes:
            what = f"{len(runs)} labelled traces that are not diagnosed yet"
            consent.confirm(choice, rows(price(runs, conditions, choice), choice, what))
    diagnoses = []
    async for score, diagnosis in check(runs, conditions):
        diagnoses.append(diagnosis)
        narrate(f"{len(diagnoses)} of {len(runs)}  {visible(score.run.name)}: {diagnosis.outcome.verdict}")
    return diagnoses
