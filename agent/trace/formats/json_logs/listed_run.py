"""A JSON document that is one run: its records stand in a list of a known name, its labels beside that list."""

import re
from collections.abc import Callable, Iterator

from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.json.json_records import JsonRecords, or_hidden
from agent.trace.formats.json.label_names import hide_labels
from agent.trace.formats.json_logs.json_log import ReadsBeside, RecordReader
from agent.trace.source import Source


class ListedRun:
    """A format whose file is an object; `opening` are patterns that all stand in its head.

    `lists` are the names that the list may have; the first one with something in it is read.
    """

    def __init__(
        self,
        name: str,
        because: str,
        opening: tuple[re.Pattern[bytes], ...],
        lists: tuple[str, ...],
        reader: Callable[[Source, Reading], RecordReader],
    ) -> None:
        self.name = name
        self._because = because
        self._opening = opening
        self._lists = frozenset((name,) for name in lists)
        self._reader = reader

    def recognise(self, head: Head) -> str | None:
        """An object with what its head must hold."""
        if head.opens != b"{":
            return None
        return f"a JSON document: {self._because}" if all(part.search(head.data) for part in self._opening) else None

    @or_hidden
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of each record, and what the document says beside them."""
        reader = self._reader(source, reading)
        records = JsonRecords(source, reading, self._lists.__contains__)
        chosen: str | None = None
        for record in records:
            chosen = chosen or record.path[0]
            pair = record.node.items  # an action and its observation may stand in a list of their own
            for node in (pair or [record.node]) if record.path[0] == chosen else ():
                if node.shape != "literal":
                    reader.sequence.record += 1
                    yield from reader.read(source, node)
        yield from reader.end()
        if isinstance(reader, ReadsBeside):
            yield from reader.beside(source, records.root)
        hide_labels(records.root, reading)
        reader.sequence.end()
