"""A diagnosis saved in a file: recognised by its head, with its trace found by its path, beside it, or by its hash."""

import os
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from agent.clean import Clean, clean_name
from agent.errors import MastError, UnreadableTrace
from agent.trace.open_file import open_file
from agent.trace.source import Source

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import Diagnosis
    from agent.diagnosis.provenance import TraceMark

_HEAD = re.compile(rb"\s*\{\s*\"schema\"\s*:\s*\"mast-tui/diagnosis/")
_MOST = 2_000
"""Files of a folder among which a trace is looked for by its hash."""
_PACKED = (".gz", ".zst")


class SavedDiagnosis(NamedTuple):
    """A diagnosis that was read from a file, and the name of that file."""

    name: Clean
    diagnosis: "Diagnosis"


def is_diagnosis(path: str) -> bool:
    """Whether a file begins like a diagnosis that was saved; nothing more of it is read."""
    if not path.endswith(".json"):
        return False
    try:
        with os.fdopen(open_file(Path(path)), "rb") as file:
            return _HEAD.match(file.read(200)) is not None
    except (MastError, OSError):
        return False


def read_saved(path: Path) -> SavedDiagnosis:
    """The diagnosis of a file."""
    from agent.diagnosis.document import load  # loads what checks documents

    return SavedDiagnosis(clean_name(path.name), load(path))


def trace_of(saved: SavedDiagnosis, file: Path) -> Path:
    """Where the trace of a diagnosis lies: as it was called, beside the file, or whatever there has its hash.

    A trace that has changed since is better than none; what differs is said once it is open.
    """
    mark = saved.diagnosis.trace
    named = [path for path in _named(mark, file) if path.exists()]
    whole = next((path for path in named if _may_be(path, mark)), None) or _by_hash(mark, file.absolute().parent)
    if whole is None and not named:
        raise UnreadableTrace(
            "The trace of this diagnosis is not at hand.",
            f"{clean_name(mark.path)} is neither where it was nor beside {saved.name}.",
            f"Name it: mast-tui TRACE --diagnosis {saved.name}.",
        )
    return whole or named[0]


def run_of(saved: SavedDiagnosis) -> str | None:
    """The run that was diagnosed, where the source holds several."""
    from agent.diagnosis import verify

    return verify.run_of(saved.diagnosis)


def _named(mark: "TraceMark", file: Path) -> Iterator[Path]:
    """Where the name of the trace leads, from here and from the file."""
    if mark.path != "-":
        yield Path(mark.path)
        yield file.parent / mark.path
        yield file.parent / Path(mark.path).name


def _may_be(path: Path, mark: "TraceMark") -> bool:
    return path.is_dir() or path.suffix in _PACKED or path.stat().st_size == mark.bytes


def _by_hash(mark: "TraceMark", folder: Path) -> Path | None:
    """The file of a folder that has the bytes of the trace."""
    with suppress(OSError):
        for path in islice(sorted(folder.iterdir()), _MOST):
            if path.is_file() and _may_be(path, mark) and _hash(path) == mark.sha256:
                return path
    return None


def _hash(path: Path) -> str:
    with suppress(MastError, OSError), closing(Source.open(path)) as source:
        return source.sha256()
    return ""
