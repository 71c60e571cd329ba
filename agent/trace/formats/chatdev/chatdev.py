"""ChatDev logs: a company of agents in phases, between tables of parameters and prompts printed again and again.

A record that carries a prompt is two events: the prompt, and what was said. Prompts that were printed before, and
conclusions that are the last reply once more, are `repeats`, so that the few bytes of talk stand out.
"""

import re
from collections.abc import Callable, Iterator

from agent.trace.digest import short
from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat, UnitReader
from agent.trace.formats.base.text_words import first_words, tight_piece
from agent.trace.formats.chatdev.chatdev_clock import ChatDevClock
from agent.trace.formats.text.text_records import Header, RecordCutter, TextRecord
from agent.trace.source import Source

_HEADER = Header(pattern(rb"\n\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) ([A-Z]+)\] "))
_OPENING = pattern(rb"(?:\xef\xbb\xbf)?\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [A-Z]+\] ")
_PROJECT = rb"**[Preprocessing]**"
_TASK = pattern(rb"^\*\*task_prompt\*\*: ?(.*?)(?=^\*\*project_name\*\*|\Z)", re.MULTILINE | re.DOTALL)
_UTTERANCE = pattern(rb"([^\n:*]+): \*\*([^\n]+?)<->([^\n]+?) on : (\w+), turn (\d+)\*\*[ \t]*\r?(?:\n|\Z)")
_START_CHAT = pattern(rb"([^\n:*]+): \*\*\[Start Chat\]\*\*[ \t]*\r?(?:\n|\Z)")
_TAG = pattern(rb"(?:System: )?\*\*\[([^\]\n]+)\]\*\*:?")
_PHASE = pattern(rb"^\| \*\*phase_name\*\* \| (\w+) \|", re.MULTILINE)
_PROMPT = pattern(rb"\s*\[.*?\](?=\r?\n\r?\n)\r?\n\r?\n", re.DOTALL)
_ADDRESSEE = pattern(rb"^You are (?:the )?([A-Z][A-Za-z ]+?)[.,]", re.MULTILINE)
_INFO = pattern(rb"^\s*<INFO>\s*")
_CYCLE = pattern(rb"execute SimplePhase:\[(\w+)\] in ComposedPhase:\[(\w+)\], cycle (\d+)")
_FAILED = pattern(rb"Traceback \(most recent call last\)|\b\w+Error: |software has bugs", re.IGNORECASE)
_ANSWER = pattern(rb"[Tt]he (?:correct )?answer is:? *(\([A-WYZ0-9]\)|[A-WYZ](?![A-Za-z]))")
_MISSING = pattern(rb"([^\n:*]+?) found ModuleNotFoundError:")
_RESOLVE = pattern(rb"([^\n:*]+?) resolve ModuleNotFoundError by:")
_NOISE = (b"flask app.py did not start", b"HTTP Request: ")
_REFUSED = pattern(rb'"HTTP/[\d.]+ [45]\d\d')
_REMEMBERED = 20_000
_COMPANIONS = pattern(r".+\.(?:prompt|py)|meta\.txt|\w*Config\.json|requirements\.txt|manual\.md")


class ChatDev(UnitFormat):
    """Records that begin with `[time LEVEL] `, the first of them `**[Preprocessing]**`."""

    name = "chatdev_log"

    def recognise(self, head: Head) -> str | None:
        """A time in brackets at once, and the first record's title."""
        if _OPENING.match(head.data) and _PROJECT in head.data[:200]:
            return 'it begins with "[time LEVEL] **[Preprocessing]**"'
        return None

    def begin(self, source: Source, reading: Reading) -> ResumableCut[TextRecord]:
        """One event for each record, two where it prints a prompt before it speaks."""
        _name_companions(source, reading)
        return ResumableCut(source, reading, RecordCutter(source, _HEADER), _Company(reading))


def _name_companions(source: Source, reading: Reading) -> None:
    """What ChatDev left beside its log."""
    try:
        names = sorted(path.name for path in source.path.parent.iterdir()) if source.path.is_file() else []
    except OSError:
        return
    if any(name.endswith(".prompt") or name == "meta.txt" for name in names):
        reading.companions.extend(name for name in names if _COMPANIONS.fullmatch(name))


def _digest(text: bytes) -> bytes:
    return short(b" ".join(text.split()), 8).digest()


