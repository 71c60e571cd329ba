"""The runs that lines of JSON belong to, where each line names its own."""

import re
from array import array
from collections.abc import Iterator
from typing import Generic, TypeVar

from agent.trace.event import Coding
from agent.trace.event_text import decode
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.base.resumable import UnitReader
from agent.trace.source import Source

_LOOKED_AT = 64 * 1024
_LONGEST = 200
_END = re.compile(rb'(?:[^"\\]|\\.)*')
Unit = TypeVar("Unit")


class LinesOfRuns(Generic[Unit]):
    """The lines by the run they name; a line that names none goes with the one before it."""

    def __init__(
        self,
        lines: UnitReader[Unit],
        source: Source,
        reading: Reading,
        run_id: re.Pattern[bytes] | None,
        run_end: re.Pattern[bytes] | None = None,
    ) -> None:
        self._lines = lines
        self._source = source
        self._reading = reading
        self._run_id = run_id
        self._run_end = run_end
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
        data = self._source.read(draft.start, min(draft.end, draft.start + _LOOKED_AT))
        named = _named(self._run_id, data)
        id = named or self._last[1]
        ends = self._run_end is not None and self._run_end.search(data) is not None
        self._last = (draft.record, "" if ends else id)
        waiting = self._places.pop("", array("Q")) if named else array("Q")
        places = self._places.setdefault(id, array("Q"))
        places.extend((*waiting, draft.start, draft.end))
        if draft.time:
            self._times.setdefault(id, draft.time)

    def _tell(self, reading: Reading) -> None:
        unnamed = self._places.pop("", array("Q"))
        if len(self._places) < 2:
            return
        list(self._places.values())[-1].extend(unnamed)
        for id, places in self._places.items():
            reading.runs.add(id, len(places) // 2, places[0], places[-1], self._times.get(id), places)
        reading.warn(f"the file holds {len(self._places)} runs, their lines as they were written")


def _named(run_id: re.Pattern[bytes], data: bytes) -> str:
    """The run that a line names."""
    start = run_id.search(data)
    ends = _END.match(data, start.end()) if start is not None else None
    return decode(ends[0][:_LONGEST], Coding.STRING) if ends is not None else ""
