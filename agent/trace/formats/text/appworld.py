"""AppWorld consoles: a supervisor that runs code, and agents of apps that it sends messages to in loops of their own.

Text is indented: headers of the supervisor stand at column 0, those of a loop at column 4, and only between the lines
that enter and leave it. Whatever is said to the supervisor is the output above it once more.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat
from agent.trace.formats.base.source_range import SourceRange
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.base.text_words import first_words, flat_words, tight_piece
from agent.trace.formats.text.text_records import Header, RecordCutter, TextRecord
from agent.trace.source import Source

SUPERVISOR = "Supervisor Agent"
_TASK = pattern(rb"(?:\xef\xbb\xbf)?\s*\*{20} Task \d+/\d+ \(\S+\) +\*{20}")
_HEADER = Header(
    pattern(
        rb"\n(?=[*CREM]|    [MR])(?:(?P<task>\*{20} Task \d+/\d+ \(\S+\) +\*{20})"
        rb"|(?P<output>Code Execution Output)"
        rb"|(?P<response>Response from (?!send_message)(\S[^\n]*?) Agent)"
        rb"|(?P<returned>Response from send_message API)"
        rb"|(?P<observed>Message to Supervisor Agent)"
        rb"|(?P<entering>Entering (\S[^\n]*?) Agent message loop)"
        rb"|(?P<leaving>Exiting (\S[^\n]*?) Agent message loop)"
        rb"|(?P<evaluation>Evaluation)"
        rb"|(?P<inner_message>    Message to (\S[^\n]*?) Agent)"
        rb"|(?P<inner_response>    Response from (\S[^\n]*?) Agent)"
        rb"|(?P<inner_reply>    Reply from (\S[^\n]*?) Agent to Supervisor)"
        rb")[ \t]*\r?(?=\n|\Z)"
    )
)
_TASK_ID = pattern(rb"\*{20} Task \d+/\d+ \((\S+)\)")
_ENOUGH = 256 * 1024
_API = pattern(rb"\bapis\.(\w+\.\w+)\(|\b(send_message|reply)\(")
_FAILED = pattern(rb"\s*Execution failed\. Traceback:")
_EXTENSION = pattern(rb"\s*# CallExtension\b")
_DOCUMENTATION = pattern(rb'"(?:api_name|app_name)":|"response_schemas":|"description": ')
_ANSWER = pattern(rb"complete_task\([^\n]*?\banswer\s*=\s*(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\s,)]+))")


@dataclass(slots=True)
class _Block:
    """A header and what stands below it, false headers of the body included."""

    what: str
    who: str
    start: int
    end: int
    data: bytes
    body: int


def _task_id(data: bytes) -> str | None:
    """The id in the heading of a task."""
    match = _TASK_ID.search(data)
    return match[1].decode("utf-8", "replace") if match is not None else None


class AppWorld(UnitFormat):
    """Headers in words, text indented below them."""

    name = "appworld_txt"

    def recognise(self, head: Head) -> str | None:
        """It begins with a heading of twenty stars that numbers the task."""
        match = _TASK.match(head.data)
        return f'it begins with "{match[0].strip(b" *").decode("utf-8", "replace").strip()}"' if match else None

    def begin(self, source: Source, reading: Reading) -> ResumableCut[TextRecord]:
        """One event for each header with its body; the evaluation keeps its header only."""
        return ResumableCut(source, reading, RecordCutter(source, _HEADER), _Run(source, reading))

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one task."""
        return self.cut(SourceRange(source, run.start, run.end), reading)


