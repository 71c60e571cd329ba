"""The run is closed while work that it had started is under way, and that work is given up with it."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import task_marks
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_THING = r"(?:background )?(?:jobs?|tasks?|sub-?agents?|workers?|requests?|downloads?|uploads?|builds?|processes|runs?)"
_STATE = r"(?:open |pending |running |queued |waiting |unfinished )?"
_GIVEN_UP = r"(?:cancell?ed|aborted|killed|abandoned|orphaned|discarded|dropped)"
_OPEN = re.compile(
    rf"\b(?:\d+|one|two|three|an?|all|some) {_STATE}{_THING}\b"
    rf"[^\n]{{0,40}}\b{_GIVEN_UP}\b"
    rf"|\b{_GIVEN_UP} (?:\d+|one|two|three|all|some) {_STATE}{_THING}\b"
    rf"|\b(?:\d+|one|two|three) {_THING} (?:is |are |was |were )?still (?:open|pending|running|queued|waiting)\b",
    re.IGNORECASE,
)
_NONE = re.compile(r"\b(?:0|no) (?:\w+ )?(?:jobs?|tasks?|requests?)\b", re.IGNORECASE)
_NOTES = frozenset({Kind.NOTE, Kind.SYSTEM, Kind.ERROR, Kind.USAGE})
_HINTS = ("cancel", "abort", "killed", "abandon", "orphan", "discard", "dropped", "still ")
_AFTER = 6
"""How many events may follow: what is given up on the way may be what was meant."""
_READ = 400


class OpenJobDropped(Detector):
    """Only what the framework itself reports at the end, after an agent had chosen to end."""

    name = "open_job_dropped"
    mode = "FM-3.1"
    tier = "fact"
    known_false = (
        "a job that is given up while the work goes on",
        "agents that talk about jobs",
    )
    english_only = True

    def __init__(self) -> None:
        self._act = 0
        self._note: tuple[int, int, int] | None = None

    def see(self, event: Event, text: str) -> None:
        """Remember the last act, and a note that comes after it."""
        if event.repeats is not None:
            return
        if by_agent(event):
            self._act, self._note = event.number, None
        elif event.kind in _NOTES and self._act and self._note is None:
            said = text[:_READ].lower()
            match = _OPEN.search(text, 0, _READ) if any(map(said.__contains__, _HINTS)) else None
            if match is not None and _NONE.search(match[0]) is None:
                self._note = (event.number, match.start(), self._act)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The last act, if the framework gives up open work after it."""
        if self._note is None or trace.events - self._note[0] > _AFTER:
            return
        number, at, act = self._note
        note, last = trace.event(number), trace.event(act)
        text = trace.text(number)
        yield self.hit(
            title=f"{last.actor or 'The run'} ends while work that was started is not done",
            why=f"The last act is at L{last.lines[0]}; L{line_at(note, text, at)} then reports work that was under way "
            "and is given up: what it would have brought never came.",
            actor=last.actor,
            acts=[
                mark(last, trace.text(act), note="the last act"),
                mark(note, text, at, "work that is given up"),
            ],
            references=task_marks(trace),
            topic="end of the task",
            occurrences=[(last.lines[0], note.lines[1])],
            severity="major",
        )
