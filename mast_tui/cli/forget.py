"""`mast-tui forget`: deletes what is remembered about a trace, or about all of them."""

import shutil
from argparse import ArgumentParser, Namespace
from pathlib import Path

from agent.errors import MastError, WrongUse
from agent.number_words import count
from agent.trace.source import Source
from mast_tui.cli.listening import RECEIVED
from mast_tui.cli.output import narrate, visible
from mast_tui.state.paths import state_folder
from mast_tui.state.store import NAME, open_store
from mast_tui.terminal.clipboard import NAME as COPIED

_KEPT_BY_THE_AGENT = ("checkpoints", "replies", "turns", "batches")
_NAMED_BY = 32
"""Characters of a trace's sha256 with which the names of files and folders about it begin."""


def add_arguments(parser: ArgumentParser) -> None:
    """Which trace, or all."""
    parser.add_argument("trace", metavar="TRACE", nargs="?", help="the trace to forget")
    parser.add_argument("--all", action="store_true", help="forget every trace")


def run(options: Namespace) -> int:
    """Delete it; what is not there is no fault."""
    if (options.trace is None) == (not options.all):
        raise WrongUse(
            "It is not clear what to forget.", "It is one trace, or all of them.", "Name a trace or give --all."
        )
    folder = state_folder()
    path = None if options.all else str(Path(options.trace).absolute())
    sha256 = None if options.all else _sha256(options.trace)
    gone = 0
    if (folder / NAME).exists():
        memory = open_store(folder)
        try:
            if sha256 is None and path is not None:
                sha256 = next((each.sha256 for each in memory.recent() if each.path == path), None)
                sha256 = sha256.partition("-")[0] if sha256 else sha256
            gone = memory.forget(sha256, path)
        finally:
            memory.close()
    if options.all or sha256 is not None:
        gone += sum(_emptied(folder / name, (sha256 or "")[:_NAMED_BY]) for name in _KEPT_BY_THE_AGENT)
    else:
        narrate(f"{visible(options.trace)} cannot be read; only what is kept under its path goes.")
    if options.all:
        gone += _emptied(folder / RECEIVED, "")
    gone += _emptied(folder, COPIED)
    if not options.all and any((folder / "batches").glob("*")):
        narrate("A batch under way may hold words of it: it goes with its last stage, or with `mast-tui forget --all`.")
    narrate(f"forgotten: {count(gone, 'entry', 'entries')}")
    return 0


def _sha256(trace: str) -> str | None:
    """The fingerprint of a trace; None where it cannot be read any more."""
    try:
        source = Source.open(trace)
    except MastError:
        return None
    try:
        return source.sha256()
    finally:
        source.close()


def _emptied(folder: Path, beginning: str) -> int:
    """Delete what a folder of the agent holds under names that begin so; how many files that were."""
    if not folder.is_dir() or folder.is_symlink():
        return 0
    gone = 0
    for each in [each for each in folder.iterdir() if each.name.startswith(beginning)]:
        number = sum(1 for one in each.rglob("*") if one.is_file()) if each.is_dir() else 1
        if each.is_dir() and not each.is_symlink():
            shutil.rmtree(each, ignore_errors=True)
        else:
            each.unlink(missing_ok=True)
        if each.exists():
            narrate(f"{visible(str(each))} could not be deleted.")
        else:
            gone += number
    return gone
