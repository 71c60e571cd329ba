"""What CrewAI prints while it works with `verbose`: boxes that say which agent starts, calls a tool, and answers."""

from collections.abc import Iterator

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.file_lines import FileLine, LineCutter
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat
from agent.trace.formats.base.source_range import SourceRange
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.messages.draft_sequence import DraftSequence
from agent.trace.source import Source

_COLOUR = rb"(?:\x1b\[[0-9;]*m)*"
_BAR = "\u2502".encode()
_LINE = rb"(?:" + "\u2500".encode() + rb")+"
_TOP = pattern(
    rb"\s*" + _COLOUR + "\u256d".encode() + _LINE + rb" ?([^\n]*?) ?" + _LINE + "\u256e".encode() + _COLOUR + rb"\s*\Z"
)
_END = pattern(rb"\s*" + _COLOUR + "\u2570\u2500".encode())
_INSIDE = pattern(
    rb"\s*" + _COLOUR + _BAR + _COLOUR + rb"\s*(.*?)\s*(?:" + _COLOUR + _BAR + rb"\s*" + _COLOUR + rb")?\s*\Z"
)
_FIELD = pattern(
    rb"(Agent|Task|Thought|Using Tool|Tool|Name|Args|Tool Args|Output|Final Answer|Final Output|Error|Message|Reason|ID"
    rb"|Iteration|Attempt|Assigned to|Status|Code|Policy):\s*(.*)"
)
_KNOWN = (b"Agent Started", b"Crew Execution Started", b"Agent Final Answer", b"Task Started", b"Tool Execution")
_PLAIN = pattern(rb"[^\x00-\x7f]+|\(#\d+\)|" + _COLOUR.replace(b"*", b"+"))
Spans = list[tuple[int, int]]


