"""Reads one run of a source that holds several as if it were all: picked by a person, cut, and measured."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from agent.clean import clean_name
from agent.trace.event import Kind, Piece
from agent.trace.event_text import count_lines, read_text
from agent.trace.folder import folder_runs
from agent.trace.formats.base.format import Draft, Format, Head, HoldsRuns, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.source_run import Run, pick
from agent.trace.source import Source
from agent.trace.window import Window

WORDS = 200
_LOOKED_AT = 4096
_TAG = pattern(r"</?[\w -]+>")
_QUIET = (Kind.NOISE, Kind.USAGE, Kind.SYSTEM, Kind.EVALUATION)


class ChosenRun:
    """A format that reads the one run of a source that was asked for."""

    def __init__(self, form: Format, run: Run, runs: Sequence[Run]) -> None:
        self.name = form.name
        self.form = form
        self.run = run
        self._runs = runs

    def recognise(self, head: Head) -> str | None:
        """As the format does."""
        return self.form.recognise(head)

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the run."""
        reading.runs.take(self._runs)
        reading.run = self.run.id
        reading.warn(f"the file holds {len(self._runs):,} runs; shown is {clean_name(self.run.id)}, as asked for")
        if isinstance(self.form, HoldsRuns):
            yield from self.form.cut_run(self.run, source, reading)


def within(path: Path, wanted: str) -> tuple[Path, str | None]:
    """The trace of a run in a folder that holds several; a path that is no such folder, as it was, with the word."""
    runs = folder_runs(path) if path.is_dir() else []
    return (pick(runs, wanted, path.name).path, None) if runs else (path, wanted)


def find_runs(form: Format, source: Source) -> Sequence[Run]:
    """The runs that a source holds, none where it holds one: cut just so far that all are known."""
    reading = Reading()
    if isinstance(form, HoldsRuns):
        for _ in form.cut(source, reading):
            if reading.runs.complete:
                break
    return reading.runs.held


def choose_run(form: Format, source: Source, wanted: str) -> Format:
    """The format for the run that a person asked for; the only run of a source is its first."""
    runs = find_runs(form, source)
    if not runs and wanted == "1":
        return form
    return ChosenRun(form, pick(runs, wanted, source.name), runs)


class Measured(NamedTuple):
    """How long a run is, when it began and ended and how, its task, and the words that it begins and ends with."""

    events: int
    lines: int
    time: str | None
    first: str
    last: str
    acts: int = 0
    ended: str | None = None
    task: str = ""
    ending: str | None = None


def measure(form: Format, source: Source) -> Measured:
    """Count the events and lines of one run; its words are those that somebody said."""
    window = Window(source)
    events = lines = acts = 0
    time: str | None = None
    ended = status = time
    reading = Reading()
    first: tuple[Piece, ...] = ()
    last = any_first = any_last = first
    for draft in form.cut(source, reading):
        events += 1
        acts += draft.repeats is None
        pieces = draft.pieces or (Piece(draft.start, draft.end - (window.read(draft.end - 1, draft.end) == b"\n")),)
        lines += count_lines(window, pieces)
        time, ended, status = time or draft.time, draft.time or ended, draft.status
        any_first, any_last = any_first or pieces, pieces
        if draft.repeats is None and draft.kind not in _QUIET and pieces[0].start < pieces[-1].end:
            first, last = first or pieces, pieces
    words = (_words(source, first or any_first), _words(source, last or any_last, at_end=True))
    task = _words(source, reading.task.pieces) if reading.task is not None else ""
    return Measured(events, lines, time, *words, acts, ended, task, reading.ending or status)


def _words(source: Source, pieces: Sequence[Piece], *, at_end: bool = False) -> str:
    """The first line of a text that says anything and is no mere tag, or the last."""
    if not pieces:
        return ""
    piece = pieces[-1] if at_end else pieces[0]
    start, end, coding = piece
    if end - start > _LOOKED_AT:
        start, end = (end - _LOOKED_AT, end) if at_end else (start, start + _LOOKED_AT)
    text = read_text(source, (Piece(start, end, coding),))
    said = [line.strip() for line in text.split("\n") if line.strip()]
    said = [line for line in said if _TAG.fullmatch(line) is None] or said
    return said[-1 if at_end else 0][:WORDS] if said else ""
