"""The folders that may be read, and nothing outside them: whatever a path says, and wherever its links lead."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from agent.clean import clean_name
from agent.errors import UnreadableTrace, WrongUse
from agent.run_table.candidates import Candidate, candidates
from agent.trace.folder import main_file
from mast_tui.mcp.arguments import BadRequest


class Folders:
    """The folders that were named when the server started."""

    def __init__(self, named: Sequence[Path]) -> None:
        self.roots = tuple(dict.fromkeys(_root(path) for path in named))

    def inside(self, words: str) -> Path:
        """The file or folder of a path, with every link followed; a complaint where it lies outside or is not there."""
        for path in self._meant(words):
            with suppress(OSError, ValueError):
                real = path.resolve(strict=True)
                if self.holds(real):
                    return real
        raise BadRequest(
            f"There is no {clean_name(words)!r} in the folders that may be read ({', '.join(self.names())}). "
            "`runs` lists what there is."
        )

    def holds(self, path: Path) -> bool:
        """Whether a path, with every link followed, lies in one of the folders."""
        real = path.resolve()
        return any(real == root or root in real.parents for root in self.roots)

    def check(self, paths: Sequence[Path]) -> None:
        """Refuse files that lie outside, however they were reached."""
        for path in paths:
            if not self.holds(path):
                raise BadRequest(f"{clean_name(path.name)} leads out of the folders that may be read.")

    def runs(self) -> Iterator[Candidate]:
        """What may hold a run, folder by folder; a link that leads out is left out."""
        for root in self.roots:
            with suppress(UnreadableTrace):
                yield from filter(self.may_read, candidates([str(root)]))

    def may_read(self, each: Candidate) -> bool:
        """Whether a file lies inside, or every file of the folder of one run does."""
        path = Path(each.path)
        if not self.holds(path):
            return False
        try:
            main, beside = main_file(path) if path.is_dir() else (path, ())
        except UnreadableTrace:
            return False
        return all(map(self.holds, (main, *beside)))

    def name(self, path: Path) -> str:
        """A path as it is told and taken: from the folder on where there is one folder."""
        with suppress(ValueError):
            if len(self.roots) == 1 and path != self.roots[0]:
                return str(path.relative_to(self.roots[0]))
        return str(path)

    def names(self) -> list[str]:
        """The folders, safe to show."""
        return [str(clean_name(root)) for root in self.roots]

    def _meant(self, words: str) -> Iterator[Path]:
        path = Path(words)
        if path.is_absolute():
            yield path
        else:
            yield from (root / path for root in self.roots)


def _root(path: Path) -> Path:
    if not path.is_dir():
        raise WrongUse(
            "The folder cannot be served.", f"{clean_name(path)} is no folder.", "Name folders that hold traces."
        )
    return path.resolve()
