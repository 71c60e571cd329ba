"""Names and writes the documents of many runs: by content, whole or not at all, never one over another."""

import hashlib
import json
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from agent.diagnosis.document_parts import Diagnosis
from agent.errors import Unfinished
from agent.report.json_document import report as json_text
from agent.report.kinds import Content

LONGEST = 80
INCOMPLETE = frozenset({"undetermined", "error"})
_UNSAFE = re.compile(r"[^\w.@+-]+")


class DocumentFile:
    """The file for one run: `mine` is what it holds already, if that answers the same question."""

    def __init__(
        self, folder: Path, path: str, fingerprint: str, question: dict[str, Any], *, shares_name: bool = False
    ) -> None:
        self._question = question
        source, _, run = fingerprint.partition("-")
        name = f"{stem_of(path)}-{source[:16]}{f'-{run}' if run else ''}"
        asked = json.dumps([os.path.abspath(path), _of_whole_path(question)], sort_keys=True)  # noqa: PTH100
        other = hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        self._other = folder / f"{name}-{other}.json"
        self.target = folder / f"{name}.json"
        self.mine: dict[str, Any] | None = None
        if self.target.exists():
            self.mine = self._same(self.target)
            if self.mine is None:
                self.target = self._other
        if self.mine is None and (shares_name or self._other.exists()):
            self.mine = self._same(self._other)
            self.target = self._other

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to do."""
        return self.mine is not None and not holes_of(self.mine)

    def write(self, diagnosis: Diagnosis) -> str:
        """Write the document, over nothing but an earlier one about the same; its name."""
        data = json_text(Content(diagnosis)).encode("utf-8")
        fresh = self.target.parent / f".{secrets.token_hex(8)}.tmp"
        try:
            with fresh.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            self._publish(fresh)
        except OSError as fault:
            what = f"{self.target.name}: {fault.strerror}."
            raise Unfinished("A diagnosis cannot be written.", what, "Make room, and start again.") from None
        finally:
            with suppress(OSError):
                fresh.unlink()
        return self.target.name

    def _publish(self, fresh: Path) -> None:
        """Give the new file its name; one that somebody else took meanwhile stays theirs."""
        if self.mine is None and self.target != self._other:
            try:
                os.link(fresh, self.target)
            except FileExistsError:
                self.target = self._other
            except OSError:  # a file system without links
                pass
            else:
                return
        fresh.replace(self.target)

    def _same(self, file: Path) -> dict[str, Any] | None:
        """The document of a file, if it is about this path and was made in this way."""
        try:
            held = json.loads(file.read_text("utf-8")) if file.is_file() else {}
            made, trace = held["made_by"], held["trace"]
            asked = {name: made[name] for name in self._question if name in made}
            asked |= {"taxonomy": held["taxonomy"]["fingerprint"], "format": trace["format"], "path": trace["path"]}
            return held if _of_whole_path(asked) == _of_whole_path(self._question) else None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None


def _of_whole_path(question: dict[str, Any]) -> dict[str, Any]:
    return {**question, "path": os.path.abspath(question["path"])}  # noqa: PTH100 - links stay links


def stem_of(path: str) -> str:
    """What the name of a document begins with."""
    return _UNSAFE.sub("_", Path(path).name.split(".")[0]).strip("_")[:LONGEST] or "run"


def holes_of(document: dict[str, Any]) -> dict[str, int]:
    """Why cells of a document were not judged, and how many; empty where it is complete."""
    holes: dict[str, int] = {}
    for cell in document["coverage"]["cells"]:
        if cell["state"] in INCOMPLETE:
            holes[cell["why"]] = holes.get(cell["why"], 0) + 1
    return holes
