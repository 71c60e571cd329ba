"""Writes a report where a person asked for it: whole or not at all, never over the trace."""

import os
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from agent.clean import clean_name
from agent.errors import MastError, WrongUse
from agent.number_words import size
from agent.report.kinds import KINDS, Content
from agent.report.wording import listed

BLOCK = 64 * 1024
_HEAD = 8 * 1024
"""Bytes at the start of a file in which a report says what it is."""
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def check_targets(
    paths: Sequence[Path], kept: Iterable[Path], *, force: bool = False, known_by: Mapping[str, str] | None = None
) -> None:
    """Refuse places that no report may be written to, before any work is done; `kept` are the files of the trace.

    An older report may be replaced, which is known by its first words; another file only if that is forced.
    """
    kept = list(kept)
    known_by = known_by or {suffix: kind.known_by for suffix, kind in KINDS.items()}
    for at, path in enumerate(paths):
        target(path, kept, known_by)
        for other in paths[:at]:
            if _is_same(path, other):
                raise WrongUse(
                    "Two reports cannot be one file.",
                    f"-o {clean_name(other)} and -o {clean_name(path)} are the same.",
                    "Name two files.",
                )
    for path in paths:
        real = target(path, kept, known_by)
        if not force and real.exists() and not _is_replaceable(real, known_by[path.suffix.lower()]):
            raise WrongUse(
                "A report is written over an older report only.",
                f"{clean_name(path)} is a file of another kind.",
                "Name another file, or add --force.",
            )


def target(path: Path, kept: Iterable[Path], kinds: Collection[str] = KINDS) -> Path:
    """The file that a report is written to: the path itself, or what it links to in the same folder."""
    shown = clean_name(path)
    if path.suffix.lower() not in kinds:
        raise WrongUse("No report has this suffix.", f"-o {shown} was given.", f"Use one of {listed(list(kinds))}.")
    try:
        os.lstat(path)
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or "no file can have that name"
        raise WrongUse("The report cannot be written there.", f"{shown}: {why}.", "Name another file.") from None
    if path.is_dir():
        raise WrongUse("A report cannot be written over a folder.", f"{shown} is one.", "Name a file in it.")
    if not path.parent.is_dir():
        raise WrongUse("The folder for the report is not there.", f"{shown} was given.", "Make the folder first.")
    try:
        real = path.resolve()
    except (OSError, RuntimeError):
        raise WrongUse("The report would go nowhere.", f"{shown} is a link to itself.", "Name a file.") from None
    if path.is_symlink() and real.parent != path.parent.resolve():
        raise WrongUse("The report would leave its folder.", f"{shown} is a link to another one.", "Name a file.")
    if real.exists() and not real.is_file():
        raise WrongUse("A report is written to a file.", f"{shown} is a device or a pipe.", "Name a file.")
    if any(_is_same(real, each) for each in kept):
        raise WrongUse("A report is never written over its trace.", f"{shown} is the trace.", "Name another file.")
    return real


def _is_replaceable(real: Path, known_by: str) -> bool:
    """Whether a file is empty or a report of ours; what cannot be read is not."""
    try:
        with real.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    return not head or known_by.encode() in head


def write_report(content: Content, path: Path, kept: Iterable[Path] = ()) -> int:
    """Write the report that the suffix names and say how many bytes it has; an older one stays whole until then."""
    return write_whole(KINDS[path.suffix.lower()].text(content), path, target(path, kept))


def write_whole(text: str | bytes, path: Path, real: Path) -> int:
    """Write a text to the file that stands behind a path, whole or not at all, and say how many bytes it has."""
    data = text if isinstance(text, bytes) else text.encode("utf-8")
    try:
        _replace(real, data)
    except OSError as fault:
        raise MastError(
            "The report cannot be written.",
            f"{clean_name(path)} needs {size(len(data))}: {fault.strerror}.",
            "Choose another place; what stood there is as it was.",
        ) from None
    return len(data)


def _replace(real: Path, data: bytes) -> None:
    """Put the data into a new file beside the old one, and only then in its place."""
    mode = real.stat().st_mode & 0o777 if real.exists() else None
    fresh = real.parent / f".{secrets.token_hex(8)}.tmp"
    descriptor = os.open(fresh, _NEW_FILE, 0o666)
    try:
        try:
            _fill(descriptor, data)
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(fresh, real)  # noqa: PTH105 - a test makes exactly this call fail
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
    _sync_folder(real.parent)


def _fill(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view[:BLOCK]) :]


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut; some file systems refuse, and the report is whole either way."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one.resolve() == other.resolve()
