"""A folder that holds one run: which of its files is the trace, and which files go with it."""

import os
from pathlib import Path

from agent.clean import clean_name
from agent.errors import UnreadableTrace

MAIN_NAMES = ("console_log.txt",)
TRACE_SUFFIXES = (".jsonl", ".json", ".log", ".gz", ".zst")
SHOWN = 6
DEEPEST = 2
MOST_ENTRIES = 10_000


def main_file(folder: Path) -> tuple[Path, tuple[Path, ...]]:
    """The trace of the run that a folder holds, and the files beside it."""
    try:
        files, folders = _entries(folder)
        for _ in range(DEEPEST + 1):
            main = _main_of(files)
            if main is not None:
                return main, tuple(file for file in files if file != main)
            if files or len(folders) != 1:
                break
            files, folders = _entries(folders[0])
    except OSError as fault:
        raise UnreadableTrace(
            "The folder cannot be read.", f"{clean_name(folder)}: {fault.strerror}.", "Name the trace itself."
        ) from None
    raise _several(folder)


def _main_of(files: list[Path]) -> Path | None:
    for name in MAIN_NAMES:
        for file in files:
            if file.name == name:
                return file
    likely = [file for file in files if file.suffix in TRACE_SUFFIXES]
    return likely[0] if len(likely) == 1 else files[0] if len(files) == 1 else None


def _entries(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files and the folders in a folder, by name; what is hidden or neither is left out."""
    files, folders = [], []
    with os.scandir(folder) as entries:
        for _, entry in zip(range(MOST_ENTRIES), entries, strict=False):
            if entry.name.startswith("."):
                continue
            if entry.is_file():
                files.append(Path(entry.path))
            elif entry.is_dir():
                folders.append(Path(entry.path))
    return sorted(files), sorted(folders)


def _several(folder: Path) -> UnreadableTrace:
    files, folders = _entries(folder)
    names = [clean_name(path.name) for path in files] + [clean_name(path.name) + "/" for path in folders]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    holds = f"It holds {', '.join(names[:SHOWN])}{more}." if names else "It is empty."
    return UnreadableTrace(
        f"{clean_name(folder)} is a folder, and not one that holds a single run.", holds, "Name one of its files."
    )