class _Company(UnitReader[TextRecord]):
    """What has to be remembered from record to record."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._clock = ChatDevClock(reading)
        self._events = 0
        self._records = 0
        self._prompts: dict[bytes, int] = {}
        self._reply: tuple[bytes, int] = (b"", 0)
        self._visits: dict[str, int] = {}
        self._section: str | None = None

    def read(self, record: TextRecord) -> Iterator[Draft]:
        """A record as its events."""
        for draft in self._drafts(record):
            self._events += 1
            draft.section = self._section
            yield draft

    def _drafts(self, record: TextRecord) -> Iterator[Draft]:
        if record.header is None:
            return iter((Draft(Kind.NOISE, record.start, record.end, salience=0.0),))
        self._records += 1
        data, body = record.data, record.body
        time = self._clock.iso(record.header[1], data)
        draft = Draft(Kind.NOISE, record.start, record.end, self._records, time=time, salience=0.0)
        if data.startswith(_NOISE, body):
            return iter((self._noise(draft, record),))
        if utterance := _UTTERANCE.match(data, body):
            return self._utterance(draft, record, utterance)
        if start := _START_CHAT.match(data, body):
            return self._start_chat(draft, record, start)
        tag = _TAG.match(data, body)
        reader = _READERS.get(tag[1].decode("utf-8", "replace")) if tag else None
        if tag is not None:
            draft.title = tag[1].decode("utf-8", "replace")
        (reader or _Company._other)(self, draft, record, tag.end() if tag else body)
        return iter((draft,))

    def _noise(self, draft: Draft, record: TextRecord) -> Draft:
        if _REFUSED.search(record.data, record.body):
            draft.kind, draft.status, draft.salience = Kind.ERROR, "error", 0.5
        return draft

    def _utterance(self, draft: Draft, record: TextRecord, header: re.Match[bytes]) -> Iterator[Draft]:
        speaker, one, other, phase, turn = (group.decode("utf-8", "replace") for group in header.groups())
        start = header.end()
        prompt = _PROMPT.match(record.data, start)
        if prompt is not None:
            start = prompt.end()
            yield self._echo(draft, record, start, record.data[header.end() : start], speaker)
            draft = Draft(Kind.SAY, record.start + start, record.end, draft.record, time=draft.time)
        draft.kind, draft.salience, draft.actor = Kind.SAY, 1.0, speaker
        draft.to = (other if speaker == one else one,)
        said = first_words(record.data, start)
        draft.title = f"{phase}, turn {turn}: {said}" if int(turn) else f"{phase}: {said}"
        self._reply = (_digest(_INFO.sub(b"", record.data[start:])), self._events + 1)
        for answer in _ANSWER.finditer(record.data, start):
            self._reading.answer = Statement((Piece(record.start + answer.start(1), record.start + answer.end(1)),))
        yield draft

    def _start_chat(self, draft: Draft, record: TextRecord, header: re.Match[bytes]) -> Iterator[Draft]:
        speaker = header[1].decode("utf-8", "replace")
        prompt = _PROMPT.match(record.data, header.end())
        start = header.end()
        if prompt is not None:
            start = prompt.end()
            addressee = _ADDRESSEE.search(prompt[0])
            yield self._echo(draft, record, start, prompt[0], speaker)
            draft = Draft(Kind.SYSTEM, record.start + start, record.end, draft.record, time=draft.time)
            draft.to = (addressee[1].decode("utf-8", "replace"),) if addressee else ()
        draft.kind, draft.actor, draft.salience = Kind.SYSTEM, speaker, 0.1
        draft.title = f"Instruction: {first_words(record.data, start)}"
        yield draft

    def _echo(self, draft: Draft, record: TextRecord, end: int, prompt: bytes, speaker: str) -> Draft:
        """The system prompt that stands before what a record says."""
        key = _digest(prompt)
        draft.kind, draft.end, draft.actor = Kind.SYSTEM, record.start + end, speaker
        draft.title, draft.salience = "System prompt", 0.05
        if key in self._prompts:
            draft.title, draft.repeats, draft.salience = "System prompt, printed again", self._prompts[key], 0.0
        else:
            if len(self._prompts) >= _REMEMBERED:
                self._prompts.clear()
            self._prompts[key] = self._events + 1
        return draft

    def _task(self, draft: Draft, record: TextRecord, at: int) -> None:
        draft.kind, draft.actor, draft.salience = Kind.TASK, "user", 1.0
        stated = _TASK.search(record.data, at)
        if stated is not None and self._reading.task is None and stated[1].strip():
            draft.title = first_words(stated[1])
            self._reading.task = Statement((tight_piece(record.data, stated.start(1), stated.end(1), record.start),))

    def _parameters(self, draft: Draft, record: TextRecord, at: int) -> None:
        """A table of parameters; the first of a phase names it."""
        draft.kind, draft.salience = Kind.SYSTEM, 0.02
        phase = _PHASE.search(record.data, at)
        if phase is not None:
            name = phase[1].decode("utf-8", "replace")
            visit = self._visits[name] = self._visits.get(name, 0) + 1
            self._section = name if visit == 1 else f"{name} {visit}"
            draft.title = f"Parameters of {name}"

    def _conclusion(self, draft: Draft, record: TextRecord, at: int) -> None:
        draft.kind, draft.salience = Kind.NOTE, 0.3
        if _digest(_INFO.sub(b"", record.data[at:])) == self._reply[0]:
            draft.repeats, draft.salience = self._reply[1], 0.0

    def _cycle(self, draft: Draft, record: TextRecord, at: int) -> None:
        draft.kind, draft.salience = Kind.SYSTEM, 0.1
        if cycle := _CYCLE.search(record.data, at):
            phase, composed, number = (group.decode("utf-8", "replace") for group in cycle.groups())
            draft.title = f"{composed}, cycle {number}: {phase}"

    def _tests(self, draft: Draft, record: TextRecord, at: int) -> None:
        draft.kind, draft.salience, draft.tool = Kind.RESULT, 1.0, "tests"
        draft.status = "error" if _FAILED.search(record.data, at) else "ok"
        draft.title = f"{draft.title}: {first_words(record.data, at)}"

    def _started(self, draft: Draft, record: TextRecord, at: int) -> None:
        """What came of starting the program, which the company calls a test."""
        self._tests(draft, record, at)
        draft.tool = "program start"

    def _command(self, draft: Draft, record: TextRecord, at: int) -> None:
        draft.kind, draft.salience, draft.tool = Kind.CALL, 1.0, "shell"
        draft.title = first_words(record.data, at)

    def _code(self, draft: Draft, record: TextRecord, at: int) -> None:
        """Files as the environment keeps them: the code was said before, the difference was not."""
        draft.kind, draft.salience = Kind.NOTE, 0.3
        draft.title = first_words(record.data, at) or draft.title

    def _usage(self, draft: Draft, record: TextRecord, at: int) -> None:
        draft.kind, draft.salience = Kind.USAGE, 0.02

    def _end(self, draft: Draft, record: TextRecord, at: int) -> None:
        draft.kind, draft.salience = Kind.USAGE, 0.2

    def _other(self, draft: Draft, record: TextRecord, at: int) -> None:
        level = record.header[2] if record.header else b""
        draft.kind, draft.salience = Kind.NOTE, 0.3
        draft.title = draft.title or first_words(record.data, at)
        if match := _MISSING.match(record.data, record.body):
            draft.kind, draft.status, draft.salience = Kind.RESULT, "error", 1.0
            draft.actor, draft.tool = match[1].decode("utf-8", "replace"), "tests"
        elif match := _RESOLVE.match(record.data, record.body):
            draft.kind, draft.salience, draft.tool = Kind.CALL, 1.0, "shell"
            draft.actor = match[1].decode("utf-8", "replace")
        elif level in (b"ERROR", b"CRITICAL"):
            draft.kind, draft.status, draft.salience = Kind.ERROR, "error", 1.0


_READERS: dict[str, Callable[[_Company, Draft, TextRecord, int], None]] = {
    "Preprocessing": _Company._task,
    "chatting": _Company._parameters,
    "RolePlaying": _Company._parameters,
    "OpenAI_Usage_Info Receive": _Company._usage,
    "Seminar Conclusion": _Company._conclusion,
    "Execute Detail": _Company._cycle,
    "Update Codes": _Company._code,
    "Software Info": _Company._usage,
    "Test Reports": _Company._started,
    "Test Info": _Company._tests,
    "CMD Execute": _Company._command,
    "Post Info": _Company._end,
}
