"""OpenManus logs: one agent below a planning flow, logged by loguru; who said what follows from module and function."""

import re
from collections.abc import Callable, Iterator

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat
from agent.trace.formats.base.text_words import first_words, tight, tight_piece
from agent.trace.formats.text.loguru import RECORD, STANDARD, Entry, entry_of, first_header, outside
from agent.trace.formats.text.text_records import RecordCutter, TextRecord
from agent.trace.source import Source

_APP = pattern(rb"\| app\.(?:flow|agent)\b")
_PROMPT = pattern(rb"(?:Read prompt from [^\n:]*|Prompt|prompt): ?")
_STEP = pattern(rb"Executing step (\d+)/(\d+)")
_THOUGHTS = pattern(rb"\W*(\w+)'s thoughts:")
_SELECTED = pattern(rb"\W*(\w+) selected \d+ tools?")
_PREPARED = pattern(rb"\W*Tools being prepared: \[(.*?)\]")
_ARGUMENTS = pattern(rb"\W*Tool arguments: ")
_ACTIVATING = pattern(rb"\W*Activating tool: '([^'\n]*)'")
_COMPLETED = pattern(rb"\W*Tool '([^'\n]*)' completed its mission! Result: ?")
_FAILED = pattern(rb"(?:Observed output of cmd `[^`\n]*` executed:\s*)?(?:Error: |Error\b|Traceback )")
_UNSUCCESSFUL = pattern(rb"[\"']success[\"']: ?(?:False|false)\}\s*\Z")
_REPLAY = pattern(rb"Step \d+: ")
_BUDGET = pattern(rb"^Terminated: Reached max steps[^\n]*(?:\n|\Z)", re.MULTILINE)


class OpenManus(UnitFormat):
    """A loguru log with the modules of OpenManus in it."""

    name = "openmanus_loguru"

    def recognise(self, head: Head) -> str | None:
        """A loguru record near the beginning, and the modules `app.flow` or `app.agent`."""
        first = first_header(head)
        if first is None or _APP.search(head.data) is None:
            return None
        return f'a record "{first}..." near the beginning, and records of `app.flow` or `app.agent`'

    def begin(self, source: Source, reading: Reading) -> ResumableCut[TextRecord]:
        """One event for each record; what was streamed behind a record, and what a replay adds, are events too."""
        return ResumableCut(source, reading, RecordCutter(source, RECORD, STANDARD), _Run(reading))


