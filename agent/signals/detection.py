"""Runs every detector over a trace in one pass, and says which of them could not judge it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from agent.errors import Cancelled
from agent.signals.detector import Detector, WholeTrace
from agent.signals.one_act_once import one_act_once
from agent.signals.readings.first_look import FirstLook, FirstLooks
from agent.signals.readings.language import English
from agent.signals.readings.outcome_facts import OutcomeFact, OutcomeFacts
from agent.signals.registry import DETECTORS, OFF
from agent.signals.signal import Signal
from agent.trace.event import Kind
from agent.trace.trace import Trace

_KEPT = 256
"""How many events that detectors come back to are kept."""
_SPOKEN = frozenset({Kind.SAY, Kind.THINK, Kind.PLAN, Kind.ANSWER, Kind.HANDOFF, Kind.TASK})


@dataclass(frozen=True, slots=True)
class Detection:
    """What the detectors found, and which of them could not judge this trace."""

    signals: tuple[Signal, ...]
    silent: dict[str, str]
    """Detectors that said nothing because they cannot, with the reason."""
    outcome: tuple[OutcomeFact, ...] = ()
    """What the trace itself shows about how the run came out."""
    looks: tuple[FirstLook, ...] = ()
    """What a person reads first where nothing was found."""


def detect(
    trace: Trace,
    stop: Callable[[], bool] | None = None,
    among: Sequence[type[Detector]] = DETECTORS,
) -> Detection:
    """Run every detector over a trace that has been read."""
    detectors = [make() for make in among]
    facts, english, looks = OutcomeFacts(), English(), FirstLooks()
    seeing = [*(detector.see for detector in detectors), facts.see, looks.see]
    for event in trace.events:
        text = trace.text(event)
        if event.kind in _SPOKEN and event.repeats is None:
            english.see(text)
        for see in seeing:
            see(event, text)
        if event.number % 64 == 0 and stop is not None and stop():
            raise Cancelled("The detection was stopped.", "Its signals are not complete.", "Start it again.")
    whole = whole_trace(trace)
    return replace(_gather(trace, whole, detectors, facts, english), looks=looks.looks(whole))


def whole_trace(trace: Trace) -> WholeTrace:
    """What detectors may know of a trace that has been read."""
    task, answer = trace.task(), trace.answer()
    return WholeTrace(
        reading=trace.reading,
        task=task.text if task else None,
        answer=answer.text if answer else None,
        lines=trace.events.lines,
        events=len(trace.events),
        text=lambda number: trace.text(trace.events[number]),
        event=lru_cache(_KEPT)(lambda number: trace.events[number]),
    )


def _gather(
    trace: Trace, whole: WholeTrace, detectors: list[Detector], facts: OutcomeFacts, english: English
) -> Detection:
    signals: list[Signal] = []
    silent: dict[str, str] = {}
    for detector in detectors:
        if detector.english_only and not english.likely:
            silent[detector.name] = "it rests on English words, and the trace is not in English"
            continue
        if trace.format.name in OFF.get(detector.name, ()):
            silent[detector.name] = "it told nothing of use on traces of this format"
            continue
        signals.extend(detector.signals(whole))
    return Detection(tuple(sorted(one_act_once(signals), key=_place)), silent, facts.facts(whole))


def _place(signal: Signal) -> tuple[int, str]:
    return (signal.occurrences[0][0] if signal.occurrences else 0, signal.detector)
