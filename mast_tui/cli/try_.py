"""`mast-tui try`: the act at fault asked again, as it was and with the remedy, and the failure counted."""

import asyncio
from argparse import ArgumentParser, Namespace
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from agent.analyst.case import Case
from agent.analyst.choice import Choice, asker_of, choose, offered
from agent.diagnosis.document_parts import Diagnosis, Finding, RemedyAdvice
from agent.errors import WrongUse
from agent.number_words import count
from agent.redaction.redact import Redactor
from agent.report.advice import tried
from agent.report.kinds import Content
from agent.report.write import write_report, write_whole
from agent.salt import salt
from agent.tokens import count as tokens
from agent.trace.event import Event
from agent.trace.trace import Trace
from agent.trial.arms import added
from agent.trial.branch import branch_file, messages_file
from agent.trial.context import Context, context_before
from agent.trial.trial import Trial, run_trial
from mast_tui.cli import consent
from mast_tui.cli.brief import named_finding
from mast_tui.cli.output import narrate, visible, write, write_json
from mast_tui.cli.parser import model_options, trace_options, whole_number
from mast_tui.cli.plan_rows import through
from mast_tui.cli.trace_argument import open_trace
from mast_tui.state.address import divided
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.saved_diagnosis import read_saved, run_of, trace_of

TIMES = 5
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
            write(visible(tried(remedy)))
        return 0
    options.trace, options.format = str(trace_of(saved, Path(path))), saved.diagnosis.trace.format
    options.run = options.run or run_of(saved)
    folder = usable_state_folder()
    with closing(open_trace(options)) as trace:
        act = act_of(trace, finding)
        case = Case(trace, redactor=Redactor(salt(folder)) if options.redact else None)
        context = _safe(context_before(trace, act), case)
        if options.export is not None:
            _check_is_new(options.export)
            words = case.redact(trace.text(act))
            is_branch = options.export.suffix.lower() == ".jsonl"
            made = branch_file(context, remedy, words) if is_branch else messages_file(context)
            write_whole(made, options.export, options.export)
            narrate(f"{visible(str(options.export))} is written: {context.rule}.")
            return 0
        trial = asyncio.run(_tried(case, context, finding, remedy, (act, case.redact(trace.text(act))), options))
    _keep(Path(path), saved.diagnosis, finding, options.remedy, trial)
    _tell(trial, as_json=options.json)
    return 0


def _check_is_new(path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise WrongUse("Messages are written to a new file only.", f"{visible(str(path))} is there.", "Name another.")


def act_of(trace: Trace, finding: Finding) -> Event:
    """The act that a finding is about: where its evidence stands, else where it begins."""
    place = next((each.event for each in finding.evidence if each.part == "act" and each.event), None)
    return trace.events[place] if place is not None else trace.events.at_line(finding.onset)


def _safe(context: Context, case: Case) -> Context:
    """The context as it may be sent: secrets are taken out of every message."""
    return replace(context, messages=tuple(replace(one, text=case.redact(one.text)) for one in context.messages))


async def _tried(
    case: Case, context: Context, finding: Finding, remedy: RemedyAdvice, act: tuple[Event, str], options: Namespace
) -> Trial:
    folder = usable_state_folder()
    settings = consent.settings_of(options, folder)
    if context.model and options.model is None and settings.address and context.model in await offered(settings):
        settings = replace(settings, model=context.model)
    choice = await choose(settings, offline=options.offline, state_folder=folder)
    if not choice.asks_a_model:
        raise WrongUse("A remedy is tried by a model.", "None is named.", "Name one with --model, or --export.")
    if not options.yes:
        consent.check_may_ask(options, "try")
    _ask(context, remedy, choice, options)
    asker = asker_of(choice, folder)
    try:
        return await run_trial(asker, context, finding, remedy, act, (options.times, options.times), _told)
    finally:
        await asker.close()


def _ask(context: Context, remedy: RemedyAdvice, choice: Choice, options: Namespace) -> None:
    """Say what would be asked, and go on only with a yes."""
    sent = sum(tokens(message.text) for message in context.messages)
    gates = options.times if remedy.kind == "verification" else 0
    calls = 2 * options.times + gates
    rows = (
        f"to         {visible(choice.host or '')}{through(choice.settings.proxy)}",
        f"model      {visible(choice.model or '')}",
        f"context    {count(len(context.messages), 'message')}, {sent:,} tokens, {context.rule}",
        f"remedy     {visible(added(context, remedy))}",
        f"calls      {calls}, each about {sent:,} tokens, and up to {2 * options.times} to judge the answers",
    )
    if options.yes:
        for row in rows:
            narrate(row)
        return
    consent.confirm(choice, rows)


def _told(arm: str, number: int) -> None:
    narrate(f"Answer {number + 1} {arm} is here.")


def _keep(path: Path, diagnosis: Diagnosis, finding: Finding, number: int, trial: Trial) -> None:
    """Write the result into the diagnosis that it belongs to."""
    remedies = tuple(
        replace(remedy, trial=trial.as_dict()) if at == number else remedy
        for at, remedy in enumerate(finding.remedies, 1)
    )
    findings = tuple(replace(each, remedies=remedies) if each.id == finding.id else each for each in diagnosis.findings)
    write_report(Content(replace(diagnosis, findings=findings)), path)


def _tell(trial: Trial, *, as_json: bool) -> None:
    """The result, what follows from it, and each answer."""
    if as_json:
        write_json(trial.as_dict())
        return
    write(trial.conclusion())
    exact = "exactly what the agent had" if trial.exact else "rebuilt from the trace"
    write(visible(f"Asked: {trial.model}; the messages before the act were {exact}."))
    for answer in trial.answers:
        write(visible(f"  {answer.arm}, {answer.verdict}: {' '.join(answer.shown.split())[:MOST_SHOWN]}"))
