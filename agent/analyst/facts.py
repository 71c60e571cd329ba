"""What programs know of a chunk's surroundings: open requests, last messages, errors, how the run ends; with lines."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.analyst.case import Case
from agent.chunk.chunks import Chunk
from agent.chunk.render import harmless
from agent.clean import clean_line
from agent.signals.detectors.farewells import Farewells
from agent.signals.readings.call_results import CallResults
from agent.signals.readings.who_acts import NOT_AGENTS, by_agent
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

WIDTH, WIDEST = 140, 240
"""Characters of what is said of an event, and of its first sentence where that is longer."""
NO_RESULT = "no result"
TAIL = 30
"""Characters at the end of a title by which its place in the text is found."""
MOST_ERRORS, MOST_OPEN, MOST_SIGNALS, MOST_AGENTS = 2, 3, 12, 5
MESSAGES = frozenset({Kind.SAY, Kind.HANDOFF, Kind.PLAN, Kind.ANSWER})
_SENTENCE_END = re.compile(r"[.!?](?=\s)")


@dataclass(frozen=True, slots=True)
class Noted:
    """Something worth knowing in a later chunk: from which event on, until which."""

    event: int
    until: int
    missing: str = ""
    """What has not come up to then."""


class Facts:
    """The facts of one trace, gathered in one pass over its events."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._errors: list[Noted] = []
        self._open: list[Noted] = []
        self._said: dict[str, list[int]] = {}
        """The messages of each agent, by the numbers of their events."""
        self._gather()

    def before(self, chunk: Chunk) -> Iterator[str]:
        """What is open or went wrong before a chunk begins, and what each agent said last before it."""
        first = chunk.events[0] - chunk.overlap
        still = [note for note in self._open if note.event < first <= note.until]
        for note in still[-MOST_OPEN:]:
            yield f"{note.missing} since {self._says(self._case.trace.events[note.event])}"
        known = self._errors[: bisect_left(self._errors, first, key=lambda note: note.event)]
        for note in known[-MOST_ERRORS:]:
            yield f"error before: {self._says(self._case.trace.events[note.event])}"
        last = [said[at - 1] for said in self._said.values() if (at := bisect_left(said, first))]
        for number in sorted(sorted(last)[-MOST_AGENTS:]):
            yield f"last message before: {self._says(self._case.trace.events[number])}"

    def ending(self) -> Iterator[str]:
        """What programs saw of the end of the run."""
        for fact in self._case.survey.outcome:
            where = f" (L{fact.lines[0]})" if fact.lines else ""
            yield f"{fact.says.rstrip('.')}{where}{self._answered_with() if fact.what == 'answer_given' else ''}"

    def _answered_with(self) -> str:
        """The answer in its own words, where the trace marks them; not what was said among thanks and farewells."""
        answer = self._case.trace.answer()
        if answer is None:
            return ""
        if answer.source_lines is not None and (before := self._before_farewells(*answer.source_lines)) is not None:
            return f", and only thanks and farewells after {self._says(before)}"
        words = clean_line(" ".join(self._case.redact(answer.text).split()))
        cut = " …" if len(words) > WIDTH else ""
        return f': "{harmless(words[:WIDTH])}{cut}"' if words else ""

    def _before_farewells(self, first: int, last: int) -> Event | None:
        """The last act of the work, where some lines of the file stand among the thanks and farewells after it."""
        events = self._case.trace.events
        for signal in self._case.survey.signals:
            if signal.detector != Farewells.name or not signal.references:
                continue
            begin, end = events[signal.acts[0].event].source_lines[0], events[signal.acts[-1].event].source_lines[1]
            if begin <= first and last <= end:
                return events[signal.references[0].event]
        return None

    def signals(self, chunk: Chunk) -> list[tuple[str, Signal]]:
        """The signals whose onset lies in a chunk, with the ids they are voted on by."""
        first, last = chunk.events
        named = [
            (f"S{number}", signal)
            for number, signal in enumerate(self._case.survey.signals, 1)
            if signal.mode and first <= onset_event(signal) <= last
        ]
        facts = [pair for pair in named if pair[1].tier == "fact"]
        hints = [pair for pair in named if pair[1].tier != "fact"]
        return (facts + hints)[:MOST_SIGNALS]

    def votable(self, chunk: Chunk) -> list[tuple[str, Signal]]:
        """Those of its signals whose own lines, and what they are held against, stand in the chunk's prompt."""
        first, last = chunk.events[0] - chunk.overlap, chunk.events[1]
        return [
            (name, signal)
            for name, signal in self.signals(chunk)
            if all(first <= mark.event <= last for mark in (*signal.acts[:2], *signal.references[:1]))
        ]

    def _gather(self) -> None:
        calls, waiting = CallResults(), dict[int, Event]()
        asked: dict[str, Event] = {}
        for event in self._case.trace.events:
            if event.repeats is not None:
                continue
            if event.kind is Kind.CALL:
                calls.called(event)
                waiting[event.number] = event
            answered = calls.call_of(event)
            if answered is not None and answered in waiting:
                self._close(waiting.pop(answered), event.number, NO_RESULT)
            if event.kind in MESSAGES and event.actor is not None and by_agent(event):
                self._said.setdefault(event.actor, []).append(event.number)
                self._answered(asked, event)
            if event.kind is Kind.ERROR or (event.status or "").lower() == "error":
                self._errors.append(Noted(event.number, event.number))
        last = len(self._case.trace.events)
        for event in waiting.values():
            self._close(event, last, NO_RESULT)
        for name, event in asked.items():
            self._close(event, last, self._no_word(name))
        self._open.sort(key=lambda note: note.event)

    def _answered(self, asked: dict[str, Event], message: Event) -> None:
        """A message answers what its agent was asked, and asks those whom it is for."""
        before = asked.pop(message.actor or "", None)
        if before is not None:
            self._close(before, message.number, self._no_word(message.actor or ""))
        for name in message.to:
            if name != message.actor and name.lower() not in NOT_AGENTS:
                asked.setdefault(name, message)

    def _close(self, event: Event, until: int, missing: str) -> None:
        if until > event.number + 1:
            self._open.append(Noted(event.number, until, missing))

    def _no_word(self, name: str) -> str:
        return f"no word from {harmless(clean_line(self._case.redact(name)))}"

    def _says(self, event: Event) -> str:
        to = f" -> {', '.join(event.to)}" if event.to else ""
        words = whole_sentences(clean_line(self._case.redact(self._words(event))))
        return harmless(f"L{event.lines[0]} {event.actor or '-'}{to}: {words}")

    def _words(self, event: Event) -> str:
        """What an event is called; where that is the cut beginning of its words, these go on."""
        title = " ".join(self._case.trace.title(event).split())
        text = " ".join(self._case.trace.text(event)[: 4 * WIDEST].split())
        at = text.find(title[-TAIL:])
        return title + text[at + TAIL :] if at >= 0 and len(title) >= TAIL else title


def whole_sentences(words: str) -> str:
    """As many whole sentences as are short; the first in any case, and where it is endless, that it goes on."""
    if len(words) <= WIDTH:
        return words
    ends = [match.end() for match in _SENTENCE_END.finditer(words, 0, WIDEST)]
    fitting = [end for end in ends if end <= WIDTH] or ends[:1]
    if fitting:
        return words[: fitting[-1]]
    return words if len(words) <= WIDEST else f"{words[:WIDEST].rpartition(' ')[0]} … (goes on)"


def onset_event(signal: Signal) -> int:
    """The event that a signal begins with."""
    return (signal.acts or signal.references)[0].event


def signal_rows(case: Case, signals: Sequence[tuple[str, Signal]]) -> Iterator[str]:
    """The signals as a prompt lists them."""
    for name, signal in signals:
        at = signal.occurrences[0][0] if signal.occurrences else 0
        title = harmless(clean_line(case.redact(signal.title))).rstrip(".")
        yield f"{name} ({signal.mode}, L{at}): {title}. {harmless(clean_line(case.redact(signal.why)))}"
