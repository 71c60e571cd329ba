"""The records of a HyperAgent log as events, wherever the log is kept: who speaks, in which parts, in which attempt.

Each restart adds one more logger handler to the same process, so an attempt writes every record several times in a
row. Records that are equal to the one before are `repeats` of it, and the first has the number of `copies`. How many
handlers an attempt has is the `copies` of its "Initialized HyperAgent instance": an act with more copies than that
was truly done again, and its title says so.

A response has parts: thoughts, actions (code), the subgoal for an intern. What stands below "Observation:" was written
by the model itself, because real tool output is never logged: such a part is a say with the title of `SELF_WRITTEN`.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from agent.trace.event import Coding, Kind, Piece
from agent.trace.event_text import decode
from agent.trace.formats.base.format import Draft, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.text_words import first_words, tight_piece
from agent.trace.formats.json.json_tokens import STRING_END

HEADER = pattern(rb"HyperAgent_([A-Za-z0-9_.-]+) - ([A-Z]+) - ")
STRING = pattern(rb'"' + STRING_END, re.DOTALL)
SELF_WRITTEN = "Observation (self-written)"
_HELD = 100_000
_INIT = b"Initialized HyperAgent instance"
_REPORT = pattern(rb"([A-Z]\w*)->(\w+): ?")
_RESPONSE = pattern(rb"([A-Z][\w-]*)'s Response: ?")
_MARK = (
    rb"(?:\*\*)?(?:(?P<think>Thought:)|(?P<call>Action:)|(?P<observation>Observation(?::|(?=\r?\n|\Z)))"
    rb"|(?P<handoff>Intern Name:[ *]*([^\n]*))|(?P<answer>Final Answer:))(?:\*\*)?"
)
_INTERNS = ("Navigator", "Editor", "Executor")
_FIRST_MARK = pattern(_MARK)
_MARK_BELOW = pattern(rb"\n(?=[*TAOIF])" + _MARK)
_TOOL = pattern(rb"\b(\w+)\._run\(")
_LANGUAGE = pattern(rb"```(\w+)")
_KINDS = {
    None: Kind.SAY,
    "think": Kind.THINK,
    "call": Kind.CALL,
    "observation": Kind.SAY,
    "handoff": Kind.HANDOFF,
    "answer": Kind.SAY,
}


class LogRecord:
    """A record of the log: its place in the file, and its text with the header.

    Where the lines of the text are JSON strings, `strings` is what the file says from `start` on; without it the text
    stands in the file as it is.
    """

    __slots__ = ("_places", "_strings", "body", "end", "start", "text")

    def __init__(self, start: int, end: int, text: bytes, body: int, strings: bytes | None = None) -> None:
        self.start = start
        self.end = end
        self.text = text
        self.body = body
        self._strings = strings
        self._places: list[int] | None = None

    def place(self, at: int) -> int | None:
        """The offset in the file of a line that begins at a place of the text; None where it cannot be cut there."""
        if self._strings is None:
            return self.start + at
        if self._places is None:
            self._places = self._find_places(self._strings)
        line = self.text.count(b"\n", 0, at)
        if not 0 < line < len(self._places) or self._places[line] == self._places[line - 1]:
            return None
        return self._places[line]

    def _find_places(self, strings: bytes) -> list[int]:
        """Where the string of each line begins; a string with line breaks in it is the place of several lines."""
        each = STRING.finditer(strings)
        if b"\\n" not in strings:
            return [self.start + string.start() for string in each]
        return [
            self.start + string.start()
            for string in each
            for _ in range(decode(string[0][1:-1], Coding.STRING).count("\n") + 1)
        ]

    def pieces(self, start: int, end: int) -> tuple[Piece, ...]:
        """The pieces of a stretch of the file, none where its text is what the file says."""
        return () if self._strings is None else (Piece(start, end, Coding.STRINGS),)


class _Part(NamedTuple):
    """A part of a response: what it is, where it begins in the text and where its words do."""

    what: str | None
    intern: str | None
    start: int
    words: int


def _parts(record: LogRecord, body: int) -> list[_Part]:
    """The parts of a response; a mark with nothing behind it is left where it stands."""
    text = record.text
    first = _FIRST_MARK.match(text, body)
    parts = [_Part(first.lastgroup if first else None, _intern(first), 0, first.end() if first else body)]
    for mark in _MARK_BELOW.finditer(text, body):
        if record.place(mark.start() + 1) is not None and text[mark.end() :].strip():
            parts.append(_Part(mark.lastgroup, _intern(mark), mark.start() + 1, mark.end()))
    return parts


def _intern(mark: re.Match[bytes] | None) -> str | None:
    """The intern a subgoal is for, by the one word that the log calls it elsewhere."""
    if mark is None or not mark[5]:
        return None
    name = str(mark[5].decode("utf-8", "replace").strip(" *\r"))
    return name.rpartition(" ")[2] if name.endswith(_INTERNS) else name


class HyperAgentRun:
    """What has to be remembered from record to record."""

    def __init__(self, reading: Reading) -> None:
        reading.records_tool_results = False
        self._reading = reading
        self._events = 0
        self._records = 0
        self._attempts = 0
        self._handlers = 1
        self._responses = 0
        self._section: str | None = None
        self._held: LogRecord | None = None
        self._key = b""
        self._copies: list[tuple[int, int]] = []

    def drafts(self, records: Iterable[LogRecord]) -> Iterator[Draft]:
        """The events of all records."""
        for record in records:
            yield from self.add(record)
        yield from self.end()

    def add(self, record: LogRecord) -> Iterator[Draft]:
        """The events that a record brings to their end: an act is held until its copies have ended."""
        text = record.text[record.body :].rstrip()
        if self._held is not None and text == self._key and len(self._copies) < _HELD:
            self._copies.append((record.start, record.end))
            return
        yield from self._release()
        self._held, self._key, self._copies = record, text, []

    def end(self) -> Iterator[Draft]:
        """The act that was held."""
        yield from self._release()
        if not self._responses:
            self._reading.warn("the run never started: no agent said anything")

    def _release(self) -> Iterator[Draft]:
        if self._held is not None:
            act, copies, self._held, self._copies = self._held, self._copies, None, []
            yield from self._flush(act, copies)

    def outside(self, start: int, end: int, pieces: tuple[Piece, ...] = ()) -> Draft:
        """Text that belongs to no record."""
        self._events += 1
        return Draft(Kind.NOISE, start, end, pieces=pieces, salience=0.0)

    def _flush(self, act: LogRecord, copies: list[tuple[int, int]]) -> Iterator[Draft]:
        first = self._events + 1
        self._records += 1
        drafts = self._act(act, len(copies) + 1)
        for draft in drafts:
            self._events += 1
            draft.record, draft.section, draft.copies = self._records, self._section, len(copies) + 1
            yield draft
        for start, end in copies:
            self._events += 1
            self._records += 1
            again = drafts[0]
            yield Draft(
                again.kind,
                start,
                end,
                self._records,
                again.actor,
                again.to,
                again.title,
                act.pieces(start, end),
                repeats=first,
                salience=0.0,
                section=self._section,
            )

    def _act(self, record: LogRecord, copies: int) -> list[Draft]:
        text, body = record.text, record.body
        if response := _RESPONSE.match(text, body):
            self._responses += 1
            drafts = self._response(record, response)
        elif report := _REPORT.match(text, body):
            self._responses += 1
            actor, receiver = report[1].decode(), report[2].decode()
            title = first_words(text, report.end())
            drafts = [self._draft(record, Kind.HANDOFF, 0, len(text), title, actor)]
            drafts[0].to = (receiver,)
        else:
            drafts = [self._system(record, copies)]
        if copies > self._handlers and drafts[0].kind is not Kind.SYSTEM:
            drafts[0].title += f" (written {copies} times by {self._handlers} of the log's handlers)"
        return drafts

    def _system(self, record: LogRecord, copies: int) -> Draft:
        if record.text.startswith(_INIT, record.body):
            self._attempts += 1
            self._handlers = copies
            self._section = f"run {self._attempts}"
        draft = self._draft(record, Kind.SYSTEM, 0, len(record.text), first_words(record.text, record.body), None)
        draft.salience = 0.1
        level = HEADER.match(record.text)
        if level is not None and level[2] in (b"ERROR", b"CRITICAL"):
            draft.kind, draft.status, draft.salience = Kind.ERROR, "error", 1.0
        return draft

    def _draft(self, record: LogRecord, kind: Kind, start: int, end: int, title: str, actor: str | None) -> Draft:
        here = record.start if start == 0 else record.place(start) or record.start
        there = record.end if end == len(record.text) else record.place(end) or record.end
        return Draft(kind, here, there, actor=actor, title=title, pieces=record.pieces(here, there))

    def _response(self, record: LogRecord, response: re.Match[bytes]) -> list[Draft]:
        actor, text = response[1].decode("utf-8", "replace"), record.text
        parts = _parts(record, response.end())
        drafts = []
        for part, following in pairwise([*parts, _Part(None, None, len(text), len(text))]):
            title = first_words(text, part.words)
            draft = self._draft(record, _KINDS[part.what], part.start, following.start, title, actor)
            if part.what == "call":
                tool = _TOOL.search(text, part.words, following.start) or _LANGUAGE.search(text, part.words)
                draft.tool = tool[1].decode("utf-8", "replace") if tool and tool.end() <= following.start else None
                draft.title = f"Action: {draft.tool}" if draft.tool else "Action"
            elif part.what == "observation":
                draft.title = SELF_WRITTEN
            elif part.what == "handoff":
                draft.to = (part.intern,) if part.intern else ()
            elif part.what == "answer" and actor == "Planner":
                draft.kind = Kind.ANSWER
                pieces = draft.pieces or (tight_piece(text, part.words, following.start, record.start),)
                self._reading.answer = Statement(pieces)
            drafts.append(draft)
        return drafts
