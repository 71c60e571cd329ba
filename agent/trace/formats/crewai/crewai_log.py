"""CrewAI's `output_log_file` as text: the start and the end of each task; values are not escaped and span lines."""

from collections.abc import Iterator
from datetime import datetime

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat
from agent.trace.formats.base.source_range import SourceRange
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.base.text_words import first_words, iso, tight_piece
from agent.trace.formats.text.text_records import Header, RecordCutter, TextRecord
from agent.trace.source import Source

_TIME = rb"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)"
_HEADER = Header(pattern(rb"\n" + _TIME + rb': task_name="'))
_OPENING = pattern(rb"(?:\xef\xbb\xbf)?" + _TIME + rb': task_name="')
_FIELDS = ("task", "agent", "status", "output")
_Span = tuple[int, int]
_TOLD_BY = 40
_PAUSE = 5
"""Seconds; within a run a task starts as soon as the one before it is complete."""


def _fields(data: bytes, start: int) -> dict[str, _Span]:
    """Where each value lies; the first mark of a name counts, and the output takes the rest."""
    spans: dict[str, _Span] = {}
    end = len(data.rstrip())
    name, at = "task_name", start
    for following in _FIELDS:
        mark = data.find(b'", %b="' % following.encode(), at, end)
        if mark >= 0:
            spans[name] = (at, mark)
            name, at = following, mark + len(following) + 5
    spans[name] = (at, end - 1 if data.endswith(b'"', at, end) else end)
    return spans


class CrewAiLog(UnitFormat):
    """Records that begin with a time and `task_name="`."""

    name = "crewai_log_txt"

    def recognise(self, head: Head) -> str | None:
        """The first bytes are a record's header."""
        return 'it begins with a time and `task_name="`' if _OPENING.match(head.data) else None

    def begin(self, source: Source, reading: Reading) -> ResumableCut[TextRecord]:
        """One event for each start and each end of a task."""
        reading.records_tool_results = False
        reading.warn("this log has the beginnings and ends of tasks only: no calls, and nothing said in between")
        return ResumableCut(source, reading, RecordCutter(source, _HEADER), _Crew(reading))

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one run."""
        yield from self.cut(SourceRange(source, run.start, run.end), reading)


class _Crew:
    """What has to be remembered from task to task."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._records = 0
        self._runs = 0
        self._begun: tuple[int, str] | None = None
        self._first: tuple[bytes, bytes] | None = None
        self._ended: str | None = None
        self._reached = 0

    def read(self, record: TextRecord) -> tuple[Draft, ...]:
        """A start or an end of a task; what stands before an output is no part of what was said."""
        draft, said = self._draft(record)
        self._reached = record.end
        if said is None:
            return (draft,)
        mark = Draft(Kind.NOISE, record.start, said, draft.record, time=draft.time, salience=0.0, section=draft.section)
        draft.start = said
        return (mark, draft)

    def end(self) -> tuple[Draft, ...]:
        """Nothing is held back; the last run ends with the log."""
        self._end_run(self._reached)
        if self._reading.runs:
            self._reading.warn(f"the log holds {len(self._reading.runs)} runs, one after the other")
        return ()

    def _draft(self, record: TextRecord) -> tuple[Draft, int | None]:
        """The event of a record, and where its output begins if it has one."""
        said: int | None = None
        if record.header is None:
            return Draft(Kind.NOISE, record.start, record.end, salience=0.0), said
        self._records += 1
        data = record.data
        spans = _fields(data, record.body)
        value = {name: data[start:end] for name, (start, end) in spans.items()}
        draft = Draft(Kind.NOTE, record.start, record.end, self._records, time=iso(record.header[1]))
        agent = value.get("agent", b"").decode("utf-8", "replace").strip() or None
        task = first_words(value["task_name"])
        if value.get("status") == b"started":
            draft.kind, draft.to, draft.title = Kind.HANDOFF, (agent,) if agent else (), f"{task} started"
            self._begin_run(record.start, draft.time or "", (value["task_name"], value.get("task", b"")[:_TOLD_BY]))
        elif "output" in spans:
            draft.kind, draft.actor, draft.title = Kind.SAY, agent, first_words(value["output"])
            if value["output"].strip():
                said = record.start + spans["output"][0]
                self._reading.answer = Statement((tight_piece(data, *spans["output"], record.start),))
        self._ended = draft.time if value.get("status") == b"completed" else None
        if value.get("status") in (b"failed", b"error"):
            draft.actor, draft.status = agent, "error"
        if self._reading.task is None and value.get("task", b"").strip():
            draft.kind = Kind.TASK
            self._reading.task = Statement((tight_piece(data, *spans["task"], record.start),))
        draft.section = f"run {self._runs}: {task}" if self._runs > 1 else task
        return draft, said

    def _begin_run(self, start: int, time: str, task: tuple[bytes, bytes]) -> None:
        """A run begins with its first task: by its name, or where tasks have none by its words or a pause before it."""
        first, name = self._first, task[0].strip()
        if first is not None and name not in (b"", b"None"):
            again = first[0] == task[0]
        else:
            again = first is None or first == task or (self._ended is not None and _pause(self._ended, time) > _PAUSE)
        if again:
            self._end_run(start)
            self._runs += 1
            self._first, self._begun = first or task, (start, time)

    def _end_run(self, end: int) -> None:
        if self._begun is not None and not self._reading.runs.complete:
            start, time = self._begun
            self._reading.runs.add(time, 0, start, end, time)
            self._begun = None


def _pause(before: str, now: str) -> float:
    return (datetime.fromisoformat(now) - datetime.fromisoformat(before)).total_seconds()
