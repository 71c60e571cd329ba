"""Plain logs: what begins a record is learned from the log itself; where nothing does, an event is a paragraph."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import Course
from agent.trace.formats.base.text_words import first_words, tight_piece
from agent.trace.formats.text.text_records import Header, RecordCutter, TextRecord
from agent.trace.source import Source

LEARNED_FROM = 64 * 1024
FEWEST = 3
LONGEST_START = 200
_ANSI = pattern(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)")
_COLOUR = rb"(?:\x1b\[[0-9;]*m)*"
_DAY = rb"\d{4}[-/]\d\d[-/]\d\d"
_CLOCK = rb"\d\d:\d\d:\d\d(?:[.,]\d+)?"
_ZONE = rb"(?: ?Z\b| ?[+-]\d\d:?\d\d\b| UTC\b)?"
_MONTH = rb"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_LEVELS = rb"(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL|SEVERE|PANIC)"
_STARTS = (
    (_DAY + rb"[T ]" + _CLOCK + _ZONE, "a date and a time"),
    (rb"\[" + _DAY + rb"[T ]" + _CLOCK + _ZONE + rb"\]", "a date and a time in brackets"),
    (_MONTH + rb" [ \d]\d " + _CLOCK, "a time as syslog writes it"),
    (_CLOCK + rb"(?= |\t)", "a time"),
    (rb"\[" + _CLOCK + rb"\]", "a time in brackets"),
    (_LEVELS + rb":[\w.]+:", "a level and a logger"),
    (rb"\[" + _LEVELS + rb"\] ", "a level in brackets"),
    (rb"[^\s(][^\n(]{0,60} \(to [^\n)]{1,60}\):(?=\r?(?:\n|\Z))", "who speaks to whom"),
)
_NAME = rb"[A-Za-z_][\w./<>-]{0,60}"
_GAP = rb"(?:[\s|:\-\]]|\x1b\[[0-9;]*m)*"
_BETWEEN = rb"(?:[\s|:\-]|\x1b\[[0-9;]*m)*"
_HEADERS = tuple(
    pattern(_GAP + shape, re.DOTALL)
    for shape in (
        rb"(?P<level>" + _LEVELS + rb"):(?P<name>[\w.]+):",
        rb"[\[(]?(?P<level>" + _LEVELS + rb")\b[\])]?" + _BETWEEN + rb"\[(?P<name>" + _NAME + rb")\](?:\s*:|\s|$)",
        rb"(?P<level>" + _LEVELS + rb")\t(?P<name>" + _NAME + rb")\t",
        rb"[\w.-]+ (?P<name>" + _NAME + rb")\[\d+\]:\s",
        rb"[\[(]?(?P<level>"
        + _LEVELS
        + rb")\b[\])]?"
        + _BETWEEN
        + rb"(?:[\[(]?(?P<name>"
        + _NAME
        + rb")[\])]?(?:\x1b\[[0-9;]*m)*(?:\s*:| -| \|)\s)?",
        rb"[\[(]?(?P<name>" + _NAME + rb")[\])]?[\s|:\-]+[\[(]?(?P<level>" + _LEVELS + rb")\b[\])]?[\s|:\-]*",
        rb"[\[(]?(?P<name>" + _NAME + rb"(?: [A-Z]\w*){0,2})[\])]?:\s",
    )
)
_SPEAKER = pattern(rb"(?P<name>[^\n(]+?) \(to (?P<to>[^\n)]+)\):")
_PARAGRAPH = Header(pattern(rb"\n(?=[^\r\n])(?:(?<=\n\n)|(?<=\n\r\n)|(?<=\n \n))"))
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
_MOMENT = pattern(rb"(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,6}))?(?: ?(Z|UTC|[+-]\d\d:?\d\d))?")
_CLOSING = pattern(rb"(?:\x1b\[[0-9;]*m|\s)+\Z")


class _Words(NamedTuple):
    """What a record's header says, and where its message begins."""

    level: bytes
    name: str | None
    to: str | None
    body: int


class PlainLog:
    """Lines of text: records where something begins them regularly, paragraphs elsewhere."""

    name = "plain_log"

    def recognise(self, head: Head) -> str | None:
        """Everything is at least a plain log."""
        learned = _learn(head.data)
        return f"no known format fits, but its records begin with {learned[1]}" if learned else "no known format fits"

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """One event for each record, or for each paragraph."""
        return self.begin(source, reading).whole()

    def begin(self, source: Source, reading: Reading) -> Course[TextRecord]:
        """The same as a cut that can go on."""
        reading.records_are_messages = False
        learned = _learn(source.read(source.start, source.start + LEARNED_FROM))
        if learned is None:
            if source.read(0, 1):
                reading.warn("no known format fits: events are paragraphs, and agents are not told apart")
            return Course(source, reading, RecordCutter(source, _PARAGRAPH), _Paragraphs())
        start, what = learned
        reading.warn(f"no known format fits: records begin with {what}, and loggers stand for agents")
        cutter = RecordCutter(source, Header(pattern(rb"\n" + _COLOUR + start)))
        return Course(source, reading, cutter, _Log(start, reading))


