"""`mast-tui ask`: one question about a trace, answered with cited lines."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace

from agent.analyst.offline import OfflineAnalyst
from agent.chat.ask import ask
from agent.chat.desk import Desk
from agent.chat.progress import Activity, Answered
from agent.chat.questions import CONCLUDING, understood
from agent.chat.turn import Turn
from agent.clean import clean
from agent.diagnosis.shapes import Diagnosis
from agent.errors import WrongUse
from agent.graph.progress import Done
from agent.graph.run import diagnose
from agent.model.redact import Redactor
from agent.salt import salt
from mast_tui.cli.opening import open_trace
from mast_tui.cli.output import narrate, visible, write, write_json
from mast_tui.cli.parser import model_options, trace_argument, trace_options
from mast_tui.paths import usable_state_folder


def add_arguments(parser: ArgumentParser) -> None:
    """The trace, the question, how to read the one and who answers the other."""
    trace_argument(parser)
    parser.add_argument("question", metavar="QUESTION", help="one question, in quotes")
    parser.add_argument("--json", action="store_true", help="the answer as one JSON document")
    trace_options(parser)
    model_options(parser)


def run(options: Namespace) -> int:
    """Answer the question, and write the answer with what was checked about it."""
    if not options.question.strip():
        raise WrongUse("There is no question.", "QUESTION is empty.", 'Ask one, such as "why did it fail?".')
    trace = open_trace(options)
    try:
        redactor = Redactor(salt(usable_state_folder())) if options.redact else None
        turn = asyncio.run(_turn(Desk(trace, redactor), options))
    finally:
        trace.close()
    if options.json:
        write_json(turn.as_dict())
        return 0
    write(clean(turn.answer))
    write("")
    write(turn.verdict or "no line of the trace is cited")
    for sentence in turn.unverified:
        write(f"not verified: {visible(sentence)}")
    return 0


async def _turn(desk: Desk, options: Namespace) -> Turn:
    await asyncio.to_thread(desk.trace.read)
    if understood(options.question, desk).kind in CONCLUDING:
        desk.diagnosis = await _diagnosis(desk)
    async for progress in ask(desk, options.question):
        if isinstance(progress, Activity) and sys.stderr.isatty():
            narrate(visible(progress.text))
        elif isinstance(progress, Answered):
            return progress.turn
    raise AssertionError("an answer ends with Answered")


async def _diagnosis(desk: Desk) -> Diagnosis:
    """What the offline analyst concludes about the trace."""
    async for progress in diagnose(desk.trace, OfflineAnalyst(), redactor=desk.case.redactor):
        if isinstance(progress, Done):
            return progress.diagnosis
    raise AssertionError("a diagnosis ends with Done")
