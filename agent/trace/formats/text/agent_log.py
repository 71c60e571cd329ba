"""Logs of lines `TIME [agent] text`, as many programs write them for themselves: who said, called and returned what."""

import re
from collections import Counter

from agent.trace.closing_words import is_closing
from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat, UnitReader
from agent.trace.formats.base.text_words import first_words, tight_piece
from agent.trace.formats.text.log_headers import COLOUR, LEARNED_FROM, LEVELS, STARTS, text_of_name, time_of_header
from agent.trace.formats.text.text_records import Header, RecordCutter, TextRecord
from agent.trace.source import Source

_GAP = rb"(?:[\s|:,\-]|\x1b\[[0-9;]*m)*"
_LEVEL = rb"(?:[\[(]?(?P<level>" + LEVELS + rb")\b[\])]?" + _GAP + rb")?"
_NAME = rb"(?P<name>[A-Za-z_][\w ./@#-]{0,60}?)"
_TO = rb"(?:(?: ?(?:->|=>|\xe2\x86\x92) ?| to )\[?(?P<to>[A-Za-z_][\w ./@#-]{0,60}?))?"
_HEADERS = (
    pattern(_GAP + _LEVEL + rb"\[" + _NAME + _TO + rb"\]" + _GAP),
    pattern(rb" *\| *" + _LEVEL.removesuffix(rb"?") + _NAME + _TO + rb" *\| *"),
)
_NOT_A_NAME = pattern(
    LEVELS + rb"|LOG|NOTE|HINT|DETAIL|STATEMENT|CONTEXT|QUERY|main|MainThread|Thread-\d+|http-.*", re.I
)
_AGENTISH = pattern(
    rb"agent|assistant|user\b|human|customer|planner|coder|critic|research|orchestrat|manager|writer|review|execut"
    rb"|supervis|worker|solver|analyst|coordinat|router|tool|bot\b|verif|engineer|judge|expert",
    re.I,
)
_PROGRAM = pattern(
    r"(?:.*[._-])?(?:run(?:ner|time|s)?|system|scheduler|harness|framework|session|log|engine|server|db)", re.I
)
_TOOL = pattern(r"(?:tools?|env(?:ironment)?|shell|terminal|bash|sandbox|executor)(?:[.:_-].*)?", re.I)
_ROSTER = pattern(rb"\bagents? ?[:=] ?\[?(?P<names>[A-Za-z_][\w.-]*(?:(?:, ?| and )[A-Za-z_][\w.-]*)*)", re.I)
"""How a program names the agents of its run."""
_PEOPLE = frozenset({"user", "human", "operator", "customer", "client", "requester"})
_SHARE, _FEWEST, _HEAD = 0.6, 4, 4_000
_CALL = pattern(
    rb"(?:(?:calling|invoking|running|executing|using|call(?:s|ed)?|tool[ _]?call|function[ _]?call|action)\b:?"
    rb"(?: (?:the )?(?:tool|function))?:? *)[`'\"]?(?P<tool>[A-Za-z_][\w.-]*)[`'\"]?(?=\s*[({\[:]|\s+with\b|\s*$)",
    re.IGNORECASE,
)
_RESULT = pattern(
    rb"(?:(?:tool|function)[ _](?:result|output|response|returned)|observation|result|output|returned|response)"
    rb"(?: (?:of|from) (?:(?:the )?(?:tool|function) )?[`'\"]?(?P<tool>[\w.-]+)[`'\"]?)?\s*(?::|->|=>)\s*",
    re.IGNORECASE,
)
_THOUGHT = pattern(rb"(?:thought|thinking|reasoning)s?\s*:\s*", re.IGNORECASE)
_TASK = pattern(rb"(?:(?:new|user|the) )?(?:task|question|query|goal|request)\b[^:\n]{0,20}:\s*", re.IGNORECASE)
_ANSWER = pattern(rb"(?:final[ _](?:answer|result|output|response)|answer)\b[^:\n]{0,10}:\s*", re.IGNORECASE)
_FAILED = pattern(rb"(?:error|exception|failed|traceback)\b", re.IGNORECASE)
_LIMIT = pattern(
    rb"\b(?:wall|time|step|turn|round|token|budget|iteration)s?[_ -]?(?:limit|budget)?"
    rb" (?:was )?(?:reached|exceeded|exhausted)"
    rb"|\btimed out\b|\bmax(?:imum)?[_ -](?:steps|turns|rounds|iterations|tokens|time)[^\n]{0,20} (?:reached|exceeded)",
    re.IGNORECASE,
)
_FATAL = (b"ERROR", b"CRITICAL", b"FATAL", b"SEVERE", b"PANIC")


class AgentLog(UnitFormat):
    """Records that begin with a time and a name in brackets."""

    name = "agent_log"

    def recognise(self, head: Head) -> str | None:
        """Most records name somebody in brackets behind their time, and two names or more are those of agents."""
        learned = _learned(head.data)
        return f"most lines are {learned[1]} and a name in brackets" if learned is not None else None

    def begin(self, source: Source, reading: Reading) -> ResumableCut[TextRecord]:
        """One event for each record."""
        learned = _learned(source.read(source.start, source.start + LEARNED_FROM))
        start = learned[0] if learned is not None else STARTS[0][0]
        reading.warn("a log of an unknown program: whoever stands in brackets is taken for who acted")
        cutter = RecordCutter(source, Header(pattern(rb"\n" + COLOUR + start)))
        return ResumableCut(source, reading, cutter, _Lines(reading))


