"""A group of saved diagnoses: one file, or all of a folder."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from agent.diagnosis.document import load
from agent.diagnosis.document_parts import Diagnosis
from agent.errors import MastError, UnreadableTrace
from agent.evaluation.compare import Unclear, is_present

MOST = 5_000


@dataclass(frozen=True, slots=True)
class Group:
    """Diagnoses that belong together, and the files of the folder that are none."""

    diagnoses: tuple[Diagnosis, ...]
    unread: tuple[Path, ...] = ()

    def behind(self, code: str, unclear: Unclear) -> Iterator[tuple[Diagnosis, bool | None]]:
        """Each diagnosis, and whether the mode is present in it; None where it cannot say."""
        for each in self.diagnoses:
            yield each, is_present(each, code, unclear)


def read_group(path: Path) -> Group:
    """The diagnoses of a file or a folder; a folder without one is refused."""
    if not path.is_dir():
        return Group((load(path),))
    read: list[Diagnosis] = []
    unread: list[Path] = []
    for file in islice(sorted(path.glob("*.json")), MOST):
        try:
            read.append(load(file))
        except MastError:
            unread.append(file)
    if not read:
        raise UnreadableTrace(
            "There is no diagnosis in this folder.",
            f"{path} holds {len(unread)} JSON files, none of them written by `mast-tui diagnose -o`.",
            "Name a folder of saved diagnoses, or one of them.",
        )
    return Group(tuple(read), tuple(unread))
