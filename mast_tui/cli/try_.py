"""`mast-tui try`: the act at fault asked again, as it was and with the remedy, and the failure counted."""

import asyncio
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

from agent.analyst.case import Case
from agent.analyst.choice import Choice, asker_of
from agent.errors import WrongUse
from agent.number_words import count, money
from agent.redaction.redact import Redactor
from agent.report.advice import tried as told_trial
from agent.report.kinds import Content
from agent.report.write import write_report, write_whole
from agent.salt import salt
from agent.trial.arms import added
from agent.trial.branch import branch_file, messages_file
from agent.trial.conclusion import asked
from agent.trial.experiment import Experiment, experiment
from agent.trial.keeping import with_trial
from agent.trial.trial import TIMES, Heard, Judged, Trial, run_trial
from mast_tui.cli import consent
from mast_tui.cli.brief import named_finding
from mast_tui.cli.output import narrate, visible, write, write_json
from mast_tui.cli.parser import model_options, trace_options, whole_number
from mast_tui.cli.plan_rows import through
from mast_tui.cli.trace_argument import open_trace
from mast_tui.diagnosis.trial_plan import choose_for, is_of_trace, trial_plan
from mast_tui.state.address import divided
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.saved_diagnosis import read_saved, run_of, trace_of

MOST_SHOWN = 400


def add_arguments(parser: ArgumentParser) -> None:
    """The diagnosis, which finding and remedy, how often, and who answers."""
    parser.add_argument("diagnosis", metavar="DIAGNOSIS.json", help="a diagnosis saved by `diagnose -o`")
    parser.add_argument("finding", metavar="FINDING", nargs="?", help="which finding, such as F2")
    parser.add_argument("--remedy", metavar="N", type=whole_number, default=1, help="which of its remedies (default 1)")
    parser.add_argument(
        "--times", metavar="N", type=whole_number, default=TIMES, help="answers in each arm (default 5)"
    )
    parser.add_argument("--json", action="store_true", help="the result as one JSON document")
    parser.add_argument("--again", action="store_true", help="ask anew although a result is kept in the diagnosis")
    parser.add_argument(
        "--export",
        metavar="FILE",
        type=Path,
        help="ask nobody and write the messages before the act as .json, or both arms as .jsonl, a conversation a line",
    )
    trace_options(parser)
    model_options(parser)


def run(options: Namespace) -> int:
    """Rebuild what the agent had before the act, ask both arms, and keep the result in the diagnosis."""
    path, goal = divided(options.diagnosis)
    saved = read_saved(Path(path))
    finding = named_finding(saved.diagnosis, options.finding or goal.finding)
    if not 1 <= options.remedy <= len(finding.remedies):
        there = count(len(finding.remedies), "remedy", "remedies")
        raise WrongUse(f"There is no remedy {options.remedy}.", f"{finding.id} has {there}.", "Name another.")
    remedy = finding.remedies[options.remedy - 1]
    if remedy.trial is not None and not options.again and options.export is None:
        narrate("This was tried before; --again asks anew.")
        if options.json:
            write_json(remedy.trial)
        else:
            write(visible(told_trial(remedy)))
        return 0
    options.trace, options.format = str(trace_of(saved, Path(path))), saved.diagnosis.trace.format
    options.run = options.run or run_of(saved)
    folder = usable_state_folder()
    with closing(open_trace(options)) as trace:
        case = Case(trace, redactor=Redactor(salt(folder)) if options.redact else None)
        tried = experiment(trace, finding, remedy, case.redact)
        if options.export is not None:
            return _export(tried, options.export)
        trial = asyncio.run(_tried(tried, options))
    diagnosis = with_trial(saved.diagnosis, finding.id, options.remedy - 1, trial.as_dict())
    write_report(Content(diagnosis), Path(path))
    _tell(trial, as_json=options.json)
    return 0


def _export(tried: Experiment, path: Path) -> int:
    """Write what would be asked, and ask nobody."""
    if path.exists() or path.is_symlink():
        raise WrongUse("Messages are written to a new file only.", f"{visible(str(path))} is there.", "Name another.")
    made = branch_file(tried) if path.suffix.lower() == ".jsonl" else messages_file(tried)
    write_whole(made, path, path)
    narrate(f"{visible(str(path))} is written: {tried.context.rule}.")
    return 0


async def _tried(tried: Experiment, options: Namespace) -> Trial:
    folder = usable_state_folder()
    settings = consent.settings_of(options, folder)
    choice = await choose_for(tried, settings, folder, offline=options.offline, is_named=options.model is not None)
    if not choice.asks_a_model:
        raise WrongUse("A remedy is tried by a model.", "None is named.", "Name one with --model, or --export.")
    if not options.yes:
        consent.check_may_ask(options, "try")
    _ask(tried, choice, options)
    asker = asker_of(choice, folder)
    try:
        return await run_trial(asker, tried, (options.times, options.times), _told)
    finally:
        await asker.close()


def _ask(tried: Experiment, choice: Choice, options: Namespace) -> None:
    """Say what would be asked, and go on only with a yes."""
    plan = trial_plan(tried, choice, options.times)
    cost = f"{money(plan.price[0])} to {money(plan.price[1])}" if plan.price else "not known for this model"
    rows = (
        f"to         {visible(choice.host or '')}{through(choice.settings.proxy)}",
        f"model      {visible(choice.model or '')}{', that of the trace' if is_of_trace(tried, choice) else ''}",
        f"context    {count(len(tried.context.messages), 'message')}, {tried.tokens:,} tokens, {tried.context.rule}",
        f"remedy     {visible(added(tried.context, tried.remedy))}",
        f"calls      {plan.calls[0]} to answer, and up to {plan.calls[1] - plan.calls[0]} to judge the answers",
        f"price      {cost}, {plan.tokens[0]:,} to {plan.tokens[1]:,} tokens",
        *(() if options.redact else ("secrets    are sent as they are, because of --no-redact",)),
    )
    if options.yes:
        for row in rows:
            narrate(row)
        return
    consent.confirm(choice, rows)


def _told(progress: Heard | Judged) -> None:
    if isinstance(progress, Heard) and progress.is_whole:
        narrate(f"Answer {progress.number + 1} {progress.arm} is here.")


def _tell(trial: Trial, *, as_json: bool) -> None:
    """The result, what follows from it, and each answer."""
    if as_json:
        write_json(trial.as_dict())
        return
    write(trial.conclusion())
    write(visible(asked(trial.as_dict())))
    for answer in trial.answers:
        write(visible(f"  {answer.arm}, {answer.verdict}: {' '.join(answer.shown.split())[:MOST_SHOWN]}"))
