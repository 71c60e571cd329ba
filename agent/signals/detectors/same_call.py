"""An agent makes the identical call again and gets the identical result."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.call_results import CallResults
from agent.signals.readings.change_counter import ChangeCounter
from agent.signals.readings.looking_again import only_looks
from agent.signals.readings.normalised_text import fingerprint, lowered
from agent.signals.readings.quoted_line import informative_line, topic_of
from agent.signals.readings.run_counter import RunCounter
from agent.signals.readings.who_acts import is_request
from agent.signals.signal import Mark, Precision, Signal
from agent.trace.event import Event, Kind

ENOUGH = 3
WAITING = 5
"""How often a service that is down or busy may be asked before that is a matter."""
GRAVE = 8
READ_BACK = 64
_KEYS = 20_000
_TIMES = 64
_LOOKED_AT = 400
_PASSING = re.compile(
    r"\b(?:429|50[0234])\b|\btime(?:d)?[ -]?out\b|\brate.?limit|\btoo many requests\b|\bunavailable\b"
    r"|\boverloaded\b|\bconnection (?:refused|reset|aborted|error)|\btemporar(?:y|ily)\b"
    r"|\b(?:try|check) (?:again|later)\b|\bretry\b|\bnot (?:yet )?(?:ready|finished|available yet)\b"
    r"|\b(?:still|currently) (?:running|pending|queued|processing)\b|\b(?:pending|queued|in[ _-]progress)\b",
)
"""In small letters."""
_PASSING_WORDS = (
    *("429", "50", "time", "rate", "too many", "unavailable", "overloaded", "connection", "temporar", "again", "later"),
    *("retry", "not ", "still", "currently", "pending", "queued", "progress"),
)
"""One of these stands in every text that the pattern matches."""


_TEMPLATE = "action: the action "
"""How prompts of frameworks explain a call."""


@dataclass(slots=True)
class _Call:
    """All the times one call was made: by event number, with the changes before it and what came back."""

    numbers: list[int] = field(default_factory=list)
    changes: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)
    """How often its actor had turned from one call to another before: equal for calls in a row."""
    results: list[int | None] = field(default_factory=list)
    passing: set[int] = field(default_factory=set)
    """Results that ask to be waited for: a service that is down or busy, work that is under way."""


class SameCall(Detector):
    """The same tool with the same arguments, three times with the same result and no change in between."""

    name = "same_call"
    mode = "FM-1.3"
    tier = "fact"
    precision = Precision(10, 10)
    known_false = (
        "duplicate log handlers",
        "loops over a list",
        "paging and waiting",
        "tried again until a service that was down or busy answers",
        "tests run again after a change",
        "a person who asks for it again",
        "looking again whether something that was started has ended",
        "calls whose arguments are empty or masked",
        "a prompt that shows how a call is written, echoed by an agent",
        "calls with other calls between them, where no result is recorded",
    )

    def __init__(self) -> None:
        self._runs = RunCounter()
        self._asked = 0
        self._waiting = CallResults()
        self._calls: dict[tuple[int, int, str | None, str | None, int], _Call] = {}
        self._turns: dict[str | None, tuple[int, int]] = {}
        self._where: dict[int, tuple[_Call, int]] = {}
        self._changes = ChangeCounter()

    def see(self, event: Event, text: str) -> None:
        """Count a call, or note what came back for it."""
        run = self._runs.see(event)
        if event.repeats is not None:
            return
        if is_request(event):
            self._asked = fingerprint(text)
        elif event.kind is Kind.CALL:
            self._called(event, text, run)
        elif (number := self._waiting.call_of(event)) is not None and number in self._where:
            call, place = self._where.pop(number)
            came_back = call.results[place] = fingerprint(text)
            head = lowered(text)[:_LOOKED_AT]
            if any(map(head.__contains__, _PASSING_WORDS)) and _PASSING.search(head):
                call.passing.add(came_back)

    def _called(self, event: Event, text: str, run: int) -> None:
        self._waiting.called(event)
        key = (run, self._asked, event.actor, event.tool, fingerprint(text))
        self._changes.see(event, text)
        turns, last = self._turns.get(event.actor, (0, 0))
        turns += last != key[-1]
        self._turns[event.actor] = (turns, key[-1])
        if only_looks(event.tool, text) or _TEMPLATE in text[:_LOOKED_AT].lower():
            return
        call = self._calls.get(key)
        if call is None:
            if len(self._calls) >= _KEYS:
                del self._calls[next(iter(self._calls))]
            call = self._calls[key] = _Call()
        if len(call.numbers) < _TIMES:
            self._where[event.number] = (call, len(call.numbers))
            if len(self._where) > _TIMES:
                del self._where[next(iter(self._where))]
            call.numbers.append(event.number)
            call.changes.append(self._changes.count)
            call.others.append(turns)
            call.results.append(None)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each tool of an actor, about the call that was made again for nothing most often."""
        hits = [hit for call in self._calls.values() if (hit := _in_vain(call))]
        hits.sort(key=lambda hit: (-len(hit[0]), hit[0][0]))
        tools: dict[tuple[str | None, str | None], list[tuple[list[int], bool]]] = {}
        for hit in hits[:READ_BACK]:
            event = trace.event(hit[0][0])
            tools.setdefault((event.actor, event.tool), []).append(hit)
        named = {tool for actor, tool in tools if actor is not None}
        for (actor, tool), calls in tools.items():
            if actor is None and tool in named:
                continue
            yield self._signal(trace, *calls[0], sorted(number for numbers, _ in calls for number in numbers[1:]))

    def _signal(self, trace: WholeTrace, numbers: list[int], answered: bool, every: list[int]) -> Signal:
        first, again = trace.event(numbers[0]), trace.event(numbers[1])
        text = trace.text(numbers[1])
        tool = again.tool or "the same code"
        return self.hit(
            title=f"{again.actor or 'An agent'} makes the identical call to {tool} {_count(numbers)} times",
            why=f"The call at L{again.lines[0]} is the one of L{first.lines[0]} again, with the same arguments; "
            f"{_SAME if answered else _UNANSWERED}.",
            actor=again.actor,
            acts=(Mark(numbers[1], informative_line(text), "called again"),),
            references=(Mark(numbers[0], informative_line(trace.text(numbers[0])), "called first"),),
            topic=topic_of(text, again.tool),
            occurrences=tuple(trace.event(number).lines for number in every),
            severity="major" if len(numbers) >= GRAVE else "minor",
        )


_SAME = "nothing new was changed in between as far as the trace shows, and the same came back"
_UNANSWERED = "its actor called nothing else in between; what came back is not recorded"


def _count(numbers: list[int]) -> str:
    """How often, where no more than so many are kept."""
    return f"at least {_TIMES}" if len(numbers) >= _TIMES else str(len(numbers))


def _in_vain(call: _Call) -> tuple[list[int], bool] | None:
    """The calls with the same outcome between two changes, if they are enough."""
    groups: dict[tuple[int, int | None], list[int]] = {}
    for number, change, turns, result in zip(call.numbers, call.changes, call.others, call.results, strict=True):
        groups.setdefault((change if result is not None else turns, result), []).append(number)
    (_, result), longest = max(groups.items(), key=lambda group: len(group[1]))
    waits = result in call.passing
    if waits and any(came_back not in (None, *call.passing) for came_back in call.results):
        return None
    return (longest, result is not None) if len(longest) >= (WAITING if waits else ENOUGH) else None
