"""AG2 chats flattened to text: `assistant: ` and `user: ` at the beginning of a line, and nobody's real name.

The message store of one agent was written out, so its roles are inverted: `assistant` is whoever started the chat
(the proxy that executes code, or the verifier), `user` is everybody else. Actors are kept as recorded; where a message
says who speaks, its title names that agent as inferred.
"""

import re

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat, UnitReader
from agent.trace.formats.text.text_records import Header, RecordCutter, TextRecord
from agent.trace.source import Source

_HEADER = Header(pattern(rb"\n(assistant|user): "))
_AT_ONCE = pattern(rb"(?:\xef\xbb\xbf)?(assistant|user|system): ")
_PROBLEM = pattern(rb"^Problem(?: Statement)?:[ \t]*(?:\r?\n\s*)?(?=\S)", re.MULTILINE)
_EXITCODE = pattern(rb"\s*exitcode: (-?\d+)")
_NUDGE = pattern(rb"\s*(?:Continue\. |Please revisit the problem statement and your reasoning)")
_GREETING = pattern(rb"\s*Hello everyone\. We have assembled")
_CODE = pattern(rb"```(?:python|py|sh|bash)\b")
_FAILED = pattern(rb"Traceback \(most recent call last\)|^(?:\w+\.)*\w*(?:Error|Exception): ", re.MULTILINE)
_BOXED = pattern(rb"oxed\{(?<=\\boxed\{)|oxed\{(?<=\x08oxed\{)")
_NEXT = pattern(rb"SUGGESTED NEXT SPEAKER:[\s*_\"'`]*(Agent[_ ]\w+(?:[_ ]\w+)?)")
_SELF = pattern(rb"Agent[_ ](?:Code[_ ]Executor|Problem[_ ]Solver|Verifier)(?=[,.!])")
_AS = pattern(rb"\b(?:As|I am|I'm)(?: the| an)? \Z")


def boxed(data: bytes) -> tuple[int, int] | None:
    """Where the inside of the last boxed answer lies, braces matched."""
    last = None
    for opening in _BOXED.finditer(data):
        depth, at = 1, opening.end()
        while at < len(data) and depth:
            depth += {0x7B: 1, 0x7D: -1}.get(data[at], 0)
            at += 1
        if not depth and at - 1 > opening.end():
            last = (opening.end(), at - 1)
    return last


class Ag2Text(UnitFormat):
    """Role words at the beginning of a line, messages between them."""

    name = "ag2_math_txt"

    def recognise(self, head: Head) -> str | None:
        """The first bytes are a chat role."""
        opening = _AT_ONCE.match(head.data)
        if opening is None:
            return None
        return f'the file begins with the chat role "{opening[1].decode()}: "'

    def begin(self, source: Source, reading: Reading) -> ResumableCut[TextRecord]:
        """One event for each message."""
        return ResumableCut(source, reading, RecordCutter(source, _HEADER), _Chat(reading))


class _Chat(UnitReader[TextRecord]):
    """What has to be remembered from message to message."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._records = 0
        self._templated = False
        self._speaker: str | None = None

    def read(self, record: TextRecord) -> tuple[Draft, ...]:
        """A message as an event; what stands before the first is noise."""
        opening = _AT_ONCE.match(record.data)
        if opening is None:
            return (Draft(Kind.NOISE, record.start, record.end, salience=0.0),)
        self._records += 1
        body = record.data[opening.end() :]
        return (self._draft(record, opening[1].decode(), body, record.start + opening.end()),)

    def _draft(self, record: TextRecord, actor: str, body: bytes, at: int) -> Draft:
        draft = Draft(Kind.SAY, record.start, record.end, self._records, actor)
        if actor == "system":
            draft.kind, draft.salience = Kind.SYSTEM, 0.3
        elif self._reading.task is None and body.strip():
            self._task(draft, body, at)
        elif code := _EXITCODE.match(body):
            draft.kind, draft.status = Kind.RESULT, "ok" if code[1] == b"0" else "error"
            draft.tool, draft.title = "python", "Code output"
        elif _NUDGE.match(body):
            draft.kind, draft.title, draft.salience = Kind.SYSTEM, "Asked to continue", 0.1
        elif _GREETING.match(body):
            draft.kind, draft.title, draft.salience = Kind.SYSTEM, "The team is introduced", 0.2
        elif self._templated and actor == "assistant":
            draft.kind, draft.status = Kind.RESULT, "error" if _FAILED.search(body) else "ok"
            draft.tool, draft.title = "python", "Code output"
        else:
            self._message(draft, body, at)
        return draft

    def _task(self, draft: Draft, body: bytes, at: int) -> None:
        draft.kind = Kind.TASK
        start = len(body) - len(body.lstrip())
        for statement in _PROBLEM.finditer(body):
            self._templated = True
            start = statement.end()
        self._reading.task = Statement((Piece(at + start, at + len(body.rstrip())),))

    def _message(self, draft: Draft, body: bytes, at: int) -> None:
        if _CODE.search(body):
            draft.kind, draft.tool = Kind.CALL, "python"
        if not self._templated:
            name = self._speaker
            for speaker in _SELF.finditer(body):
                if _AS.search(body[max(0, speaker.start() - 9) : speaker.start()]):
                    name = speaker[0].decode().replace(" ", "_")
                    break
            draft.title = f"{name} (inferred)" if name else ""
        suggested = _NEXT.search(body)
        self._speaker = suggested[1].decode().replace(" ", "_") if suggested else None
        if self._speaker is not None:
            draft.to = (self._speaker,)
        answer = boxed(body)
        if answer is not None:
            self._reading.answer = Statement((Piece(at + answer[0], at + answer[1]),))
