"""Reads the end of a trace: its last acts, a limit that cut them off, and what had been asked for at the opening."""

from dataclasses import dataclass

from agent.signals.detector import WholeTrace
from agent.signals.readings.limit_notes import limit_in
from agent.signals.readings.quoted_line import mark, mark_last_line
from agent.signals.readings.who_acts import FRAMING
from agent.signals.signal import Mark
from agent.trace.event import Event, Kind

_TAIL = 12
_OPENING = 50


@dataclass(frozen=True, slots=True)
class RunEnd:
    """The last events of a trace, the newest first, repeats and framing left out."""

    acts: tuple[Event, ...]
    limit: tuple[int, int] | None
    """The event that says a limit was reached, and where in its text; none where an answer had come before it."""

    @property
    def last(self) -> Event | None:
        """The last thing anybody did."""
        return self.acts[0] if self.acts else None


def run_end(trace: WholeTrace) -> RunEnd:
    """The end of a trace, read backwards once."""
    if "run_end" not in trace.known:
        trace.known["run_end"] = _read(trace)
    end: RunEnd = trace.known["run_end"]
    return end


def _read(trace: WholeTrace) -> RunEnd:
    acts: list[Event] = []
    limit = None
    for number in range(trace.events, max(0, trace.events - 400), -1):
        event = trace.event(number)
        stop = limit_in(event, trace.text(number)) if len(acts) < 2 else None
        if stop is not None:
            limit = limit or (number, stop[0])
            continue
        if limit is not None and not acts and event.is_act and event.kind is Kind.ANSWER:
            limit = None
        if event.repeats is None and event.kind not in FRAMING:
            acts.append(event)
            if len(acts) >= _TAIL:
                break
    return RunEnd(tuple(acts), limit)


def last_words(trace: WholeTrace) -> Mark | None:
    """The last words of the run, where something that never came should have come by."""
    last = run_end(trace).last
    text = trace.text(last.number) if last is not None else ""
    return mark_last_line(last, text, "the end of the run") if last is not None and text.strip() else None


def task_marks(trace: WholeTrace) -> tuple[Mark, ...]:
    """What was asked for, where an event states it; nothing where none does."""
    for number in range(1, min(trace.events, _OPENING) + 1):
        event = trace.event(number)
        if event.kind is Kind.TASK and event.is_act:
            text = trace.text(number)
            return (mark(event, text, note="what was asked for"),) if text.strip() else ()
    return ()
