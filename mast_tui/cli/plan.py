"""`mast-tui plan`: what a diagnosis would send and cost, sending nothing."""

from argparse import ArgumentParser, Namespace

from agent.analyst.case import Case
from agent.analyst.own_taxonomy import taxonomy_with
from agent.analyst.sending_plan import plan
from agent.analyst.votes import priced
from agent.redaction.redact import Redactor
from agent.salt import salt
from mast_tui.cli import consent
from mast_tui.cli.output import write, write_json
from mast_tui.cli.parser import model_options, modes_option, trace_argument, trace_options, votes_option
from mast_tui.cli.plan_rows import rows
from mast_tui.cli.trace_argument import open_trace
from mast_tui.state.paths import usable_state_folder


def add_arguments(parser: ArgumentParser) -> None:
    """The trace, how to read it, and who would be asked."""
    trace_argument(parser)
    parser.add_argument("--json", action="store_true", help="the plan as one JSON document")
    trace_options(parser)
    model_options(parser)
    votes_option(parser)
    modes_option(parser)


def run(options: Namespace) -> int:
    """Work the plan out and write it."""
    trace = open_trace(options)
    try:
        folder = usable_state_folder()
        redactor = Redactor(salt(folder)) if options.redact else None
        taxonomy = taxonomy_with(options.modes, folder)
        case = Case(trace, redactor=redactor, budget=options.chunk_tokens, taxonomy=taxonomy)
        choice = consent.named_choice(options, folder)
        sending = plan(case, list(case.planner.chunks()), choice.model, choice.host, choice.price)
        sending = priced(sending, options.votes)
    finally:
        trace.close()
    if options.json:
        write_json(sending)
    else:
        for line in rows(sending, choice.settings.proxy):
            write(line)
    return 0
