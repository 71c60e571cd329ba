"""The process starts over: what the agents had said to each other is gone."""

import re
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.quoted_line import informative_line
from agent.signals.readings.replayed_acts import ReplayedActs
from agent.signals.readings.run_counter import RunCounter
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Mark, Precision, Signal
from agent.trace.event import Event, Kind

_CLOSES = re.compile(
    r"\bfinal answer\b|\bTERMINATE\b"
    r"|\b(?:resolv|fix|complet|solv|finish|implement)(?:es|ed|s|ing) (?:the|this) (?:\w+ )?"
    r"(?:issue|task|problem|request)\b"
    r"|\bsuccessfully (?:resolved|completed|solved|fixed|implemented)\b"
    r"|\b(?:issue|task|problem) (?:is|has been) (?:now )?(?:fully |successfully )?"
    r"(?:resolved|completed?|solved|fixed)\b"
    r"|\b(?:consider|mark) (?:the|this) (?:\w+ )?(?:issue|task|problem|request)(?: as)? "
    r"(?:resolved|completed?|solved|fixed|closed|done)\b",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"^[ \t]*(?:Subgoal|Request|Instruction)s?:[ \t]*(?:None|N/A)?[ \t.]*\Z", re.IGNORECASE | re.MULTILINE
)
"""An order with nothing in it, as a closing turn has where each turn must hold one."""
_ENDINGS = frozenset({Kind.SAY, Kind.THINK, Kind.PLAN})
_NOT_YET = re.compile(r"\b(?:if|once|when|whether|until|should|will|to)\b[^.\n]{0,80}\Z", re.IGNORECASE)
_TAIL = 3_000


class ProcessRestart(Detector):
    """A later run that begins while agents of an earlier one were at work and had given no answer."""

    name = "process_restart"
    mode = "FM-2.1"
    tier = "fact"
    precision = Precision(13, 13)
    known_false = (
        "duplicate log handlers",
        "phases of one run",
        "several runs or conversations in one file",
        "a start that failed before any agent had spoken",
        "a new run after the old one had given its answer, or had closed in words",
    )

    def __init__(self) -> None:
        self._runs = RunCounter()
        self._run = 1
        self._last: int | None = None
        self._start: int | None = None
        self._restarts: list[tuple[int, int, int]] = []
        self._replayed = ReplayedActs()

    def see(self, event: Event, text: str) -> None:
        """Note the last act before a later run, where that run begins, and the first act in it."""
        run = self._runs.see(event)
        if run != self._run:
            self._run, self._start = run, None
        self._replayed.see(event, text, self._runs)
        if event.repeats is not None or not text.strip():
            return
        if self._start is None and self._runs.again:
            self._start = event.number
        if not by_agent(event):
            return
        if self._last is not None and self._start is not None and self._last < self._start:
            self._restarts.append((self._last, self._start, event.number))
        self._last = None if event.kind is Kind.ANSWER else event.number

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """All restarts of the trace in one signal, with what is done again after them."""
        restarts = [restart for restart in self._restarts if not _closes(trace, restart[0])]
        if not restarts:
            return
        last, start, first = restarts[0]
        acts = [Mark(start, informative_line(trace.text(start)), "the run begins anew")]
        if first != start:
            acts.append(Mark(first, informative_line(trace.text(first)), "the first act after it"))
        before, after = trace.event(last), trace.event(start)
        yield self.hit(
            title=f"The run starts over {times(len(restarts))}, with the work before it left open",
            why=f"At L{after.lines[0]} everything is set up anew, right after the work at L{before.lines[0]}, which no "
            f"answer and no closing word had ended.{self._done_again(trace, start)}",
            actor=after.actor,
            acts=tuple(acts),
            references=(Mark(last, informative_line(trace.text(last)), "the last act before it"),),
            topic="restart",
            occurrences=tuple(trace.event(number).lines for _, number, _ in restarts),
            severity="major",
        )

    def _done_again(self, trace: WholeTrace, start: int) -> str:
        """What later runs do once more, in a sentence."""
        pairs = [pair for pair in self._replayed.pairs(trace) if pair[1] > start]
        if not pairs:
            return ""
        earlier, again = (trace.event(number).lines[0] for number in pairs[0])
        more = f", and {len(pairs) - 1} more acts do the like" if len(pairs) > 1 else ""
        return f" L{again} then repeats L{earlier}{more}."


def _closes(trace: WholeTrace, number: int) -> bool:
    """Whether an act that asks nobody for anything says that the work is done."""
    event, text = trace.event(number), trace.text(number)
    if _NOBODY.search(text.rstrip()) is not None:
        return True
    if event.kind not in _ENDINGS or event.to:
        return False
    start = max(0, len(text) - _TAIL)
    return any(_NOT_YET.search(text, start, match.start()) is None for match in _CLOSES.finditer(text, start))
