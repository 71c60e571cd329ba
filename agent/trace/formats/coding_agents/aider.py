"""Aider's `.aider.chat.history.md`: the chats of a project one after the other, each a run."""

from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.formats.base.file_lines import FileLine, LineCutter
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat
from agent.trace.formats.base.source_range import SourceRange
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.coding_agents.markdown_turns import Turn, Turns
from agent.trace.source import Source

_STARTED = pattern(rb"# aider chat started at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)")
_ASKED = b"####"
_TOLD = b">"
_NOTHING = b"<blank>"
_BREAK = b"  "
"""What ends each line that Aider writes itself, so that a heading or a quotation of the model is told apart."""


class AiderHistory(UnitFormat):
    """What was asked stands behind `####`, what the program told behind `>`, and the rest is the model's."""

    name = "aider_history"

    def recognise(self, head: Head) -> str | None:
        """The line that begins a chat, as the first that says anything."""
        started = _STARTED.match(head.data.lstrip(b"\xef\xbb\xbf \r\n"))
        return "it begins with `# aider chat started at`" if started else None

    def begin(self, source: Source, reading: Reading) -> ResumableCut[FileLine]:
        """The events of all chats in turn."""
        return ResumableCut(source, reading, LineCutter(source.start), _Chats(reading))

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one chat."""
        return self.cut(SourceRange(source, run.start, run.end), reading)


class _Chats:
    """What has to be remembered from line to line."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._turns = Turns(reading)
        self._run: tuple[int, str] | None = None
        self._reached = 0
        self._commands = False

    def read(self, line: FileLine) -> Iterator[Draft]:
        """The event that a line ends, if it is of another kind than the lines before."""
        started = _STARTED.match(line.data)
        if started is not None:
            yield from self._close()
            self._end_run(line.start)
            time = f"{started[1].decode()}T{started[2].decode()}"
            self._run = (line.start, time)
            self._turns.open = Turn(Kind.NOTE, None, line.start, line.end, time)
            self._turns.open.add(line)
            return
        self._reached = line.end
        ends = line.data.rstrip(b"\r\n").endswith(_BREAK)
        if ends and line.data.startswith(_ASKED):
            nothing = line.data[len(_ASKED) :].strip() == _NOTHING
            yield from self._add(line, Kind.NOTE if nothing else Kind.SAY, "user", len(_ASKED))
        elif ends and line.data.startswith(_TOLD):
            yield from self._add(line, Kind.NOTE, "aider", 0)
        elif line.data.strip():
            yield from self._add(line, Kind.SAY, "assistant", 0)
        elif self._turns.open is not None and self._turns.open.actor == "user":
            yield from self._close()

    def end(self) -> Iterator[Draft]:
        """The last turn, and the last run."""
        yield from self._close()
        self._end_run(self._reached)
        self._turns.sequence.end()
        if self._reading.runs:
            self._reading.warn(f"the file holds {len(self._reading.runs)} chats, one after the other")

    def _add(self, line: FileLine, kind: Kind, actor: str, prefix: int) -> Iterator[Draft]:
        turn = self._turns.open
        if turn is None or (turn.kind, turn.actor) != (kind, actor):
            yield from self._close()
            turn = self._turns.open = Turn(kind, actor, line.start, line.end)
            self._commands = line.data[prefix:].lstrip()[:1] == b"/"
        turn.add(line, prefix + (prefix and line.data[prefix : prefix + 1] == b" "))

    def _close(self) -> Iterator[Draft]:
        """The turn before; a command to the program is no task."""
        yield from self._turns.close(states_task=not self._commands)

    def _end_run(self, end: int) -> None:
        if self._run is not None and not self._reading.runs.complete:
            start, time = self._run
            self._reading.runs.add(time, 0, start, end, time)
