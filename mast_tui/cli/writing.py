"""The option `-o`, and the reports it asks for."""

import asyncio
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from agent.number_words import size
from agent.redaction.redact import Redactor
from agent.report.kinds import KINDS, Content
from agent.report.notes import Note
from agent.report.wording import listed
from agent.report.write import write_report
from agent.salt import salt
from agent.trace.trace import Trace
from mast_tui.cli.output import narrate, visible
from mast_tui.cli.parser import output_option
from mast_tui.state.kept_review import notes_in_report
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.store import Store, open_store


def report_option(parser: ArgumentParser, *, many: bool = False) -> None:
    """Where reports go, once for each; for many runs a folder."""
    folder = "; of many runs, the folder for their documents" if many else ""
    output_option(parser, f"write a report: {listed(list(KINDS), 'or')}; may be given several times{folder}")


def brief_option(parser: ArgumentParser) -> None:
    """Whether one screen of Markdown is enough."""
    parser.add_argument(
        "--brief", action="store_true", help="print one screen of Markdown, short enough for a comment on a code host"
    )


def chat_option(parser: ArgumentParser) -> None:
    """Whether the conversation about the trace goes into the reports."""
    parser.add_argument(
        "--chat",
        action="store_true",
        help="put the questions asked about the trace and their answers into "
        + ", ".join(suffix for suffix, kind in KINDS.items() if kind.takes_chat),
    )


def conversation_about(trace: Trace) -> str:
    """The turns that are saved about a trace, as Markdown; which is said where there are none."""
    from agent.chat.ask import saved_turns
    from agent.chat.conversation_markdown import as_markdown
    from agent.chat.material import Material

    folder = usable_state_folder()
    material = Material(trace, Redactor(salt(folder)))
    turns = asyncio.run(saved_turns(material, folder, narrate)) if folder is not None else []
    if not turns:
        narrate("No question is saved about this trace, so the reports hold no conversation.")
    return as_markdown(turns)


def _without_chat() -> str:
    return listed([kind.name for kind in KINDS.values() if not kind.takes_chat])


@contextmanager
def state_of(folder: Path | None) -> Iterator[Store | None]:
    """What is remembered in the state folder; None where it cannot be written."""
    store = open_store(folder) if folder is not None else None
    try:
        yield store
    finally:
        if store is not None:
            store.close()


def notes_about_trace(trace: Trace) -> list[Note]:
    """The notes that a person wrote on lines of the trace in the app."""
    with state_of(usable_state_folder()) as memory:
        return notes_in_report(memory, trace.fingerprint(), trace) if memory is not None else []


def write_reports(content: Content, paths: Sequence[Path], kept: Iterable[Path]) -> None:
    """Write each report and say so."""
    kept, chat = list(kept), content.chat
    without = [path for path in paths if not KINDS[path.suffix.lower()].takes_chat]
    if chat and without:
        names = " and ".join(visible(path.name) for path in without)
        narrate(f"The conversation is left out of {names}: {_without_chat()} have no place for it in their schemas.")
    for path in paths:
        written = write_report(content, path, kept)
        narrate(f"Report written to {visible(str(path))} ({size(written)}).")