def _learned(data: bytes) -> tuple[bytes, str] | None:
    """What begins a record, if those that do mostly name an agent."""
    lines = [line[:200] for line in data[:LEARNED_FROM].split(b"\n") if line.strip()]
    for start, what in STARTS[:5]:
        begins = re.compile(COLOUR + start).match
        if not lines or not begins(lines[0].lstrip(b"\xef\xbb\xbf")):
            continue
        headers = [(line, match) for line in lines if (match := begins(line)) is not None]
        if len(headers) < _FEWEST:
            continue
        named = [one for line, match in headers if (one := _named(line, match.end())) is not None]
        names = Counter(one["name"] for one in named)
        telling = any(_AGENTISH.search(name) for name in names)
        plain = not any(one["level"] for one in named) and not any(b"." in name for name in names)
        if len(named) >= _SHARE * len(headers) and len(names) > 1 and (telling or plain):
            return start, what
    return None


def _named(data: bytes, at: int) -> re.Match[bytes] | None:
    """The header behind the time, where it names somebody."""
    for header in _HEADERS:
        match = header.match(data, at)
        if match is not None and _NOT_A_NAME.fullmatch(match["name"]) is None:
            return match
    return None


class _Lines(UnitReader[TextRecord]):
    """What has to be remembered from record to record."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._records = 0
        self._answered = False
        self._open: list[tuple[str, str | None]] = []
        self._agents = frozenset[str]()
        """Who is an agent because a program says so, whatever the name sounds like."""

    def read(self, record: TextRecord) -> tuple[Draft, ...]:
        """The event of a record; what names nobody is a note."""
        draft = Draft(Kind.NOTE, record.start, record.end, salience=0.5)
        if record.header is None:
            return (draft,)
        self._records += 1
        draft.record, draft.time = self._records, time_of_header(record.data[:64])
        header = _named(record.data, record.body)
        if header is not None:
            draft.salience, draft.actor = 1.0, text_of_name(header["name"])
            draft.to = (text_of_name(header["to"]),) if header["to"] else ()
            self._tell(draft, record, header.end(), header["level"] or b"")
        return (draft,)

    def _tell(self, draft: Draft, record: TextRecord, body: int, level: bytes) -> None:
        """What somebody did: the words behind the name say it of themselves."""
        data = record.data
        draft.pieces = (tight_piece(data, body, len(data), record.start),)
        draft.title = first_words(data[body : body + 400])
        known = next((call for call in self._open if call[0] == draft.actor), None)
        if _PROGRAM.fullmatch(draft.actor or ""):
            draft.salience, draft.status = 0.5, "limit" if _LIMIT.search(data, body) else None
            if (roster := _ROSTER.search(data, body, body + _HEAD)) is not None:
                self._agents |= {text_of_name(name).lower() for name in re.split(rb", ?| and ", roster["names"])}
        elif level in _FATAL or _FAILED.match(data, body):
            draft.kind, draft.status = Kind.ERROR, "error"
        elif (call := _CALL.match(data, body)) is not None:
            draft.kind, draft.tool = Kind.CALL, text_of_name(call["tool"])
            self._open.append((draft.tool, draft.actor))
        elif (result := _RESULT.match(data, body)) is not None or known is not None or self._is_tool(draft):
            tool = result["tool"] if result is not None else None
            self._return(draft, text_of_name(tool) if tool else None, known)
        elif (thought := _THOUGHT.match(data, body)) is not None:
            draft.kind = Kind.THINK
            draft.pieces = (tight_piece(data, thought.end(), len(data), record.start),)
        else:
            self._say(draft, record, body)

    def _is_tool(self, draft: Draft) -> bool:
        name = draft.actor or ""
        return _TOOL.fullmatch(name) is not None and name.lower() not in self._agents

    def _return(self, draft: Draft, tool: str | None, known: tuple[str, str | None] | None) -> None:
        """What a tool gave, named by itself, by the record, or the one that was called last."""
        call = known or next((c for c in self._open if c[0] == tool), self._open[-1] if self._open else None)
        draft.kind, draft.tool = Kind.RESULT, tool or (draft.actor if self._is_tool(draft) else None)
        if call is not None:
            self._open.remove(call)
            draft.tool = call[0]
            draft.to = draft.to or ((call[1],) if call[1] and call[1] != draft.actor else ())
            draft.actor = call[0]

    def _say(self, draft: Draft, record: TextRecord, body: int) -> None:
        """Words: the task, an answer that calls itself one, or the last that was said and is more than a farewell."""
        data, reading = record.data, self._reading
        draft.kind = Kind.SAY
        by_user = (draft.actor or "").lower() in _PEOPLE
        asked, answered = _TASK.match(data, body), _ANSWER.match(data, body)
        if reading.task is None and (by_user or asked is not None):
            draft.kind = Kind.TASK
            start = asked.end() if asked is not None else body
            reading.task = Statement((tight_piece(data, start, len(data), record.start),))
        elif answered is not None:
            draft.kind, self._answered = Kind.ANSWER, True
            reading.answer = Statement((tight_piece(data, answered.end(), len(data), record.start),))
        elif not self._answered and not by_user and not is_closing(data[body:].decode("utf-8", "replace").strip()):
            reading.answer = Statement(draft.pieces)