class CrewAiBoxes(UnitFormat):
    """Boxes drawn with lines, each with a title."""

    name = "crewai_verbose"

    def recognise(self, head: Head) -> str | None:
        """A box with one of CrewAI's titles."""
        for line in head.data.split(b"\n"):
            top = _TOP.match(line)
            if top is not None and any(known in top[1] for known in _KNOWN):
                return f"boxes with a title such as `{_title(top[1])}`"
        return None

    def begin(self, source: Source, reading: Reading) -> ResumableCut[FileLine]:
        """The events of each box in turn."""
        return ResumableCut(source, reading, LineCutter(source.start), _Boxes(reading))

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one run."""
        yield from self.cut(SourceRange(source, run.start, run.end), reading)


class _Boxes:
    """What has to be remembered from line to line."""

    def __init__(self, reading: Reading) -> None:
        self._sequence = DraftSequence(reading)
        self._agent: str | None = None
        self._tool: str | None = None
        self._title = ""
        self._inside: list[tuple[int, int, bytes]] = []
        self._box: int | None = None
        self._between: tuple[int, int] | None = None
        self._begun: list[int] = []
        self._reached = 0

    def read(self, line: FileLine) -> Iterator[Draft]:
        """The events of a box that a line closes; lines between boxes are kept aside."""
        top = _TOP.match(line.data)
        if top is not None and b"\n" not in top[1]:
            yield from self._close(line.start)
            yield from self._aside()
            self._box, self._title = line.start, _title(top[1])
            if self._title.startswith("crew execution started"):
                self._begun.append(line.start)
        elif self._box is not None and _END.match(line.data) is not None:
            yield from self._close(line.end)
        elif self._box is not None and (inside := _INSIDE.match(line.data.rstrip(b"\r\n"))) is not None:
            self._inside.append((line.start + inside.start(1), line.start + inside.end(1), inside[1]))
        else:
            yield from self._close(line.start)
            if self._between is not None or not line.data.isspace():
                self._between = (self._between[0] if self._between else line.start, line.end)
        self._reached = line.end

    def end(self) -> Iterator[Draft]:
        """The last box, and the runs."""
        yield from self._close(self._reached)
        yield from self._aside()
        self._sequence.end()
        reading, ends = self._sequence.reading, [*self._begun[1:], self._reached]
        told = () if reading.runs.complete else zip(self._begun, ends, strict=False)
        for number, (start, end) in enumerate(told):
            reading.runs.add(None, 0, start if number else 0, end)
        if reading.runs:
            reading.warn(f"the log holds {len(reading.runs)} runs, one after the other")

    def _aside(self) -> Iterator[Draft]:
        if self._between is not None:
            start, end = self._between
            self._between = None
            yield from self._sequence.tell([Draft(Kind.NOISE, start, end, salience=0.0)])

    def _close(self, end: int) -> Iterator[Draft]:
        """The events of the box that is open."""
        if self._box is None:
            return
        start, self._box = self._box, None
        fields = _fields(self._inside)
        self._inside = []
        self._sequence.record += 1
        drafts = self._drafts(fields) or [Draft(Kind.NOTE, start, end, title=self._title, salience=0.5)]
        for draft in drafts:
            draft.start, draft.end = start, end
            if draft.kind is Kind.RESULT:
                draft.tool, draft.to = draft.tool or self._tool, (self._agent,) if self._agent else ()
                draft.actor = draft.tool or "tool"
        yield from self._sequence.tell(drafts)

    def _drafts(self, fields: dict[str, tuple[bytes, Spans]]) -> list[Draft]:
        """What a box tells, by its title."""
        title = self._title
        self._agent = _name(fields, "Agent") or self._agent
        tool = _name(fields, "Tool", "Using Tool", "Name")
        if title.startswith("agent started") and "Task" in fields:
            task = _draft(Kind.HANDOFF, fields, "Task", None)
            task.to = (self._agent,) if self._agent else ()
            if self._sequence.reading.task is None:
                task.kind = Kind.SAY
                self._sequence.state_task(task)
            return [task]
        if title.startswith(("tool execution started", "agent tool execution", "using tool")):
            self._tool = tool or self._tool
            thought = [_draft(Kind.THINK, fields, "Thought", self._agent)] if "Thought" in fields else []
            call = _draft(Kind.CALL, fields, "Args" if "Args" in fields else "Tool Args", self._agent)
            call.tool = self._tool
            return [*thought, call] if "Using Tool" not in fields or "Args" in fields else thought
        if title.startswith("tool input"):
            call = _draft(Kind.CALL, fields, "", self._agent)
            call.tool = self._tool
            return [call]
        if title.startswith(("tool output", "tool execution completed")):
            return [_returned(fields, ("Output", ""), tool, None)]
        if title.startswith(("tool error", "tool failure", "tool execution failed")):
            return [_returned(fields, ("Error", "Message", "Reason", ""), tool, "error")]
        if "final answer" in title:
            return [_draft(Kind.SAY, fields, "Final Answer", self._agent)]
        if "fail" in title or "error" in title:
            return [_draft(Kind.ERROR, fields, "Error" if "Error" in fields else "", "system")]
        return []


def _title(written: bytes) -> str:
    """The words of a title without its signs, colours and count."""
    return _PLAIN.sub(b" ", written).decode("ascii", "replace").strip().lower()


def _fields(inside: list[tuple[int, int, bytes]]) -> dict[str, tuple[bytes, Spans]]:
    """The lines of each field; what stands before the first has no name."""
    fields: dict[str, tuple[bytes, Spans]] = {}
    name = ""
    long = False
    for start, end, written in inside:
        field = None if long else _FIELD.match(written)
        if field is not None:
            name = field[1].decode()
            long = name in ("Final Answer", "Output", "Final Output", "Task")
            fields.setdefault(name, (field[2].strip(), []))
            start += field.start(2)
        held = fields.setdefault(name, (written, []))[1]
        if start < end or held:
            held.append((start, end))
    for _, spans in fields.values():
        while spans and spans[-1][0] >= spans[-1][1]:
            spans.pop()
    return fields


def _name(fields: dict[str, tuple[bytes, Spans]], *names: str) -> str | None:
    """The first of these fields, as a name."""
    return next((fields[n][0].decode("utf-8", "replace") for n in names if n in fields and fields[n][0]), None)


def _draft(kind: Kind, fields: dict[str, tuple[bytes, Spans]], name: str, actor: str | None) -> Draft:
    """The lines of a field as an event."""
    spans = fields.get(name, (b"", []))[1] or [(0, 0)]
    return Draft(kind, 0, 0, actor=actor, pieces=tuple(Piece(start, end) for start, end in spans))


def _returned(
    fields: dict[str, tuple[bytes, Spans]], names: tuple[str, ...], tool: str | None, status: str | None
) -> Draft:
    """What a tool gave."""
    name = next((name for name in names if name in fields), "")
    draft = _draft(Kind.RESULT, fields, name, None)
    draft.tool, draft.status = tool, status
    return draft