def _learn(data: bytes) -> tuple[bytes, str] | None:
    """What begins a record, and its words: often enough, and at once."""
    lines = [line[:LONGEST_START] for line in data[:LEARNED_FROM].split(b"\n") if not line.isspace() and line]
    best: tuple[int, bytes, str] | None = None
    for start, what in _STARTS:
        begins = re.compile(_COLOUR + start).match
        if not lines or not begins(lines[0].lstrip()):
            continue
        hits = sum(1 for line in lines if begins(line))
        if hits >= FEWEST and (best is None or hits > best[0]):
            best = (hits, start, what)
    return best and (best[1], best[2])


class _Paragraphs:
    """Records that say nothing of themselves."""

    def read(self, record: TextRecord) -> tuple[Draft, ...]:
        """A paragraph as an event."""
        return (Draft(Kind.NOTE, record.start, record.end),)

    def end(self) -> tuple[Draft, ...]:
        """Nothing is held back."""
        return ()


class _Log:
    """What has to be remembered from record to record."""

    def __init__(self, start: bytes, reading: Reading) -> None:
        self._by_speaker = b"(to " in start
        self._by_level = _LEVELS in start
        self._reading = reading
        self._records = 0

    def read(self, record: TextRecord) -> tuple[Draft, ...]:
        """The event of a record; what stands before the first is a note."""
        return (self._draft(record),)

    def end(self) -> tuple[Draft, ...]:
        """Nothing is held back."""
        return ()

    def _draft(self, record: TextRecord) -> Draft:
        if record.header is None:
            return Draft(Kind.NOTE, record.start, record.end, salience=0.5)
        self._records += 1
        data = record.data
        words = self._words(data, record.body)
        if self._by_speaker:
            return self._spoken(record, words)
        kind, tool, status = self._kind(record, words)
        return Draft(
            kind,
            record.start,
            record.end,
            self._records,
            words.name,
            to=(words.to,) if words.to else (),
            title=first_words(_bare(data[words.body : words.body + 400])),
            time=None if self._by_speaker or self._by_level else _time(data[:64]),
            tool=tool,
            status=status,
            salience=0.5 if words.level in _DETAILS else 1.0,
        )

    def _spoken(self, record: TextRecord, words: _Words) -> Draft:
        """A message of an AutoGen 0.2 console: who asks for a tool, what came back, and the rule below it."""
        data, body = record.data, words.body
        draft = Draft(Kind.SAY, record.start, record.end, self._records, words.name)
        draft.to = (words.to,) if words.to else ()
        draft.title = first_words(_bare(data[body : body + 400]))
        if asked := _SUGGESTED.search(data, body):
            draft.kind, draft.call, draft.tool = Kind.CALL, _text(asked[1] or b"") or None, _text(asked[2])
        elif returned := _RETURNED.match(data, body):
            draft.kind, draft.call = Kind.RESULT, _text(returned[1] or b"") or None
        elif ended := _EXIT.match(data, body):
            draft.kind, draft.tool, draft.status = Kind.RESULT, "code", "ok" if ended[1] == b"0" else "error"
        else:
            draft.kind, draft.tool, draft.status = self._kind(record, words)
            if self._reading.task is None and data[body:].strip():
                draft.kind, self._reading.task = Kind.TASK, Statement((_rest(record, body),))
        return draft

    def _words(self, data: bytes, body: int) -> _Words:
        begin = 0 if self._by_level or self._by_speaker else body
        while data[begin : begin + 1] in (b"\xef", b"\xbb", b"\xbf"):
            begin += 1
        if self._by_speaker:
            spoken = _SPEAKER.match(data, begin)
            return (
                _Words(b"", _text(spoken["name"]), _text(spoken["to"]), body)
                if spoken
                else _Words(b"", None, None, body)
            )
        for header in _HEADERS:
            if found := header.match(data, begin):
                name = found["name"]
                level = found["level"] if "level" in header.groupindex else b""
                return _Words(level, _text(name) if name else None, None, found.end())
        return _Words(b"", None, None, body)

    def _kind(self, record: TextRecord, words: _Words) -> tuple[Kind, str | None, str | None]:
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


def _time(data: bytes) -> str | None:
    """The time of a header in ISO form, where it has a date."""
    found = _MOMENT.search(data)
    if found is None:
        return None
    year, month, day, clock, fraction, zone = found.groups(b"")
    text = b"%b-%b-%bT%b" % (year, month, day, clock) + (b"." + fraction if fraction else b"")
    return (text + (b"Z" if zone == b"UTC" else zone)).decode("ascii")


def _bare(data: bytes) -> bytes:
    """The words without the colours."""
    return _ANSI.sub(b"", data) if b"\x1b" in data else data


def _text(name: bytes) -> str:
    return _bare(name).decode("utf-8", "replace").strip()
