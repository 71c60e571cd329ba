"""Agents go round in circles until a limit of steps or time ends the run."""

import re
from collections import deque
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.limit_notes import limit_in
from agent.signals.readings.looking_again import only_looks
from agent.signals.readings.normalised_text import fingerprint
from agent.signals.readings.quoted_line import informative_line, line_with
from agent.signals.readings.step_end import ENDERS
from agent.signals.readings.text_similarity import SimilarTexts, sketch
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Mark, Precision, Signal
from agent.trace.event import Event, Kind

SHINGLES = 14
ALIKE = 0.8
TAIL = 40
BACK = 120
"""How many acts before the stop are judged, and how far back they are compared."""
ENOUGH = 3
_STUCK = re.compile(r"stuck|duplicate (?:response|action|call)|repetitive|no progress|loop detected")
_NEAR_END = 0.9
_NOTES = frozenset({Kind.NOTE, Kind.ERROR, Kind.SYSTEM})


class LoopedUntilBudget(Detector):
    """A limit ended the run, and among the last acts several repeat earlier ones or the framework saw a standstill."""

    name = "looped_until_budget"
    mode = "FM-1.5"
    tier = "fact"
    precision = Precision(8, 8)
    known_false = (
        "a limit that ends a run which was still getting on",
        "a tool that timed out inside a run",
        "prompts that speak of limits",
        "scrolling, paging and waiting, and the end of one step of a plan",
        "a limit that a printed report of steps tells of after the answer",
    )
    english_only = True

    def __init__(self) -> None:
        self._acts: deque[int] = deque(maxlen=BACK)
        self._warnings: deque[int] = deque(maxlen=TAIL)
        self._stop: tuple[int, int, int] | None = None
        self._before: list[int] = []
        self._answered = False

    def see(self, event: Event, text: str) -> None:
        """Note the framework's warnings, and where a limit ends the run."""
        if by_agent(event):
            self._acts.append(event.number)
            self._answered = event.kind is Kind.ANSWER
            return
        if event.repeats is None and event.kind in _NOTES and _STUCK.search(text[:600].lower()) is not None:
            self._warnings.append(event.number)
        place = limit_in(event, text)
        if place is not None and not self._answered:
            self._stop = (event.number, *place)
            self._before = list(self._acts)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The circling before the stop, if the stop ended the run."""
        if self._stop is None or self._stop[0] < _NEAR_END * trace.events:
            return
        number, at, _ = self._stop
        stop = trace.event(number)
        said = line_with(trace.text(number), at) or informative_line(trace.text(number))
        acts, pairs = _circling(trace, self._before)
        tail = acts[-TAIL:]
        circling = [pair for pair in pairs if pair[0] >= tail[0]]
        warned = [warning for warning in self._warnings if warning < number]
        if len(circling) < ENOUGH or (len(circling) + len(warned)) * 2 < len(tail):
            return
        again, first = circling[-1]
        act = trace.event(again)
        seen = f" The framework warned of repetition {times(len(warned))} before that." if warned else ""
        yield self.hit(
            title=f"{act.actor or 'The agents'} repeated earlier steps until a limit ended the run",
            why=f"Of the last {len(tail)} acts {len(circling)} repeat earlier ones (L{act.lines[0]} "
            f"repeats L{trace.event(first).lines[0]}); at L{stop.lines[0]} a limit ended the run.{seen}",
            actor=act.actor,
            acts=(Mark(again, informative_line(trace.text(again)), "repeated"), Mark(number, said, "ended by a limit")),
            references=(Mark(first, informative_line(trace.text(first)), "done before"),),
            topic="limit",
            occurrences=(*(trace.event(n).lines for n, _ in circling), stop.lines),
            severity="major" if trace.answer else "fatal",
        )


def _circling(trace: WholeTrace, acts: list[int]) -> tuple[list[int], list[tuple[int, int]]]:
    """Those of the acts that say or do something, and those that repeat an earlier one, each with that one."""
    counted: list[int] = []
    index = SimilarTexts()
    exact: dict[tuple[str | None, str | None, int], int] = {}
    pairs: list[tuple[int, int]] = []
    for number in acts:
        event, text = trace.event(number), trace.text(number)
        if event.kind is Kind.CALL:
            counted.append(number)
            if only_looks(event.tool, text) or ENDERS.search(event.tool or ""):
                continue
            same = exact.setdefault((event.actor, event.tool, fingerprint(text)), number)
            if same != number:
                pairs.append((number, same))
        elif len(sketch(text).hashes) >= SHINGLES:
            counted.append(number)
            other, share = index.add(number, (event.actor, event.kind), sketch(text))
            if share >= ALIKE:
                pairs.append((number, other))
    return counted, pairs
