"""`mast-tui report`: draws reports again from a saved diagnosis, or prints one; no model and no trace is needed."""

from argparse import ArgumentParser, Namespace
from contextlib import closing, suppress
from pathlib import Path

from agent.diagnosis.document import load
from agent.diagnosis.document_parts import Diagnosis
from agent.diagnosis.earned_confidence import as_measured
from agent.diagnosis.verify import run_of
from agent.errors import MastError, WrongUse
from agent.number_words import count
from agent.report.brief_markdown import brief
from agent.report.kinds import KINDS, Content
from agent.report.notes import Note
from agent.report.trace_extract import TraceExtract, extract_of
from agent.report.write import check_targets
from agent.trace.source import Source
from agent.trace.trace import Trace, fingerprint
from mast_tui.cli.exits import exit_code
from mast_tui.cli.output import narrate, visible, write
from mast_tui.cli.parser import fail_option
from mast_tui.cli.writing import brief_option, chat_option, conversation_about, report_option, state_of, write_reports
from mast_tui.state.kept_review import decided, notes_in_report
from mast_tui.state.paths import usable_state_folder


def add_arguments(parser: ArgumentParser) -> None:
    """The diagnosis, where the reports go, and the trace if it lies elsewhere now."""
    parser.add_argument("diagnosis", metavar="DIAGNOSIS.json", type=Path, help="a diagnosis saved by `diagnose -o`")
    report_option(parser)
    brief_option(parser)
    parser.add_argument(
        "--trace", metavar="TRACE", type=Path, help="the trace, for the picture and for lines of its file in SARIF"
    )
    chat_option(parser)
    fail_option(parser)


def run(options: Namespace) -> int:
    """Write every report that was asked for; with none, print the Markdown."""
    diagnosis = as_measured(load(options.diagnosis), usable_state_folder())
    kept = [Path(diagnosis.trace.path)] + ([options.trace] if options.trace is not None else [])
    check_targets(options.output, kept, force=options.force)
    drawn = None
    if any(KINDS[path.suffix.lower()].reads_trace for path in options.output):
        drawn = _given(diagnosis, options.trace) if options.trace is not None else _extract_by_path(diagnosis)
        if drawn is None:
            narrate("The trace is not at hand, so the picture shows the findings alone; --trace names it.")
    chat = _conversation(diagnosis, options.trace) if options.chat else ""
    diagnosis, notes = _with_state(diagnosis)
    content = Content(diagnosis, drawn, chat, notes)
    write_reports(content, options.output, kept)
    if options.brief:
        write(brief(diagnosis).rstrip("\n"))
    elif not options.output:
        write(KINDS[".md"].text(content).rstrip("\n"))
    return exit_code(diagnosis, options.fail_on)


def _with_state(diagnosis: Diagnosis) -> tuple[Diagnosis, list[Note]]:
    """What a person said in the app about these findings and on lines of the trace."""
    key = fingerprint(diagnosis.trace.sha256, run_of(diagnosis))
    with state_of(usable_state_folder()) as memory:
        if memory is None:
            return diagnosis, []
        diagnosis, decisions = decided(memory, key, diagnosis)
        notes = notes_in_report(memory, key, None)
    held = [count(number, noun) for number, noun in ((decisions, "decision"), (len(notes), "note")) if number]
    if held:
        narrate(f"From the state folder: {' and '.join(held)}.")
    return diagnosis, notes


def _given(diagnosis: Diagnosis, path: Path) -> TraceExtract:
    """The extract of the trace that was named; another trace is refused."""
    drawn = _extract(diagnosis, path)
    if drawn is None:
        raise _other(path)
    return drawn


def _other(path: Path) -> WrongUse:
    return WrongUse(
        "This is not the trace of the diagnosis.",
        f"The sha256 of {visible(str(path))} is another one.",
        "Name the trace as it was, or leave out --trace.",
    )


def _conversation(diagnosis: Diagnosis, named: Path | None) -> str:
    """What was asked about the trace, read from the state folder; its quotes are read from the trace again."""
    path = named if named is not None else Path(diagnosis.trace.path)
    trace = _opened(diagnosis, path) if named is not None or path.is_file() else None
    if trace is None and named is not None:
        raise _other(named)
    if trace is None:
        narrate("The trace is not at hand, so the reports hold no conversation; --trace names it.")
        return ""
    with closing(trace):
        return conversation_about(trace.read())


def _extract_by_path(diagnosis: Diagnosis) -> TraceExtract | None:
    """The extract of the trace, if it still lies where it was, unchanged."""
    path = Path(diagnosis.trace.path)
    with suppress(MastError, OSError):
        if path.is_file():
            return _extract(diagnosis, path)
    return None


def _extract(diagnosis: Diagnosis, path: Path) -> TraceExtract | None:
    trace = _opened(diagnosis, path)
    if trace is None:
        return None
    with closing(trace):
        return extract_of(trace.read(), diagnosis)


def _opened(diagnosis: Diagnosis, path: Path) -> Trace | None:
    """The trace of a diagnosis; None where another one lies there now."""
    with closing(Source.open(path)) as source:
        if source.sha256() != diagnosis.trace.sha256:
            return None
    return Trace.open(path, format_name=diagnosis.trace.format, only=run_of(diagnosis))
