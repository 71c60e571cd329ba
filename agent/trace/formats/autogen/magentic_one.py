"""Magentic-One runs on the AgBench console, alone or in the folder of one run."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agent.trace.event import Kind
from agent.trace.formats.autogen.console_blocks import BLOCK_HEADER, read_block, speaker
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat
from agent.trace.formats.base.text_words import tight_piece
from agent.trace.formats.text.text_records import Header, RecordCutter, TextRecord
from agent.trace.source import Source

_STARTING = pattern(rb"^SCENARIO\.PY STARTING !#!#", re.MULTILINE)
_MARKER = Header(pattern(rb"\n(SCENARIO|RUN|[A-Z_]+)\.(?:PY|SH) ([A-Z][^\n]*?) !#!#[^\n]*"))
_LEDGER = pattern(rb"\s*We are working to address the following user request")
_FINAL = pattern(rb"\nFINAL ANSWER:[ \t]*")
_PAGE = b"\nThe following text is visible in the viewport:"
_EXIT = pattern(rb"POSIX exit code(?: was)?: (-?\d+)")
_FAILED = pattern(rb"Traceback \(most recent call last\)|^No code blocks found in the thread", re.MULTILINE)
_COMPANIONS = pattern(r"prompt\.txt|timestamp\.txt|config\.ya?ml|scenario\.py|\S+\.png|tmp_code_\S+|\S+_trace\.json")
_SIBLINGS = {"prompt.txt", "expected_answer.txt", "scenario.py", "config.yaml"}
_TRUTH = "expected_answer.txt"


class MagenticOne(UnitFormat):
    """An installer's preamble, blocks of agents, and a footer."""

    name = "magentic_one_agbench_console"

    def recognise(self, head: Head) -> str | None:
        """The markers that AgBench prints around a scenario."""
        if _STARTING.search(head.data):
            return 'a line "SCENARIO.PY STARTING !#!#"'
        if b"RUN.SH STARTING !#!#" in head.data[:400]:
            return 'it begins with "RUN.SH STARTING !#!#"'
        return None

    def begin(self, source: Source, reading: Reading) -> ResumableCut[TextRecord]:
        """One event for each block between the start of the scenario and its end; a web page is an event of its own."""
        _name_companions(source, reading)
        return _begin(source, reading, running=False)


def begin_bare(source: Source, reading: Reading) -> ResumableCut[TextRecord]:
    """The blocks of a run that was printed with no AgBench around it."""
    return _begin(source, reading, running=True)


def _begin(source: Source, reading: Reading, *, running: bool) -> ResumableCut[TextRecord]:
    cutter = RecordCutter(source, BLOCK_HEADER, _MARKER)
    return ResumableCut(source, reading, cutter, _Run(reading, running=running))


def _name_companions(source: Source, reading: Reading) -> None:
    """What lies beside the console of a run; the expected answer is named and never opened."""
    try:
        names = sorted(path.name for path in source.path.parent.iterdir()) if source.path.is_file() else []
    except OSError:
        return
    if not _SIBLINGS.intersection(names):
        return
    reading.companions.extend(name for name in names if _COMPANIONS.fullmatch(name))
    if _TRUTH in names:
        reading.hide(f"{_TRUTH}: the answer that was expected")


class _Span(NamedTuple):
    """A block of an agent, or (with no header) the console around them."""

    record: TextRecord
    header: re.Match[bytes] | None
    end: int
    marker: bytes = b""


