"""`mast-tui verify`: re-checks a saved diagnosis against its trace."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from agent.diagnosis.document import load
from agent.diagnosis.verify import mismatches, run_of
from mast_tui.cli.output import visible, write, write_json
from mast_tui.cli.parser import trace_argument, trace_options
from mast_tui.cli.trace_argument import open_trace


def add_arguments(parser: ArgumentParser) -> None:
    """The diagnosis and the trace it is about."""
    parser.add_argument("diagnosis", metavar="DIAGNOSIS.json", type=Path, help="a diagnosis saved by `diagnose -o`")
    trace_argument(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document: whether it holds, and what does not")
    trace_options(parser)


def run(options: Namespace) -> int:
    """List what no longer holds; exit 1 if anything does not."""
    diagnosis = load(options.diagnosis)
    if options.format is None:
        options.format = diagnosis.trace.format
    if options.run is None:
        options.run = run_of(diagnosis)
    trace = open_trace(options)
    try:
        wrong = mismatches(diagnosis, trace)
    finally:
        trace.close()
    if options.json:
        write_json({"holds": not wrong, "mismatches": wrong})
    else:
        quotes = sum(len(finding.evidence) for finding in diagnosis.findings)
        write("\n".join(map(visible, wrong)) or f"Everything holds: the trace's hash and {quotes} pieces of evidence.")
    return 1 if wrong else 0
