"""Plain logs: what begins a record is learned from the log itself; where nothing does, an event is a paragraph."""

import re

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat, UnitReader
from agent.trace.formats.base.text_words import first_words, tight_piece
from agent.trace.formats.text.log_headers import (
    COLOUR,
    LEARNED_FROM,
    LEVELS,
    HeaderWords,
    learn_start,
    level_words,
    speaker_words,
    text_of_name,
    time_of_header,
    without_colours,
)
from agent.trace.formats.text.text_records import Header, RecordCutter, TextRecord
from agent.trace.source import Source

_PARAGRAPH = Header(pattern(rb"\n(?=[^\r\n])(?:(?<=\n\n)|(?<=\n\r\n)|(?<=\n \n))"))
LONGEST_PARAGRAPH = 1024 * 1024
_TRACEBACK = pattern(rb"Traceback \(most recent call last\):?[ \t]*\r?$", re.MULTILINE)
_FATAL = (b"ERROR", b"CRITICAL", b"FATAL", b"SEVERE", b"PANIC")
_DETAILS = (b"DEBUG", b"TRACE")
_SAID = pattern(
    rb"\s*(?:(?P<call>(?:calling|invoking|running|executing) (?:the )?(?:tool|function) [`'\"]?(?P<tool>[\w.-]+))"
    rb"|(?P<result>(?:tool|function) (?:result|output|response)\b|result of (?:tool|function))"
    rb"|(?P<task>(?:(?:new|user|the) )?(?:task|question|query|goal)\b[^:\n]{0,20}:\s)"
    rb"|(?P<answer>final answer\b[^:\n]{0,10}:\s*))",
    re.IGNORECASE,
)
_RULE = pattern(rb"\s*-{40,}\s*\Z")
_SUGGESTED = pattern(rb"^\*{5} Suggested (?:tool|function) call(?: \(([^)\n]*)\))?: ([\w.-]+) \*{5}", re.MULTILINE)
_RETURNED = pattern(rb"\s*\*{5} Response from calling (?:tool|function)(?: \(([^)\n]*)\))? ?[^*\n]*\*{5}")
_EXIT = pattern(rb"\s*exitcode: (-?\d+)")
_CLOSING = pattern(rb"(?:\x1b\[[0-9;]*m|\s)+\Z")


class PlainLog(UnitFormat):
    """Lines of text: records where something begins them regularly, paragraphs elsewhere."""

    name = "plain_log"

    def recognise(self, head: Head) -> str | None:
        """Everything is at least a plain log."""
        learned = learn_start(head.data)
        return f"no known format fits, but its records begin with {learned[1]}" if learned else "no known format fits"

    def begin(self, source: Source, reading: Reading) -> ResumableCut[TextRecord]:
        """One event for each record, or for each paragraph."""
        reading.records_are_messages = False
        learned = learn_start(source.read(source.start, source.start + LEARNED_FROM))
        if learned is None:
            if source.read(0, 1):
                reading.warn("no known format fits: events are paragraphs, and agents are not told apart")
            return ResumableCut(source, reading, RecordCutter(source, _PARAGRAPH), _Paragraphs())
        start, what = learned
        reading.warn(f"no known format fits: records begin with {what}, and loggers stand for agents")
        cutter = RecordCutter(source, Header(pattern(rb"\n" + COLOUR + start)))
        return ResumableCut(source, reading, cutter, _Log(start, reading))


class _Paragraphs(UnitReader[TextRecord]):
    """Records that say nothing of themselves."""

    def read(self, record: TextRecord) -> tuple[Draft, ...]:
        """A paragraph as an event; one that is longer than anybody writes, as several."""
        starts = [record.start]
        while record.end - starts[-1] > LONGEST_PARAGRAPH:
            cut = record.data.rfind(b"\n", 0, starts[-1] - record.start + LONGEST_PARAGRAPH) + 1
            if record.start + cut <= starts[-1]:
                break
            starts.append(record.start + cut)
        ends = [*starts[1:], record.end]
        return tuple(Draft(Kind.NOTE, start, end) for start, end in zip(starts, ends, strict=True))


class _Log(UnitReader[TextRecord]):
    """What has to be remembered from record to record."""

    def __init__(self, start: bytes, reading: Reading) -> None:
        self._by_speaker = b"(to " in start
        self._by_level = LEVELS in start
        self._reading = reading
        self._records = 0

    def read(self, record: TextRecord) -> tuple[Draft, ...]:
        """The event of a record; what stands before the first is a note."""
        return (self._draft(record),)

    def _draft(self, record: TextRecord) -> Draft:
        if record.header is None:
            return Draft(Kind.NOTE, record.start, record.end, salience=0.5)
        self._records += 1
        data = record.data
        if self._by_speaker:
            return self._spoken(record, speaker_words(data, record.body))
        words = level_words(data, 0 if self._by_level else record.body, record.body)
        kind, tool, status = self._kind(record, words)
        return Draft(
            kind,
            record.start,
            record.end,
            self._records,
            words.name,
            to=(words.to,) if words.to else (),
            title=first_words(without_colours(data[words.body : words.body + 400])),
            time=None if self._by_level else time_of_header(data[:64]),
            tool=tool,
            status=status,
            salience=0.5 if words.level in _DETAILS else 1.0,
        )

    def _spoken(self, record: TextRecord, words: HeaderWords) -> Draft:
        """A message of an AutoGen 0.2 console: who asks for a tool, what came back, and the rule below it."""
        data, body = record.data, words.body
        draft = Draft(Kind.SAY, record.start, record.end, self._records, words.name)
        draft.to = (words.to,) if words.to else ()
        draft.title = first_words(without_colours(data[body : body + 400]))
        if asked := _SUGGESTED.search(data, body):
            draft.kind, draft.call, draft.tool = (
                Kind.CALL,
                text_of_name(asked[1] or b"") or None,
                text_of_name(asked[2]),
            )
        elif returned := _RETURNED.match(data, body):
            draft.kind, draft.call = Kind.RESULT, text_of_name(returned[1] or b"") or None
        elif ended := _EXIT.match(data, body):
            draft.kind, draft.tool, draft.status = Kind.RESULT, "code", "ok" if ended[1] == b"0" else "error"
        else:
            draft.kind, draft.tool, draft.status = self._kind(record, words)
            if self._reading.task is None and data[body:].strip():
                draft.kind, self._reading.task = Kind.TASK, Statement((_rest(record, body),))
        return draft

    def _kind(self, record: TextRecord, words: HeaderWords) -> tuple[Kind, str | None, str | None]:
        data, body = record.data, words.body
        if words.level in _FATAL or _TRACEBACK.search(data):
            return Kind.ERROR, None, "error"
        said = _SAID.match(data, body)
        if said is None or (said["task"] and self._reading.task is not None):
            return (Kind.SAY if words.name else Kind.NOTE), None, None
        if said["call"]:
            return Kind.CALL, said["tool"].decode("utf-8", "replace"), None
        if said["result"]:
            return Kind.RESULT, None, None
        statement = Statement((_rest(record, said.end()),))
        if said["task"]:
            self._reading.task = statement
            return Kind.TASK, None, None
        self._reading.answer = statement
        return Kind.ANSWER, None, None


def _rest(record: TextRecord, body: int) -> Piece:
    """The rest of a record behind the words that announce it, without a closing colour."""
    data = record.data
    closing = _RULE.search(data, max(body, len(data) - 200)) or _CLOSING.search(data, max(body, len(data) - 64))
    return tight_piece(data, body, closing.start() if closing else len(data), record.start)
