"""An agent makes the identical call again and gets the identical result."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from agent.signals.detector import WholeTrace
from agent.signals.hit import hit
from agent.signals.readings.call_results import CallResults
from agent.signals.readings.change_counter import ChangeCounter
from agent.signals.readings.normalised_text import fingerprint
from agent.signals.readings.quoted_line import informative_line, topic_of
from agent.signals.readings.run_counter import RunCounter
from agent.signals.readings.who_acts import is_request
from agent.signals.signal import Mark, Precision, Signal, Tier
from agent.trace.event import Event, Kind

ENOUGH = 3
PAGING = 5
READ_BACK = 64
_KEYS = 20_000
_TIMES = 64
_PAGING = re.compile(
    r"scroll|page_?(?:up|down)|next_?page|go_?back|wait|sleep|poll|status|refresh|screenshot|find_on|get_state", re.I
)
_MOVES = ("go_to", "goto", "go_back", "goback", "navigate", "click", "open", "visit", "search", "load")
_ACTION = re.compile(r"\b(?:action|command|function)\W{1,4}(\w+)")
_LOOKED_AT = 400
_PASSING = re.compile(
    r"\b(?:429|50[0234])\b|\btime(?:d)?[ -]?out\b|\brate.?limit|\btoo many requests\b|\bunavailable\b"
    r"|\boverloaded\b|\bconnection (?:refused|reset|aborted|error)|\btemporar(?:y|ily)\b"
    r"|\b(?:try|check) (?:again|later)\b|\bretry\b|\bnot (?:yet )?(?:ready|finished|available yet)\b"
    r"|\b(?:still|currently) (?:running|pending|queued|processing)\b|\b(?:pending|queued|in[ _-]progress)\b",
    re.IGNORECASE,
)


_NOTHING_GIVEN = re.compile(
    r"[\[{]?\s*[\]}]?|null|none|[\[{(\"'\s]*(?:\*{3,}|[<\[]?(?:redacted|masked|hidden)\b[\w ]{0,40}[>\]]?)[\]})\"'\s]*",
    re.IGNORECASE,
)
"""Arguments that are empty or masked: whether two such calls are the same is not in the trace."""
_TYPED_NOTHING = re.compile(r"[\"'](?:chars|input)[\"']\s*:\s*[\"']{2}")
_SLEEPS = re.compile(r"[\W_]*(?:(?:cmd|command)\W+)?sleep \d", re.IGNORECASE)


@dataclass(slots=True)
class _Call:
    """All the times one call was made: by event number, with the changes (and moves) before it and what came back."""

    pages: bool
    numbers: list[int] = field(default_factory=list)
    changes: list[tuple[int, int]] = field(default_factory=list)
    results: list[int | None] = field(default_factory=list)
    passing: set[int] = field(default_factory=set)
    """Results that ask to be waited for: a service that is down or busy, work that is under way."""


class SameCall:
    """The same tool with the same arguments, three times with the same result; five times where it pages or waits."""

    name: ClassVar[str] = "same_call"
    mode: ClassVar[str] = "FM-1.3"
    tier: ClassVar[Tier] = "fact"
    precision: ClassVar[Precision] = Precision(10, 10)
    known_false: ClassVar[tuple[str, ...]] = (
        "duplicate log handlers",
        "loops over a list",
        "paging and waiting",
        "tried again until a service that was down or busy answers",
        "tests run again after a change",
        "a person who asks for it again",
        "looking again whether something that was started has ended",
        "calls whose arguments are empty or masked",
    )
    english_only: ClassVar[bool] = False

    def __init__(self) -> None:
        self._runs = RunCounter()
        self._asked = 0
        self._waiting = CallResults()
        self._calls: dict[tuple[int, int, str | None, str | None, int], _Call] = {}
        self._where: dict[int, tuple[_Call, int]] = {}
        self._changes = ChangeCounter()
        self._moves = 0
        self._last_move: object = None

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
            if _PASSING.search(text, 0, _LOOKED_AT):
                call.passing.add(came_back)

    def _called(self, event: Event, text: str, run: int) -> None:
        self._waiting.called(event)
        key = (run, self._asked, event.actor, event.tool, fingerprint(text))
        said = f"{event.tool or ''} {text[:_LOOKED_AT]}".lower()
        self._changes.see(event, text)
        if len(text) < _LOOKED_AT and (_NOTHING_GIVEN.fullmatch(text.strip()) or _polls(event.tool, text)):
            return
        action = _ACTION.search(said)
        name = action[1] if action else event.tool or ""
        if key != self._last_move and any(word in name.lower() for word in _MOVES):
            self._last_move = key
            self._moves += 1
        call = self._calls.get(key)
        if call is None:
            if len(self._calls) >= _KEYS:
                del self._calls[next(iter(self._calls))]
            call = self._calls[key] = _Call(pages=bool(_PAGING.search(said)))
        if len(call.numbers) < _TIMES:
            self._where[event.number] = (call, len(call.numbers))
            if len(self._where) > _TIMES:
                del self._where[next(iter(self._where))]
            call.numbers.append(event.number)
            call.changes.append((self._changes.count, self._moves if call.pages else 0))
            call.results.append(None)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each tool of an actor, about the call that was made again for nothing most often."""
        hits = [hit for call in self._calls.values() if (hit := _in_vain(call))]
        hits.sort(key=lambda hit: (-len(hit[0]), hit[0][0]))
        tools: dict[tuple[str | None, str | None], list[tuple[list[int], bool]]] = {}
        for hit in hits[:READ_BACK]:
            event = trace.event(hit[0][0])
            tools.setdefault((event.actor, event.tool), []).append(hit)
        for calls in tools.values():
            yield self._signal(trace, *calls[0], sorted(number for numbers, _ in calls for number in numbers[1:]))

    def _signal(self, trace: WholeTrace, numbers: list[int], answered: bool, every: list[int]) -> Signal:
        first, again = trace.event(numbers[0]), trace.event(numbers[1])
        text = trace.text(numbers[1])
        tool = again.tool or "the same code"
        return hit(
            self,
            title=f"{again.actor or 'An agent'} makes the identical call to {tool} {len(numbers)} times",
            why=f"The call at L{again.lines[0]} is the one of L{first.lines[0]} again, with the same arguments; "
            f"nothing was changed in between, and {'the same came back' if answered else 'no result is recorded'}.",
            actor=again.actor,
            acts=(Mark(numbers[1], informative_line(text), "called again"),),
            references=(Mark(numbers[0], informative_line(trace.text(numbers[0])), "called first"),),
            topic=topic_of(text, again.tool),
            occurrences=tuple(trace.event(number).lines for number in every),
            severity="major" if len(numbers) >= PAGING else "minor",
        )


def _in_vain(call: _Call) -> tuple[list[int], bool] | None:
    """The calls with the same outcome between two changes, if they are enough."""
    groups: dict[tuple[tuple[int, int], int | None], list[int]] = {}
    for number, change, result in zip(call.numbers, call.changes, call.results, strict=True):
        groups.setdefault((change, result), []).append(number)
    (_, result), longest = max(groups.items(), key=lambda group: len(group[1]))
    waits = result in call.passing
    if waits and any(came_back not in (None, *call.passing) for came_back in call.results):
        return None
    return (longest, result is not None) if len(longest) >= (PAGING if call.pages or waits else ENOUGH) else None


def _polls(tool: str | None, text: str) -> bool:
    """Whether a call only looks whether something that was started has ended."""
    return _SLEEPS.match(text) is not None or (tool == "write_stdin" and _TYPED_NOTHING.search(text) is not None)
