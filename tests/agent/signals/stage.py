"""A stage for detectors: a run told in a few steps becomes a real trace that a detector watches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.signals.detection import detect
from agent.signals.detector import Detector
from agent.signals.signal import Signal
from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.source import Source
from agent.trace.trace import Trace


@dataclass(frozen=True)
class Step:
    """One event of a run."""

    kind: Kind
    actor: str | None
    text: str
    to: tuple[str, ...] = ()
    title: str = ""
    tool: str | None = None
    call: str | None = None
    status: str | None = None
    section: str | None = None
    repeats: int | None = None
    copies: int = 1


def task(text: str) -> Step:
    return Step(Kind.TASK, "user", text)


def say(actor: str, text: str, *, section: str | None = None, repeats: int | None = None, copies: int = 1) -> Step:
    return Step(Kind.SAY, actor, text, section=section, repeats=repeats, copies=copies)


def call(actor: str, tool: str, text: str, *, section: str | None = None) -> Step:
    return Step(Kind.CALL, actor, text, tool=tool, section=section)


def result(text: str, *, tool: str | None = None, status: str | None = None) -> Step:
    return Step(Kind.RESULT, "environment", text, tool=tool, status=status)


def note(text: str, *, status: str | None = None) -> Step:
    return Step(Kind.NOTE, None, text, status=status)


class Script:
    """A format whose events are the steps of a test, each a range of the file."""

    name = "script"

    def __init__(self, steps: Sequence[Step], reading: Reading) -> None:
        self._steps = steps
        self._said = reading

    def recognise(self, head: Head) -> str | None:
        return "told by a test"

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        reading.records_tool_results = self._said.records_tool_results
        reading.executes_code = self._said.executes_code
        reading.records_are_messages = self._said.records_are_messages
        at = 0
        for number, step in enumerate(self._steps, 1):
            end = at + len(step.text.encode())
            if step.kind is Kind.TASK and reading.task is None:
                reading.task = Statement((Piece(at, end),))
            if step.kind is Kind.ANSWER:
                reading.answer = Statement((Piece(at, end),))
            yield Draft(
                step.kind, at, end + 1, number, step.actor, step.to, step.title, tool=step.tool, call=step.call,
                status=step.status, section=step.section, repeats=step.repeats, copies=step.copies,
            )  # fmt: skip
            at = end + 1


def played(folder: Path, steps: Sequence[Step], reading: Reading | None = None) -> Trace:
    """The trace of a run, read to its end."""
    path = folder / "run.log"
    path.write_bytes(b"".join(step.text.encode() + b"\n" for step in steps))
    return Trace(Source.open(path), Script(steps, reading or Reading()), "told by a test").read()


def watch(detector: type[Detector], tmp_path: Path, *steps: Step, reading: Reading | None = None) -> list[Signal]:
    """What a detector says of a run; what must hold for every signal is checked here."""
    trace = played(tmp_path, steps, reading)
    try:
        detected = detect(trace, among=(detector,))
        for signal in detected.signals:
            check(trace, signal, detector)
    finally:
        trace.close()
    return list(detected.signals)


def check(trace: Trace, signal: Signal, detector: type[Detector]) -> None:
    """A signal carries its detector's name, and quotes what is there."""
    assert (signal.detector, signal.mode, signal.tier) == (detector.name, detector.mode, detector.tier)
    assert signal.acts and signal.title and not signal.title.endswith(".") and 0 < len(signal.why.split()) <= 60
    assert signal.occurrences and signal.topic
    for mark in (*signal.acts, *signal.references):
        assert mark.quote and len(mark.quote) <= 300
        assert mark.quote in trace.text(trace.events[mark.event])
    for mark in signal.acts:
        assert trace.events[mark.event].is_act
    assert all(1 <= first <= last <= trace.events.lines for first, last in signal.occurrences)