class _Run:
    """One event is held back until the next block shows who was asked to speak, and the console around the blocks."""

    def __init__(self, reading: Reading, *, running: bool) -> None:
        self._reading = reading
        self._running = running
        self._around: _Span | None = None
        self._held: Draft | None = None
        self._number = 0
        self._plans = 0
        self._section: str | None = None
        self._said: Statement | None = None

    def read(self, record: TextRecord) -> Iterator[Draft]:
        """Blocks while a scenario runs; everything else in as few stretches as possible."""
        header = record.header
        is_marker = header is not None and header.re.pattern == _MARKER.pattern.pattern
        if header is not None and is_marker and header[1] == b"SCENARIO":
            self._running = header[2] == b"STARTING"
        elif header is not None and not is_marker and self._running:
            yield from self._end_around()
            yield from self._add(_Span(record, header, record.end))
            return
        if self._around is None:
            self._around = _Span(record, None, record.end, header[2] if header is not None and is_marker else b"")
        else:
            self._around = self._around._replace(end=record.end)

    def end(self) -> Iterator[Draft]:
        """What was held back."""
        yield from self._end_around()
        if self._held is not None:
            yield self._held
        if self._number == 0:
            self._reading.warn("the scenario never started: there is nothing but the console around it")

    def _end_around(self) -> Iterator[Draft]:
        if self._around is not None:
            around, self._around = self._around, None
            yield from self._add(around)

    def _add(self, span: _Span) -> Iterator[Draft]:
        if self._held is not None:
            held, self._held = self._held, None
            yield self._addressed(held, span)
        if span.header is None:
            failed = span.marker.startswith(b"EXITED WITH CODE")
            kind = Kind.ERROR if failed else Kind.NOISE
            yield Draft(kind, span.record.start, span.end, status="error" if failed else None, salience=float(failed))
            return
        *parts, self._held = self._block(span.record, span.header)
        yield from parts

    def _addressed(self, held: Draft, following: _Span) -> Draft:
        """What was held back, now that it is known what follows it."""
        if held.kind is not Kind.HANDOFF:
            return held
        if following.header is not None:
            if speaker(following.header) != held.actor:
                held.to = (speaker(following.header),)
        elif following.marker == b"COMPLETE":
            held.kind, self._reading.answer = Kind.ANSWER, self._said
        return held

    def _block(self, record: TextRecord, header: re.Match[bytes]) -> list[Draft]:
        self._number += 1
        draft = read_block(record, header, self._number)
        data, body = record.data, record.body
        actor = draft.actor or ""
        if actor != "Assistant":
            draft.kind, draft.tool = Kind.SAY, None
        if actor == "user" and self._reading.task is None:
            draft.kind = Kind.TASK
            self._reading.task = Statement((tight_piece(data, body, len(data), record.start),))
        elif "Orchestrator" in actor:
            self._orchestrate(draft, record)
        elif actor == "ComputerTerminal":
            exit_code = _EXIT.search(data, body)
            failed = exit_code[1] != b"0" if exit_code else _FAILED.search(data, body) is not None
            draft.kind, draft.tool, draft.status = Kind.RESULT, "code", "error" if failed else "ok"
        elif actor == "FileSurfer":
            draft.kind, draft.tool, draft.salience = Kind.RESULT, "files", 0.7
            draft.status = "error" if b"FileNotFoundError" in data else "ok"
        elif actor == "WebSurfer":
            draft.section = self._section
            return self._surf(draft, record)
        draft.section = self._section
        return [draft]

    def _orchestrate(self, draft: Draft, record: TextRecord) -> None:
        data, body = record.data, record.body
        final = _FINAL.search(data, body)
        if _LEDGER.match(data, body):
            self._plans += 1
            self._section = f"plan {self._plans}"
            draft.kind, draft.title = Kind.PLAN, "Facts and plan" if self._plans == 1 else "Facts and plan, made again"
        elif final is not None:
            draft.kind = Kind.ANSWER
            self._reading.answer = Statement((tight_piece(data, final.end(), len(data), record.start),))
        else:
            draft.kind = Kind.HANDOFF
            self._said = Statement((tight_piece(data, body, len(data), record.start),))

    def _surf(self, draft: Draft, record: TextRecord) -> list[Draft]:
        """What the surfer did, and the page that it then saw."""
        if record.data.startswith(b"Web surfing error:", record.body + 1):
            draft.kind, draft.status = Kind.ERROR, "error"
        if b"<image>" in record.data:
            draft.title = f"{draft.title[:60]} (with a screenshot)"
        page = record.data.find(_PAGE, record.body)
        if page < 0:
            return [draft]
        draft.end = record.start + page + 1
        seen = Draft(
            Kind.RESULT,
            draft.end,
            record.end,
            draft.record,
            draft.actor,
            title="What the browser showed",
            tool="browser",
            salience=0.4,
            section=self._section,
        )
        return [draft, seen]
