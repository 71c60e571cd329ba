"""`mast-tui ask`: one question about a trace, answered with cited lines."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from contextlib import aclosing
from pathlib import Path
from sqlite3 import Error

from agent.analyst.choice import Choice, asker_of, choose
from agent.chat.answer_progress import Activity, Answered
from agent.chat.ask import NOT_SAVED, ask, keep, saved_turns
from agent.chat.material import LARGE, Material
from agent.chat.offline.follow_up import leans, resolved
from agent.chat.offline.understanding import needs_diagnosis
from agent.chat.turn import Turn
from agent.clean import clean
from agent.diagnosis.document_parts import Diagnosis
from agent.errors import WrongUse
from agent.redaction.redact import Redactor
from agent.salt import salt
from agent.settings import WHOLE_TOKENS
from agent.trace.trace import Trace
from mast_tui.cli import consent
from mast_tui.cli.markdown_text import in_words
from mast_tui.cli.output import flush, is_terminal, narrate, visible, write, write_json
from mast_tui.cli.parser import model_options, trace_argument, trace_options, whole_number
from mast_tui.cli.plan_rows import through
from mast_tui.cli.told_diagnosis import told_offline_diagnosis
from mast_tui.cli.trace_argument import open_trace
from mast_tui.diagnosis.known_diagnosis import saved_diagnosis
from mast_tui.state.kept_review import keep_known_in
from mast_tui.state.paths import usable_state_folder

OFFLINE = "No key and no base URL is known, so findings, signals and search answer; a model would read what was meant."


def add_arguments(parser: ArgumentParser) -> None:
    """The trace, the question, how to read the one and who answers the other."""
    trace_argument(parser)
    parser.add_argument("question", metavar="QUESTION", help="one question, in quotes")
    parser.add_argument("--json", action="store_true", help="the answer as one JSON document")
    trace_options(parser)
    model_options(parser)
    parser.add_argument(
        "--whole-tokens",
        metavar="N",
        type=whole_number,
        help=f"send a trace of up to N tokens whole (default {WHOLE_TOKENS}); of a longer one parts are looked up",
    )


def run(options: Namespace) -> int:
    """Answer the question, and write the answer with what was checked about it."""
    if not options.question.strip():
        raise WrongUse("There is no question.", "QUESTION is empty.", 'Ask one, such as "why did it fail?".')
    trace = open_trace(options)
    try:
        asyncio.run(_answer(trace, options))
    finally:
        trace.close()
    return 0


def _show(turn: Turn, *, as_json: bool) -> None:
    """The answer with what was checked about it."""
    if as_json:
        write_json(turn.as_dict())
        return
    write(clean(in_words(turn.answer) if is_terminal() else turn.answer))
    write("")
    write(turn.verdict or "no line of the trace is cited")
    for sentence in turn.unverified:
        write(f"not verified: {visible(sentence)}")
    for proposal in turn.proposals:
        write(f"proposed: {visible(proposal.text)}; nothing is changed, the app applies it with a key")


async def _answer(trace: Trace, options: Namespace) -> None:
    """Answer, show it, and keep the turn with the others about this trace."""
    folder = usable_state_folder()
    number = salt(folder)
    choice = await choose(consent.settings_of(options, folder), offline=options.offline, state_folder=folder)
    whole = options.whole_tokens or choice.settings.whole_tokens
    material = Material(trace, Redactor(number) if options.redact else None, salt=number, whole_tokens=whole)
    if choice.asks_a_model:
        consent.check_may_ask(options, "ask")
        _ask_consent(material, choice, options)
    elif not options.offline:
        narrate(OFFLINE)
    await asyncio.to_thread(trace.read)
    await asyncio.to_thread(lambda: keep_known_in(folder, trace, trace.fingerprint()))
    turns = await _turns_before(options.question, material, folder) if not choice.asks_a_model else None
    if choice.asks_a_model or needs_diagnosis(resolved(options.question, turns or (), material)[0], material):
        material.diagnosis = saved_diagnosis(trace, folder) or await _diagnosis(material, folder)
    else:
        material.diagnosis = saved_diagnosis(trace, folder)
    asker = asker_of(choice, folder) if choice.asks_a_model else None
    try:
        async with aclosing(
            ask(
                material,
                options.question,
                asker=asker,
                state_folder=folder if asker is not None else None,
                turns=turns,
            )
        ) as steps:
            async for progress in steps:
                if isinstance(progress, Activity) and sys.stderr is not None and sys.stderr.isatty():
                    narrate(visible(progress.text))
                elif isinstance(progress, Answered):
                    _show(progress.turn, as_json=options.json)
                    if asker is None and folder is not None:
                        await _keep(material, progress.turn, folder)
    finally:
        if asker is not None:
            await asker.close()


async def _turns_before(question: str, material: Material, folder: Path | None) -> list[Turn]:
    """The turns that were saved, where the question may lean on them."""
    return await saved_turns(material, folder, narrate) if folder is not None and leans(question) else []


async def _keep(material: Material, turn: Turn, folder: Path) -> None:
    """Save the turn once the answer is out; a folder that cannot be written is no reason to fail."""
    flush()
    try:
        kept = await keep(material, turn, folder)
    except (OSError, Error) as fault:
        narrate(f"This turn is not saved: {fault}.")
    else:
        if not kept:
            narrate(f"{NOT_SAVED[0].upper()}{NOT_SAVED[1:]}.")


def _ask_consent(material: Material, choice: Choice, options: Namespace) -> None:
    """Show what may be sent, and go on only with a yes; nothing is asked where --yes was given."""
    if options.yes:
        return
    material.trace.read()
    secrets = ", ".join(f"{count} {kind}" for kind, count in sorted(material.case.redactions().items()))
    rows = (
        f"to         {visible(choice.host or '')}{through(choice.settings.proxy)}",
        f"model      {visible(choice.model or '')}",
        f"what       {material.budget.words}",
        f"removed    {secrets or ('nothing: no secret was found' if options.redact else 'nothing: --no-redact')}",
    )
    consent.confirm(choice, rows)


async def _diagnosis(material: Material, folder: Path | None) -> Diagnosis:
    """What the offline analyst concludes about the trace, kept for the next question."""
    if (material.trace.source.known_size or 0) > LARGE:
        narrate("This question rests on a diagnosis, and none is saved: the offline analyst makes one first, once.")
        narrate('Exact questions need none, such as: where did "..." first appear, who said "...".')
    return await told_offline_diagnosis(material.case, folder)
