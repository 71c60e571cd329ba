"""`mast-tui mcp`: lets coding agents ask about the traces of some folders, over the Model Context Protocol."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from agent.analyst.choice import Choice, analyst_of, choose
from agent.diagnosis.document_parts import Diagnosis
from agent.errors import WrongUse
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done, Known
from agent.salt import salt
from agent.settings import without_password
from mast_tui.cli import consent
from mast_tui.cli.extras import need
from mast_tui.cli.output import narrate, visible
from mast_tui.cli.parser import model_options
from mast_tui.mcp.folders import Folders
from mast_tui.mcp.open_traces import OpenTrace, OpenTraces
from mast_tui.mcp.tool_context import ToolContext
from mast_tui.state.kept_review import keep_known_in, remember
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.store import open_store


def add_arguments(parser: ArgumentParser) -> None:
    """The folders that may be read, and whether a model may be asked."""
    parser.add_argument(
        "folders", metavar="DIR", nargs="+", type=Path, help="a folder that may be read, with all below it"
    )
    model_options(parser)


def run(options: Namespace) -> int:
    """Serve on standard input and output until the other side hangs up."""
    need("mcp", "mcp")
    folder = usable_state_folder()
    choice = asyncio.run(_allowed(options, folder)) if options.model or options.base_url else None
    traces = OpenTraces(Folders(options.folders), folder, redact=options.redact)
    by_model = None
    if choice is not None:

        async def by_model(opened: OpenTrace) -> Diagnosis:
            return await _asked(opened, choice, folder)

    from mast_tui.mcp.server import run as serve  # loads the protocol

    if sys.stdin is not None and sys.stdin.isatty():
        names = ", ".join(traces.folders.names())
        narrate(f"Answering about {names} in the Model Context Protocol: a program is to talk here. Ctrl+C ends it.")
    try:
        serve(ToolContext(traces, by_model))
    finally:
        traces.close()
    return 0


async def _allowed(options: Namespace, folder: Path | None) -> Choice | None:
    """The model that may be asked, which takes a name or an address and consent on the command line itself."""
    if options.offline:
        return None
    if not options.yes:
        named = options.model or without_password(options.base_url)
        raise WrongUse(
            "Sending text of a trace to a model takes consent.",
            f"{visible(named)} is named, and nobody can be asked where a program talks.",
            "Add --yes to let this server ask it, best with --max-cost or --max-calls; or leave the model out.",
        )
    choice = await choose(consent.settings_of(options, folder), offline=False, state_folder=folder)
    return choice if choice.asks_a_model else None


async def _asked(opened: OpenTrace, choice: Choice, folder: Path | None) -> Diagnosis:
    """The diagnosis of the model, kept so that the app shows it too."""
    analyst = analyst_of(choice, salt(folder), folder)
    try:
        async for progress in diagnose(
            opened.trace, analyst, case=opened.material.case, state_folder=folder, at_once=choice.settings.at_once
        ):
            if isinstance(progress, Known):
                keep_known_in(folder, opened.trace, progress.fingerprint)
            if isinstance(progress, Done):
                if folder is not None:
                    store = open_store(folder)
                    try:
                        remember(store, opened.trace, progress.diagnosis, progress.lines)
                    finally:
                        store.close()
                return progress.diagnosis
    finally:
        await analyst.close()
    raise AssertionError("a diagnosis ends with Done")
