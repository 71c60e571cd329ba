"""A folder that holds runs: which of its files are traces, and which files go with the trace of one run."""

import os
from pathlib import Path
from typing import NamedTuple

from agent.clean import clean_name
from agent.errors import UnreadableTrace

MAIN_NAMES = ("console_log.txt",)
TRACE_SUFFIXES = (".jsonl", ".json", ".log", ".gz", ".zst", ".eval")
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


class FolderRun(NamedTuple):
    """One of the runs that a folder holds: the file or folder to open, which is known by its name."""

    id: str
    path: Path
    bytes: int
    changed: float
    """When its trace was written last, in seconds since 1970."""


def folder_runs(folder: Path) -> list[FolderRun]:
    """The runs of a folder that holds several, by name; none where it holds one or cannot be read."""
    try:
        files, folders = _entries(folder)
        for _ in range(DEEPEST):
            if files or len(folders) != 1:
                break
            files, folders = _entries(folders[0])
        if _main_of(files) is not None:
            return []
    except OSError:
        return []
    candidates = [_run(file, file) for file in files if file.suffix in (*TRACE_SUFFIXES, ".txt")]
    for inner in folders:
        try:
            candidates.append(_run(inner, main_file(inner)[0]))
        except UnreadableTrace:
            continue
    runs = [run for run in candidates if run is not None]
    return sorted(runs) if len(runs) > 1 else []


def _run(path: Path, trace: Path) -> FolderRun | None:
    try:
        status = trace.stat()
    except OSError:
        return None
    return FolderRun(path.name, path, status.st_size, status.st_mtime)


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
        f"{clean_name(folder)} is a folder, and not one that holds a single run.",
        holds,
        "Name one of its files, or one of its runs with --run." if folder_runs(folder) else "Name one of its files.",
    )
