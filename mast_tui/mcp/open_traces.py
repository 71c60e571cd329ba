"""Keeps the traces open that a program asks about: a few at a time, each opened again when its file has changed."""

from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

from agent.chat.material import Material
from agent.clean import clean_line, clean_name
from agent.diagnosis.document_parts import Diagnosis
from agent.errors import MastError
from agent.number_words import count
from agent.redaction.redact import Redactor
from agent.salt import derived, salt
from agent.trace.trace import Trace
from mast_tui.diagnosis.known_diagnosis import saved_diagnosis
from mast_tui.mcp.arguments import BadRequest
from mast_tui.mcp.folders import Folders
from mast_tui.state.saved_diagnosis import SavedDiagnosis, is_diagnosis, read_saved, run_of, trace_of

KEPT = 4


class OpenTrace(NamedTuple):
    """A trace that is open, as it was when it was asked about."""

    name: str
    material: Material

    @property
    def trace(self) -> Trace:
        """The trace itself."""
        return self.material.trace

    @property
    def words(self) -> str:
        """Which trace an answer is about, in words of ours."""
        trace = self.trace
        which = next((run.number for run in trace.reading.runs.held if run.id == trace.reading.run), None)
        run = f", run {which:,} of {len(trace.reading.runs.held):,}" if which is not None else ""
        size = f"{count(trace.lines_count, 'line')}, {count(len(trace.events), 'event')}"
        return f"{clean_name(self.name)} ({clean_line(trace.format.name)}{run}; {size})"


class OpenTraces:
    """Opens what a call names, inside the folders only."""

    def __init__(self, folders: Folders, state_folder: Path | None, *, redact: bool = True) -> None:
        self.folders = folders
        self.state_folder = state_folder
        self.redacts = redact
        self._salt = salt(state_folder)
        self._kept: OrderedDict[tuple[object, ...], OpenTrace] = OrderedDict()

    @property
    def mark(self) -> str:
        """What fences foreign text that belongs to no single trace."""
        return derived(self._salt, "fence", "the folders that are served")

    def redactor(self) -> Redactor | None:
        """What takes secrets out; None where they are to stay."""
        return Redactor(self._salt) if self.redacts else None

    def open(self, words: str, run: str = "") -> OpenTrace:
        """The trace that is named, or that of the diagnosis that is named."""
        path = self.folders.inside(words)
        saved = self.document(path)
        if saved is not None:
            where = trace_of(saved, path)
            self.folders.check([where])
            return self._opened(where.resolve(), run or run_of(saved) or "", path, saved.diagnosis)
        return self._opened(path, run)

    def document(self, path: Path) -> SavedDiagnosis | None:
        """The diagnosis that a file holds; None where it holds none."""
        return read_saved(path) if is_diagnosis(str(path)) else None

    def close(self) -> None:
        """Let go of every file."""
        while self._kept:
            self._kept.popitem()[1].trace.close()

    def _opened(self, path: Path, run: str, document: Path | None = None, given: Diagnosis | None = None) -> OpenTrace:
        status = path.stat()
        form = given.trace.format if given is not None else None
        key = (path, run, document, status.st_size, status.st_mtime_ns, status.st_ino)
        if key not in self._kept:
            self._kept[key] = self._read(path, run, form)
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)[1].trace.close()
        opened = self._kept[key]
        if given is not None:
            opened.material.diagnosis = given
        elif (saved := saved_diagnosis(opened.trace, self.state_folder)) is not None:
            opened.material.diagnosis = saved
        return opened

    def _read(self, path: Path, run: str, form: str | None) -> OpenTrace:
        try:
            trace = Trace.open(path, format_name=form, only=run or None)
        except MastError as fault:
            raise BadRequest(f"{fault.what} {fault.to}") from None
        try:
            self.folders.check([trace.source.path, *trace.source.companions])
            material = Material(trace.read(), self.redactor(), salt=self._salt)
            material.prepare()
        except BaseException:
            trace.close()
            raise
        return OpenTrace(self.folders.name(path), material)
