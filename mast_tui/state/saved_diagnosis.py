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
from agent.trace.digest import sha256
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

    A trace that has changed since is better than none; what differs is said once it is open. But a document may name
    what it likes: a file that lies neither here nor beside the document is opened only where it has the very bytes.
    """
    mark, beside = saved.diagnosis.trace, file.absolute().parent
    named = [path for path in _named(mark, file) if _is_there(path)]
    near = [path for path in named if _lies_in(path, beside) or _lies_in(path, Path.cwd())]
    whole = next((path for path in near if _may_be(path, mark)), None)
    whole = whole or next((path for path in named if path not in near and _is_it(path, mark)), None)
    whole = whole or _by_hash(mark, beside)
    if whole is None and not near:
        where = "has other bytes where it was" if named else f"is neither where it was nor beside {saved.name}"
        raise UnreadableTrace(
            "The trace of this diagnosis is not at hand.",
            f"{clean_name(mark.path)} {where}.",
            f"Name it: mast-tui TRACE --diagnosis {saved.name}.",
        )
    return whole or near[0]


def run_of(saved: SavedDiagnosis) -> str | None:
    """The run that was diagnosed, where the source holds several."""
    from agent.diagnosis import verify

    return verify.run_of(saved.diagnosis)


def _named(mark: "TraceMark", file: Path) -> Iterator[Path]:
    """Where the name of the trace leads, from here and from the file."""
    if mark.path != "-" and Path(mark.path).name:
        yield Path(mark.path)
        yield file.parent / mark.path
        yield file.parent / Path(mark.path).name


def _is_there(path: Path) -> bool:
    """Whether a file or a folder has that name; a pipe or a device is no trace that anybody saved a diagnosis of."""
    try:
        return path.is_file() or path.is_dir()
    except (OSError, ValueError):
        return False


def _lies_in(path: Path, folder: Path) -> bool:
    """Whether a file lies in a folder or below it, wherever links lead."""
    return path.resolve().is_relative_to(folder.resolve())


def _may_be(path: Path, mark: "TraceMark") -> bool:
    return path.is_dir() or path.suffix in _PACKED or path.stat().st_size == mark.bytes


def _is_it(path: Path, mark: "TraceMark") -> bool:
    """Whether a file has the very bytes of the trace; no more of it is read than the trace has."""
    digest, size = sha256(), 0
    with suppress(MastError, OSError), closing(Source.open(path)) as source:
        digest.update(source.read(0, source.start))
        for _, block in source.blocks():
            digest.update(block)
            size += len(block)
            if size > mark.bytes:
                return False
    return digest.hexdigest() == mark.sha256


def _by_hash(mark: "TraceMark", folder: Path) -> Path | None:
    """The file of a folder that has the bytes of the trace."""
    with suppress(OSError):
        for path in islice(sorted(folder.iterdir()), _MOST):
            if path.is_file() and _may_be(path, mark) and _is_it(path, mark):
                return path
    return None
