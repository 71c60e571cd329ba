"""Documents of one format of which a file may hold several: in a list, or one per line."""

import re
from collections.abc import Iterator

from agent.trace.formats.base.format import BLANKS, Draft, Format, Head, Reading
from agent.trace.formats.base.source_range import SourceRange
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.json.json_lines import first_of_lines, is_of_lines
from agent.trace.formats.json.json_records import warn_of_break
from agent.trace.formats.json.json_stream import JsonStream, Path
from agent.trace.formats.json.label_names import hide_labels
from agent.trace.formats.json.run_ids import id_of
from agent.trace.source import Source

_HEAD = 64 * 1024


class Documents:
    """A format of whole documents; where there are several, the longest is read.

    They are lines, the items of a list, or those of a list `under` one of some names, in a document that has what
    is `within`; beside that list are labels.
    """

    def __init__(self, form: Format, under: tuple[str, ...] = (), within: tuple[re.Pattern[bytes], ...] = ()) -> None:
        self.name = form.name
        self._form = form
        self._under = under
        self._within = within

    def recognise(self, head: Head) -> str | None:
        """As the format itself does, also behind the bracket that opens a list."""
        data = head.trimmed
        if self._within and data[:1] == b"{" and all(part.search(data) for part in self._within):
            return f"a JSON document with a list of `{self._under[0]}`"
        if data[:1] != b"[":
            because = self._form.recognise(head)
            return f"lines, each {because}" if because and first_of_lines(head) is not None else because
        because = self._form.recognise(Head(data[1:].lstrip(BLANKS), head.name, head.size))
        return f"a list, each {because}" if because else None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the only document, or of the longest."""
        listed = source.read(source.start, source.start + 64).lstrip(BLANKS)[:1] == b"["
        if listed or self._holds_runs(source):
            _find(source, reading, () if listed else self._under)
        elif is_of_lines(source):
            _find_by_line(source, reading)
        else:
            reading.runs.complete = True
            yield from self._form.cut(source, reading)
            return
        reading.runs.complete = True
        if reading.runs.all:
            yield from self.cut_run(reading.longest_run("runs"), source, reading)
        else:
            yield from self._form.cut(source, reading)

    def _holds_runs(self, source: Source) -> bool:
        head = source.read(source.start, source.start + _HEAD)
        return bool(self._within) and all(part.search(head) for part in self._within)

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one document."""
        yield from self._form.cut(SourceRange(source, run.start, run.end), reading)


def _find(source: Source, reading: Reading, under: tuple[str, ...]) -> None:
    """The documents of a list; what is listed in a document is counted and let go."""
    depth = 1 if under else 0

    def holds(path: Path) -> bool:
        return len(path) in (depth, depth + 2) and (not under or path[0] in under)

    stream = JsonStream(source, holds, source.start)
    inner = most = 0
    place = ""
    for record in stream.records():
        if record.inside:
            name = str(record.path[depth + 1])
            inner = inner + 1 if name == place else 1
            place, most = name, max(most, inner)
        elif record.node.shape == "object":
            node = record.node
            reading.runs.add(id_of(source, node), most, node.start, node.end)
            inner = most = 0
            place = ""
    hide_labels(stream.root if under else None, reading, deep=3)
    if stream.broken_at is not None:
        warn_of_break(reading, stream.broken_at, stream.why)


def _find_by_line(source: Source, reading: Reading) -> None:
    """The documents of lines."""
    at = source.start
    while True:
        stream = JsonStream(source, lambda path: len(path) == 1, at)
        records = sum(1 for _ in stream.records())
        if stream.root is None or stream.broken_at is not None:
            return
        if stream.root.shape == "object":
            reading.runs.add(id_of(source, stream.root), records, stream.root.start, stream.root.end)
        at = stream.root.end