class _Run:
    """What has to be remembered from block to block."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self._source = source
        self._reading = reading
        self._told = reading.runs.complete
        self._task_begun: tuple[int, str] | None = None
        self._blocks = 0
        self._inside = False
        self._block: _Block | None = None
        self._events = 0
        self._records = 0
        self._loops = 0
        self._section: str | None = None
        self._asked = False
        self._output: tuple[bytes, int] | None = None
        self._reads_documentation = False

    def read(self, record: TextRecord) -> Iterator[Draft]:
        """The block that a record ends; inner headers outside of a loop are text of the block before."""
        header, block = record.header, self._block
        what = (header.lastgroup if header else None) or ""
        if block is not None and what.startswith("inner") and not self._inside:
            block.end = record.end
            if len(block.data) < _ENOUGH:
                block.data += record.data
            return
        if block is not None:
            yield self._draft(block)
        self._inside = (self._inside or what == "entering") and what not in ("leaving", "task")
        who = next((name for name in header.groups()[1:] if name and header[what] != name), b"") if header else b""
        self._block = _Block(what, who.decode("utf-8", "replace"), record.start, record.end, record.data, record.body)

    def end(self) -> Iterator[Draft]:
        """The block that was held back."""
        if self._block is not None:
            yield self._draft(self._block)
            self._block = None
        if len(self._reading.runs):
            self._end_task(self._source.size)
        if self._reading.runs.held and not self._told:
            self._reading.warn(f"the file holds {len(self._reading.runs)} tasks, one after the other")

    def _end_task(self, end: int) -> None:
        """Tell of the task that ends, as one of the runs of the file."""
        if self._task_begun is not None and not self._told:
            start, id = self._task_begun
            self._reading.runs.add(id, self._blocks, start, end)

    def _draft(self, block: _Block) -> Draft:
        if block.what == "task":
            self._end_task(block.start)
            self._task_begun, self._blocks = (block.start, _task_id(block.data) or ""), 0
        self._blocks += 1
        self._events += 1
        if not block.what:
            return Draft(Kind.NOISE, block.start, block.end, salience=0.0)
        self._records += 1
        draft = Draft(Kind.RESULT, block.start, block.end, self._records, title=first_words(block.data, block.body))
        draft.depth = int(block.what.startswith("inner"))
        if block.what == "entering":
            self._loops += 1
            self._asked = False
            self._section = f"{block.who} Agent, loop {self._loops}"
        draft.section = self._section
        if block.what == "leaving":
            self._section = None
        _READERS[block.what](self, draft, block)
        return draft

    def _task(self, draft: Draft, block: _Block) -> None:
        draft.kind, draft.actor, draft.to = Kind.TASK, "user", (SUPERVISOR,)
        draft.section = self._section = None
        if self._reading.task is None and block.data[block.body :].strip():
            self._reading.task = Statement((tight_piece(block.data, block.body, len(block.data), block.start),))

    def _response(self, draft: Draft, block: _Block) -> None:
        """Every response is code, with comments as thoughts, and is run."""
        draft.kind, draft.actor = Kind.CALL, f"{block.who} Agent"
        calls = _API.findall(block.data, block.body)
        draft.tool = (calls[-1][0] or calls[-1][1]).decode() if calls else "python"
        self._reads_documentation = draft.tool.startswith("api_docs.")
        for answer in _ANSWER.finditer(block.data, block.body):
            start, end = answer.span(answer.lastindex or 0)
            self._reading.answer = Statement((Piece(block.start + start, block.start + end),))

    def _result(self, draft: Draft, block: _Block, receiver: str) -> None:
        draft.actor, draft.to, draft.title = "Environment", (receiver,), flat_words(block.data, block.body)
        draft.status = "error" if _FAILED.match(block.data, block.body) else "ok"
        if self._reads_documentation or len(_DOCUMENTATION.findall(block.data[: block.body + 2000])) > 4:
            draft.salience = 0.1

    def _outcome(self, draft: Draft, block: _Block) -> None:
        self._result(draft, block, SUPERVISOR)
        if _EXTENSION.match(block.data, block.body):
            draft.kind, draft.actor, draft.status = Kind.CALL, SUPERVISOR, None
            draft.tool, draft.to, draft.salience = "send_message", (), 0.3
        self._output = (b" ".join(block.data[block.body :].split()), self._events)

    def _returned(self, draft: Draft, block: _Block) -> None:
        draft.actor, draft.to, draft.tool, draft.salience = "Environment", (SUPERVISOR,), "send_message", 0.5
        self._output = (b" ".join(block.data[block.body :].split()), self._events)

    def _observed(self, draft: Draft, block: _Block) -> None:
        self._result(draft, block, SUPERVISOR)
        if self._output is not None and self._output[0] == b" ".join(block.data[block.body :].split()):
            draft.repeats, draft.salience = self._output[1], 0.0

    def _entering(self, draft: Draft, block: _Block) -> None:
        draft.kind, draft.actor, draft.to = Kind.HANDOFF, SUPERVISOR, (f"{block.who} Agent",)
        draft.title, draft.salience = f"To {block.who} Agent", 0.2

    def _leaving(self, draft: Draft, block: _Block) -> None:
        draft.kind, draft.actor, draft.to = Kind.HANDOFF, f"{block.who} Agent", (SUPERVISOR,)
        draft.title, draft.salience = f"Back from {block.who} Agent", 0.2

    def _inner_message(self, draft: Draft, block: _Block) -> None:
        receiver = f"{block.who} Agent"
        if self._asked:
            self._result(draft, block, receiver)
        else:
            draft.kind, draft.actor, draft.to = Kind.SAY, SUPERVISOR, (receiver,)
        self._asked = True

    def _inner_reply(self, draft: Draft, block: _Block) -> None:
        draft.kind, draft.actor, draft.to = Kind.SAY, f"{block.who} Agent", (SUPERVISOR,)

    def _evaluation(self, draft: Draft, block: _Block) -> None:
        """How the run was judged is no part of the run: the header stays, what stands below it is hidden."""
        draft.kind, draft.salience, draft.title = Kind.EVALUATION, 0.0, "Evaluation (hidden)"
        draft.pieces = (Piece(block.start, block.start + block.body),)
        self._reading.hide("Evaluation: whether the run succeeded, and which tests it passed")


_READERS: dict[str, Callable[[_Run, Draft, _Block], None]] = {
    "task": _Run._task,
    "output": _Run._outcome,
    "response": _Run._response,
    "returned": _Run._returned,
    "observed": _Run._observed,
    "entering": _Run._entering,
    "leaving": _Run._leaving,
    "evaluation": _Run._evaluation,
    "inner_message": _Run._inner_message,
    "inner_response": _Run._response,
    "inner_reply": _Run._inner_reply,
}
