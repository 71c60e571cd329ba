"""`mast-tui forget`: deletes what is remembered about a trace, or about all of them."""

import shutil
from argparse import ArgumentParser, Namespace
from pathlib import Path

from agent.errors import MastError, WrongUse
from agent.trace.source import Source
from mast_tui.cli.output import narrate, visible
from mast_tui.layout.phrases import count
from mast_tui.paths import state_folder
from mast_tui.store import NAME, Memory, open_store

_KEPT_BY_THE_AGENT = ("checkpoints", "replies")


def add_arguments(parser: ArgumentParser) -> None:
    """Which trace, or all."""
    parser.add_argument("trace", metavar="TRACE", nargs="?", help="the trace to forget")
    parser.add_argument("--all", action="store_true", help="forget every trace")


def run(options: Namespace) -> int:
    """Delete it; what is not there is no fault."""
    if (options.trace is None) == (not options.all):
        raise WrongUse("It is not clear what to forget.", "Name a trace, or give --all.", "Do one of both.")
    folder = state_folder()
    gone = 0
    if (folder / NAME).exists():
        memory = open_store(folder)
        try:
            gone = memory.forget(None) if options.all else _one(memory, options.trace)
        finally:
            memory.close()
    for name in _KEPT_BY_THE_AGENT:
        gone += _emptied(folder / name)
    narrate(f"forgotten: {count(gone, 'entry', 'entries')}")
    return 0


def _one(memory: Memory, trace: str) -> int:
    path = str(Path(trace).absolute())
    known = next((each.sha256 for each in memory.recent() if each.path == path), None)
    try:
        source = Source.open(trace)
        known = source.sha256()
        source.close()
    except MastError:
        if known is None:
            narrate(f"{visible(trace)} cannot be read; what is kept under its path goes.")
    return memory.forget(known, path)


def _emptied(folder: Path) -> int:
    """Delete a folder of the agent: its files are named by a hash of everything a diagnosis rests on."""
    if not folder.is_dir() or folder.is_symlink():
        return 0
    number = sum(1 for each in folder.rglob("*") if each.is_file())
    shutil.rmtree(folder, ignore_errors=True)
    return number
