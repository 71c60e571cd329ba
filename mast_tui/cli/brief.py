"""`mast-tui brief`: one finding handed over, with all that it takes to mend it."""

import asyncio
from argparse import ArgumentParser, Namespace
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from agent.analyst.case import Case
from agent.clean import clean_line
from agent.diagnosis.document_parts import Diagnosis, Finding
from agent.diagnosis.verify import mismatches
from agent.errors import UnreadableTrace, WrongUse
from agent.redaction.redact import Redactor
from agent.report.handover import Handover, as_markdown
from agent.report.wording import label
from agent.salt import salt
from agent.trace.trace import Trace, fingerprint
from mast_tui.cli.output import narrate, write, write_json
from mast_tui.cli.parser import trace_options
from mast_tui.cli.told_diagnosis import told_offline_diagnosis
from mast_tui.cli.trace_argument import open_trace
from mast_tui.cli.writing import state_of
from mast_tui.diagnosis.known_diagnosis import saved_diagnosis
from mast_tui.state.address import divided
from mast_tui.state.kept_review import decided
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.saved_diagnosis import is_diagnosis, read_saved, run_of, trace_of

MOST_NAMED = 12


def add_arguments(parser: ArgumentParser) -> None:
    """The trace or its diagnosis, which finding, and how to write it."""
    parser.add_argument("what", metavar="TRACE|DIAGNOSIS.json", help="a trace, or a diagnosis saved by `diagnose -o`")
    parser.add_argument("finding", metavar="FINDING", nargs="?", help="which finding, such as F2")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of Markdown")
    trace_options(parser)


def run(options: Namespace) -> int:
    """Write what is known of one finding; exit 1 where its evidence does not stand in the trace any more."""
    path, goal = divided(options.what)
    name = options.finding or goal.finding
    handover = _of_document(path, name, options) if options.format is None and is_diagnosis(path) else None
    handover = handover or _of_trace(path, name, options)
    if options.json:
        write_json(handover.as_dict())
    else:
        write(as_markdown(handover).rstrip("\n"))
    return 1 if handover.faults else 0


def _of_document(path: str, name: str | None, options: Namespace) -> Handover:
    """The finding of a saved diagnosis, held against its trace where that is at hand."""
    saved = read_saved(Path(path))
    options.format, options.run = saved.diagnosis.trace.format, options.run or run_of(saved)
    with state_of(usable_state_folder()) as memory:
        key = fingerprint(saved.diagnosis.trace.sha256, run_of(saved))
        diagnosis = decided(memory, key, saved.diagnosis)[0] if memory is not None else saved.diagnosis
    finding = named_finding(diagnosis, name)
    try:
        options.trace = str(trace_of(saved, Path(path)))
    except UnreadableTrace:
        narrate("The trace is not at hand, so the quotes are not looked up again.")
        known = diagnosis.trace.path if diagnosis.trace.path != "-" else None
        return Handover(diagnosis, finding, known, options.run, path, None)
    with closing(open_trace(options)) as trace:
        return Handover(diagnosis, finding, options.trace, options.run, path, _faults(diagnosis, finding, trace))


def _of_trace(path: str, name: str | None, options: Namespace) -> Handover:
    """The finding of the diagnosis that is saved about a trace, else of one made offline now."""
    options.trace = path
    folder = usable_state_folder()
    with closing(open_trace(options)) as trace:
        diagnosis = saved_diagnosis(trace, folder)
        if diagnosis is None:
            narrate("No diagnosis of this trace is saved, so the offline analyst makes one.")
            diagnosis = asyncio.run(told_offline_diagnosis(Case(trace, redactor=Redactor(salt(folder))), folder))
        finding = named_finding(diagnosis, name)
        faults = _faults(diagnosis, finding, trace)
    return Handover(diagnosis, finding, None if path == "-" else path, options.run, None, faults)


def _faults(diagnosis: Diagnosis, finding: Finding, trace: Trace) -> tuple[str, ...]:
    """What the trace as it is now says against the evidence of one finding."""
    outcome = replace(diagnosis.outcome, evidence=())
    return tuple(mismatches(replace(diagnosis, findings=(finding,), hints=(), outcome=outcome), trace))


def named_finding(diagnosis: Diagnosis, name: str | None) -> Finding:
    """The finding of this name; `WrongUse` where there is none."""
    wanted = (name or "").strip().upper()
    for finding in diagnosis.findings:
        if finding.id.upper() in (wanted, f"F{wanted}"):
            return finding
    names = [clean_line(f"{each.id} {label(each.title)}") for each in diagnosis.findings]
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    if not names:
        raise WrongUse("There is no finding to hand over.", *_why_none(diagnosis))
    there = f"There are: {'; '.join(names[:MOST_NAMED])}{more}."
    if name is None:
        raise WrongUse("No finding is named.", there, "Name one after the trace, such as F1.")
    raise WrongUse(f"There is no finding {clean_line(name)}.", there, "Name one of the findings there are.")


def _why_none(diagnosis: Diagnosis) -> tuple[str, str]:
    """Why a diagnosis has no finding, as far as it says, and what may bring one."""
    if not diagnosis.trace.lines:
        return "The trace is empty.", "Name a trace in which somebody acts."
    if diagnosis.made_by.asked_a_model:
        return "The diagnosis has none; what was not judged stands in it.", "`mast-tui diagnose` shows all of it."
    seen = "The offline analyst saw none, which is not the same as no failure."
    return seen, "`mast-tui diagnose` with --model asks one, or shows with --offline what to read first."
