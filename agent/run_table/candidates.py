"""Finds the files and folders that may hold runs, below whatever paths, patterns and lists a person names."""

import os
from collections.abc import Iterable, Iterator
from glob import has_magic, iglob
from pathlib import Path
from typing import BinaryIO, NamedTuple

from agent.clean import clean_name
from agent.errors import UnreadableTrace, WrongUse
from agent.trace.folder import MAIN_NAMES, TRACE_SUFFIXES
from agent.trace.open_file import ADDRESS, is_address

SUFFIXES = (*TRACE_SUFFIXES, ".txt", ".traj", ".ndjson")
NO_RUNS = (".truth.json",)
"""What lies beside a run and is none: what somebody knows of it."""
LONGEST_LIST = 64 * 1024 * 1024
DEEPEST = 12
"""No folder lies deeper below the one that was named, or it is not looked into."""


class Candidate(NamedTuple):
    """A file, or the folder of one run."""

    path: str
    """As text: there may be very many."""
    bytes: int
    changed: float
    """When it was written last, in seconds since 1970."""


def candidates(words: Iterable[str]) -> Iterator[Candidate]:
    """What may hold a run, in the order of the words, below a folder by name; nothing is opened.

    A file that is named itself is taken whatever its name; in folders only files with the names of traces are.
    """
    for word in words:
        path = Path(word)
        if has_magic(word) and not _exists(path):
            matches = _fitting(word)
            if not matches:
                raise UnreadableTrace("Nothing fits the pattern.", f"{clean_name(word)} was given.", "Check it.")
            for match in matches:
                yield from _below(Path(match))
        elif not _exists(path):
            raise UnreadableTrace("The runs cannot be listed.", *_why_not_there(word))
        else:
            yield from _below(path)


def listed(stream: BinaryIO) -> list[str]:
    """The paths of a list that ends each with a zero byte, as `find -print0` writes it."""
    data = stream.read(LONGEST_LIST + 1)
    if len(data) > LONGEST_LIST:
        raise WrongUse("The list of paths is too long.", f"It has more than {LONGEST_LIST:,} bytes.", "Name a folder.")
    return [os.fsdecode(part) for part in data.split(b"\0") if part]


def holds_several(word: str) -> bool:
    """Whether a word means more than one candidate: a folder of several, or a pattern."""
    path = Path(word)
    try:
        if not (path.is_dir() or (has_magic(word) and not _exists(path))):
            return False
        return len([each for _, each in zip(range(2), candidates([word]), strict=False)]) > 1
    except (UnreadableTrace, OSError, ValueError):
        return False


def _fitting(pattern: str) -> list[str]:
    """The paths that fit a pattern; none fits one that no path can be as long as."""
    try:
        return sorted(iglob(pattern, recursive=True))  # noqa: PTH207 - Path.glob refuses absolute patterns
    except (OSError, ValueError, RecursionError):
        return []


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _why_not_there(word: str) -> tuple[str, str]:
    """Why a path leads nowhere, and what to do: an address is read by one command only."""
    if is_address(word):
        return f"{clean_name(word)} is an address.", ADDRESS
    return f"{clean_name(word)} does not exist.", "Check the path."


def _below(path: Path) -> Iterator[Candidate]:
    if path.is_dir():
        yield from _in_folder(str(path), 0)
    else:
        status = path.stat()
        yield Candidate(str(path), status.st_size, status.st_mtime)


def _in_folder(folder: str, depth: int) -> Iterator[Candidate]:
    """The candidates of a folder and those below it; a link to a folder is not followed."""
    try:
        with os.scandir(folder) as entries:
            by_name = sorted(
                (entry for entry in entries if not entry.name.startswith(".")), key=lambda entry: entry.name
            )
    except OSError:
        return
    for entry in by_name:
        if entry.name in MAIN_NAMES and entry.is_file():
            status = entry.stat()
            yield Candidate(folder, status.st_size, status.st_mtime)
            return
    for entry in by_name:
        try:
            if entry.is_dir(follow_symlinks=False):
                if depth < DEEPEST:
                    yield from _in_folder(entry.path, depth + 1)
            elif entry.name.endswith(SUFFIXES) and not entry.name.endswith(NO_RUNS) and entry.is_file():
                status = entry.stat()
                yield Candidate(entry.path, status.st_size, status.st_mtime)
        except OSError:
            continue