class _Run:
    """What has to be remembered from record to record."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._events = 0
        self._records = 0
        self._rounds = 0
        self._section: str | None = None
        self._agent = "Manus"
        self._prepared: list[str] = []
        self._announced: str | None = None
        self._error: tuple[bytes, int] = (b"", 0)
        self._first_result = 0
        self._summary = 0

    def read(self, record: TextRecord) -> Iterator[Draft]:
        """A record as its events."""
        for draft in self._drafts(entry_of(record)):
            draft.section = self._section
            self._events += 1
            yield draft

    def end(self) -> tuple[Draft, ...]:
        """Nothing is held back; what the log never said can be told now."""
        if self._reading.task is None:
            self._reading.warn("the log does not state the task: give it with --task")
        return ()

    def _drafts(self, entry: Entry) -> Iterator[Draft]:
        if not entry.function:
            return iter((outside(entry),))
        self._records += 1
        record = entry.record
        draft = Draft(Kind.NOTE, record.start, record.end, self._records, time=entry.time, salience=0.2)
        draft.title = first_words(record.data, record.body)
        return _READERS.get(entry.function, _Run._other)(self, draft, entry)

    def _run_flow(self, draft: Draft, entry: Entry) -> Iterator[Draft]:
        data, body = entry.record.data, entry.record.body
        if prompt := _PROMPT.match(data, body):
            self._task(draft, entry, prompt.end())
        elif _REPLAY.match(data, body):
            yield from self._replay(draft, entry)
            return
        elif entry.level in ("ERROR", "CRITICAL") or data.startswith(b"Operation terminated", body):
            draft.kind, draft.status, draft.salience = Kind.ERROR, "error", 1.0
        yield draft

    def _task(self, draft: Draft, entry: Entry, start: int) -> None:
        data = entry.record.data
        draft.kind, draft.actor, draft.to, draft.salience = Kind.TASK, "user", (self._agent,), 1.0
        statement = tight_piece(data, start, len(data), entry.record.start)
        if self._reading.task is None and statement.start < statement.end:
            complete = not data.rstrip().endswith(b"...")
            self._reading.task = Statement((statement,), complete)
            if not complete:
                self._reading.warn("the log cuts the task off: give all of it with --task")

    def _replay(self, draft: Draft, entry: Entry) -> Iterator[Draft]:
        """The results of all steps once more; only that the steps ran out is said nowhere else."""
        record = entry.record
        at = 0
        for budget in _BUDGET.finditer(record.data, record.body):
            yield self._part(draft, record.start + at, record.start + budget.start(), self._first_result)
            ended = self._part(draft, record.start + budget.start(), record.start + budget.end(), 0)
            ended.kind, ended.title, ended.salience = Kind.SYSTEM, first_words(budget[0]), 0.6
            yield ended
            at = budget.end()
        if record.start + at < record.end:
            yield self._part(draft, record.start + at, record.end, self._summary or self._first_result)

    def _part(self, draft: Draft, start: int, end: int, repeats: int) -> Draft:
        title = "Results of the steps, printed again" if repeats else "What the flow returned"
        salience = 0.0 if repeats else 0.5
        return Draft(
            Kind.NOTE,
            start,
            end,
            draft.record,
            title=title,
            time=draft.time,
            repeats=repeats or None,
            salience=salience,
        )

    def _plan(self, draft: Draft, entry: Entry) -> Iterator[Draft]:
        if entry.record.data.startswith(b"Plan creation result", entry.record.body):
            draft.kind, draft.actor, draft.salience = Kind.PLAN, self._agent, 1.0
            yield draft
        else:
            yield from self._other(draft, entry)

    def _step(self, draft: Draft, entry: Entry) -> Iterator[Draft]:
        step = _STEP.match(entry.record.data, entry.record.body)
        if step is None:
            yield from self._other(draft, entry)
        else:
            number, most = int(step[1]), int(step[2])
            self._rounds += number == 1 or not self._rounds
            round_ = f"round {self._rounds}, " if self._rounds > 1 else ""
            self._section = f"{round_}step {number} of {most}"
            draft.kind, draft.salience = Kind.SYSTEM, 0.1
            yield draft

    def _think(self, draft: Draft, entry: Entry) -> Iterator[Draft]:
        data, body = entry.record.data, entry.record.body
        if thoughts := _THOUGHTS.match(data, body):
            self._agent = thoughts[1].decode("utf-8", "replace")
            says = bool(data[thoughts.end() :].strip())
            draft.kind, draft.salience = Kind.THINK, 1.0 if says else 0.1
            draft.title = first_words(data, thoughts.end()) or "No thoughts"
        elif prepared := _PREPARED.match(data, body):
            self._prepared = [name.decode("utf-8", "replace").strip(" '\"") for name in prepared[1].split(b",")]
        elif _ARGUMENTS.match(data, body):
            draft.kind, draft.salience = Kind.CALL, 1.0
            draft.tool = self._announced = self._prepared[0] if self._prepared else None
        elif not _SELECTED.match(data, body):
            yield from self._other(draft, entry)
            return
        draft.actor = self._agent
        yield draft

    def _execute_tool(self, draft: Draft, entry: Entry) -> Iterator[Draft]:
        activating = _ACTIVATING.match(entry.record.data, entry.record.body)
        if activating is None:
            yield from self._other(draft, entry)
        else:
            draft.tool, draft.actor = activating[1].decode("utf-8", "replace"), self._agent
            if draft.tool != self._announced:
                draft.kind, draft.salience = Kind.CALL, 0.7
            self._announced = None
            yield draft

    def _act(self, draft: Draft, entry: Entry) -> Iterator[Draft]:
        data, body = entry.record.data, entry.record.body
        completed = _COMPLETED.match(data, body)
        if completed is None:
            yield from self._other(draft, entry)
            return
        draft.kind, draft.salience = Kind.RESULT, 1.0
        draft.tool = completed[1].decode("utf-8", "replace")
        has_failed = _FAILED.match(data, completed.end()) or _UNSUCCESSFUL.search(
            data, max(completed.end(), len(data) - 40)
        )
        draft.status = "error" if has_failed else "ok"
        draft.title = f"{draft.tool}: {first_words(data, data.find(b':', completed.end()) + 1)}"
        self._first_result = self._first_result or self._events + 1
        yield draft

    def _usage(self, draft: Draft, entry: Entry) -> Iterator[Draft]:
        """Token counts; an answer that is streamed to the console stands behind the last of them."""
        record = entry.record
        draft.kind, draft.salience = Kind.USAGE, 0.02
        line = record.data.find(b"\n", record.body) + 1
        start, end = tight(record.data, line, len(record.data))
        if not line or start >= end:
            yield draft
            return
        draft.end = record.start + line
        yield draft
        self._summary = self._events + 1
        self._reading.answer = Statement((Piece(record.start + start, record.start + end),))
        title = first_words(record.data, line)
        yield Draft(Kind.ANSWER, draft.end, record.end, draft.record, self._agent, title=title, time=draft.time)

    def _stuck(self, draft: Draft, entry: Entry) -> Iterator[Draft]:
        draft.kind, draft.salience = Kind.SYSTEM, 0.6
        yield draft

    def _other(self, draft: Draft, entry: Entry) -> Iterator[Draft]:
        """Errors stand out; an error that is logged twice, by two handlers of the same exception, is one."""
        if entry.level in ("ERROR", "CRITICAL"):
            text = entry.record.data[entry.record.body :].strip().removeprefix(b"OpenAI ")
            draft.kind, draft.status, draft.salience = Kind.ERROR, "error", 1.0
            if text == self._error[0]:
                draft.repeats, draft.salience = self._error[1], 0.0
                text = b""
            self._error = (text, self._events + 1)
        yield draft


_READERS: dict[str, Callable[[_Run, Draft, Entry], Iterator[Draft]]] = {
    "run_flow": _Run._run_flow,
    "main": _Run._run_flow,
    "_create_initial_plan": _Run._plan,
    "run": _Run._step,
    "think": _Run._think,
    "execute_tool": _Run._execute_tool,
    "act": _Run._act,
    "update_token_count": _Run._usage,
    "handle_stuck_state": _Run._stuck,
}
