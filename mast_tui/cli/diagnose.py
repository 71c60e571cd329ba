"""`mast-tui diagnose`: the whole diagnosis with no screen, as a summary, as JSON, or written to files."""

import asyncio
import shutil
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

from agent.analyst.case import Case
from agent.analyst.choice import analyst_of, choose
from agent.analyst.good_run import Beside, laid_beside
from agent.analyst.own_criteria import read_criteria
from agent.analyst.own_taxonomy import taxonomy_with
from agent.analyst.votes import voting
from agent.diagnosis.document import json_schema, to_dict
from agent.diagnosis.document_parts import Diagnosis
from agent.errors import WrongUse
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done, Known, Waiting
from agent.number_words import count
from agent.redaction.redact import Redactor
from agent.report.brief_markdown import brief
from agent.report.kinds import Content
from agent.report.plain_text import summary
from agent.report.trace_extract import extract_of
from agent.report.write import check_targets
from agent.salt import salt
from agent.trace.trace import Trace
from mast_tui.cli import consent, diagnose_many
from mast_tui.cli.exits import exit_code
from mast_tui.cli.output import narrate, write, write_json
from mast_tui.cli.parser import fail_option, model_options, modes_option, trace_options, votes_option
from mast_tui.cli.trace_argument import open_trace, tell_run
from mast_tui.cli.writing import (
    brief_option,
    chat_option,
    conversation_about,
    notes_about_trace,
    report_option,
    state_of,
    write_reports,
)
from mast_tui.diagnosis.status_text import unusable
from mast_tui.state.kept_review import decided, keep_known_in, remember
from mast_tui.state.paths import usable_state_folder


def add_arguments(parser: ArgumentParser) -> None:
    """The trace, how to read it, who diagnoses it, and where the diagnosis goes."""
    parser.add_argument(
        "traces",
        metavar="TRACE",
        nargs="*",
        help="a file, a .gz or .zst of one, a folder, or -; several, or a pattern, with -o DIR",
    )
    report_option(parser, many=True)
    diagnose_many.add_arguments(parser)
    brief_option(parser)
    chat_option(parser)
    parser.add_argument("--json", action="store_true", help="put the diagnosis document on stdout")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of the document and stop")
    fail_option(parser)
    trace_options(parser)
    model_options(parser)
    votes_option(parser)
    modes_option(parser)
    parser.add_argument(
        "--criteria", metavar="FILE", type=Path, help="what must hold of the result for you: a line each, or TOML"
    )
    parser.add_argument(
        "--beside", metavar="GOOD", help="a run of the same task that went well: what it did otherwise, for the root"
    )


def run(options: Namespace) -> int:
    """Diagnose, write what was asked for, and say by the exit code what was found."""
    if options.schema:
        write_json(json_schema())
        return 0
    if not options.traces and not options.from_stdin:
        raise WrongUse("Nothing to diagnose was named.", "TRACE is missing.", "Give a file, a folder, or - for stdin.")
    if diagnose_many.are_many(options):
        if options.votes > 1 or options.criteria or options.modes or options.beside:
            raise WrongUse(
                "Votes, criteria, modes of one's own and a good run are for one run.",
                "Several were named, and --votes, --criteria, --modes and --beside are not known there yet.",
                "Diagnose them one by one, or leave the options out.",
            )
        return diagnose_many.run(options)
    options.trace = options.traces[0]
    trace = open_trace(options)
    try:
        kept = (trace.source.path, *trace.source.companions)
        check_targets(options.output, kept, force=options.force)
        diagnosis = _kept(trace, asyncio.run(_diagnosis(trace, options)))
        if options.output:
            chat = conversation_about(trace) if options.chat else ""
            content = Content(diagnosis, extract_of(trace, diagnosis), chat, notes_about_trace(trace))
            write_reports(content, options.output, kept)
    finally:
        trace.close()
    if options.json:
        write_json(to_dict(diagnosis))
    elif options.brief:
        write(brief(diagnosis).rstrip("\n"))
    elif not options.output:
        write(summary(diagnosis, shutil.get_terminal_size().columns).rstrip("\n"))
    return exit_code(diagnosis, options.fail_on)


def _kept(trace: Trace, done: Done) -> Diagnosis:
    """The diagnosis, remembered as one of the app is; what was decided in the app about the same findings holds."""
    with state_of(usable_state_folder()) as memory:
        if memory is None:
            return done.diagnosis
        remember(memory, trace, done.diagnosis, done.lines)
        return decided(memory, trace.fingerprint(), done.diagnosis)[0]


def _beside(case: Case, options: Namespace, number: bytes, *, sends: bool) -> Beside:
    """The run that went well, laid beside this one, without the secrets of either."""
    with closing(Trace.open(options.beside)) as good:
        tell_run(good.read())
        other = Case(good, redactor=Redactor(number) if options.redact else None)
        beside = laid_beside(good, case.trace, (other.redact, case.redact))
    if not beside.places:
        narrate(f"{beside.name} and this run do not part.")
    elif sends:
        narrate(f"With the question for the root, {count(len(beside.places), 'line')} of {beside.name} are sent too.")
    return beside


async def _diagnosis(trace: Trace, options: Namespace) -> Done:
    folder = usable_state_folder()
    if folder is None:
        narrate("The state folder cannot be written, so an interrupted diagnosis starts again from the beginning.")
    number = salt(folder)
    choice = await choose(consent.settings_of(options, folder), offline=options.offline, state_folder=folder)
    redactor = Redactor(number) if options.redact else None
    criteria = read_criteria(options.criteria) if options.criteria is not None else ()
    taxonomy = taxonomy_with(options.modes, folder)
    case = Case(trace, redactor=redactor, budget=options.chunk_tokens, taxonomy=taxonomy, criteria=criteria)
    if options.beside is not None:
        case.beside = _beside(case, options, number, sends=choice.asks_a_model)
    if choice.asks_a_model:
        consent.check_may_ask(options, "diagnose")
        consent.ask(case, choice, options)
    elif not options.offline:
        narrate(consent.OFFLINE)
    asked_often = choice.asks_a_model and options.votes > 1
    analyst = voting(choice, number, folder, options.votes) if asked_often else analyst_of(choice, number, folder)
    teller = consent.Teller()
    ticking = asyncio.create_task(teller.tick())
    try:
        async for progress in diagnose(
            trace, analyst, case=case, budget=case.budget, state_folder=folder, at_once=choice.settings.at_once
        ):
            if isinstance(progress, Done):
                if words := unusable(progress.diagnosis):
                    narrate(f"{words} The report says what they leave unclear; the same command asks only for them.")
                return progress
            if isinstance(progress, Known):
                keep_known_in(folder, trace, progress.fingerprint)
            if isinstance(progress, Waiting):
                narrate(progress.why)
            teller.tell(progress)
    finally:
        ticking.cancel()
        teller.end()
        await analyst.close()
    raise AssertionError("a diagnosis ends with Done")
