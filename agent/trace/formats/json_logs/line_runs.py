"""The runs that lines of JSON belong to, where each line names its own."""

import re
from array import array
from collections.abc import Iterator
from typing import Generic, TypeVar

from agent.trace.event import Coding
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.base.resumable import UnitReader
from agent.trace.source import Source
from agent.trace.unfold import decode

_LOOKED_AT = 64 * 1024
_LONGEST = 200
_END = re.compile(rb'(?:[^"\\]|\\.)*')
Unit = TypeVar("Unit")


class LinesOfRuns(Generic[Unit]):
    """The lines by the run they name; a line that names none goes with the one before it."""

    def __init__(
        self, lines: UnitReader[Unit], source: Source, reading: Reading, run_id: re.Pattern[bytes] | None
    ) -> None:
        self._lines = lines
        self._source = source
        self._reading = reading
        self._run_id = run_id
        self._places: dict[str, array[int]] = {}
        self._times: dict[str, str] = {}
        self._last: tuple[int, str] = (-1, "")

    def read(self, line: Unit) -> Iterator[Draft]:
        """The drafts of a line, noted on the way."""
        for draft in self._lines.read(line):
            self._note(draft)
            yield draft

    def end(self) -> Iterator[Draft]:
        """What was held back; then all runs are known, and told where there are several."""
        for draft in self._lines.end():
            self._note(draft)
            yield draft
        self._tell(self._reading)

    def _note(self, draft: Draft) -> None:
        """Keep where a line lies, whichever of its events comes first."""
        if self._run_id is None or draft.record is None or draft.record == self._last[0]:
            return
        id = self._named(self._run_id, draft) or self._last[1]
        self._last = (draft.record, id)
        self._places.setdefault(id, array("Q")).extend((draft.start, draft.end))
        if draft.time:
            self._times.setdefault(id, draft.time)

    def _named(self, run_id: re.Pattern[bytes], draft: Draft) -> str:
        data = self._source.read(draft.start, min(draft.end, draft.start + _LOOKED_AT))
        found = run_id.search(data)
        ends = _END.match(data, found.end()) if found is not None else None
        return decode(ends[0][:_LONGEST], Coding.STRING) if ends is not None else ""

    def _tell(self, reading: Reading) -> None:
        unnamed = self._places.pop("", None)
        if len(self._places) < 2:
            return
        for id, places in self._places.items():
            if unnamed is not None:
                places, unnamed = unnamed + places, None
            reading.runs.add(id, len(places) // 2, places[0], places[-1], self._times.get(id), places)
        reading.warn(f"the file holds {len(self._places)} runs, their lines as they were written")
