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
    path, sha256 = (None, None) if options.all else _known(options.trace)
    hashes, gone = _forgotten(folder, path, sha256)
    for each in [""] if options.all else sorted(hashes):
        gone += sum(_emptied(folder / name, each[:_NAMED_BY]) for name in _KEPT_BY_THE_AGENT)
    if not options.all and not hashes:
        narrate(f"{visible(options.trace)} cannot be read; only what is kept under its path goes.")
    if options.all:
        gone += _emptied(folder / RECEIVED, "")
    gone += _emptied(folder, COPIED)
    if not options.all and any((folder / "batches").glob("*")):
        narrate("A batch under way may hold words of it: it goes with its last stage, or with `mast-tui forget --all`.")
    narrate(f"forgotten: {count(gone, 'entry', 'entries')}")
    return 0


def _known(trace: str) -> tuple[str, str | None]:
    """The path of a trace, in a folder that of its file, and the hash of its bytes; None where nobody can read it."""
    try:
        source = Source.open(trace)
    except MastError:
        return str(Path(trace).absolute()), None
    try:
        return str(source.path.absolute()), source.sha256()
    finally:
        source.close()


def _forgotten(folder: Path, path: str | None, sha256: str | None) -> tuple[set[str], int]:
    """Delete what the store holds of a trace, without one of all: under which hashes, and how many rows that were.

    A trace that has changed was known by others than the one that it has now.
    """
    hashes = {sha256} if sha256 is not None else set()
    if not (folder / NAME).exists():
        return hashes, 0
    memory = open_store(folder)
    try:
        if path is not None:
            hashes.update(each.sha256.partition("-")[0] for each in memory.hashes(path))
        return hashes, memory.forget(None if path is None else hashes, path)
    finally:
        memory.close()


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
