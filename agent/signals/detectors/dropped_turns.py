"""The framework says that it dropped earlier turns from an agent's context without putting anything in their place."""

import re
from collections.abc import Iterable
from functools import lru_cache

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import last_words
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_WHERE = r"(?:context|history|conversation|memory|prompt|buffer|token limit|window)"
_WHAT = r"(?:turns?|messages?|exchanges|tokens)"
_CUT = (
    r"(?:dropp(?:ed|ing)|discard(?:ed|ing)|evict(?:ed|ing)|remov(?:ed|ing)|truncat(?:ed|ing)|prun(?:ed|ing)|purg(?:ed|ing)"
    r"|trimm(?:ed|ing)|delet(?:ed|ing)|clear(?:ed|ing)|forgotten|omitted|cut)"
)
_DROPPED = re.compile(
    rf"\b{_WHERE}\b[^\n]{{0,160}}\b{_CUT}\b[^\n]{{0,30}}\b{_WHAT}\b"
    rf"|\b{_WHERE}\b[^\n]{{0,160}}\b{_WHAT}\b[^\n]{{0,30}}\b{_CUT}\b"
    rf"|\b{_CUT}\b[^\n]{{0,30}}\b{_WHAT}\b[^\n]{{0,80}}\b{_WHERE}\b"
    rf"|\b{_WHAT} (?:\w+ ){{0,3}}{_CUT}\b[^\n]{{0,80}}\b{_WHERE}\b",
    re.IGNORECASE,
)
_SUMMED_UP = re.compile(r"\bsummar|\bcompact|\bcondens", re.IGNORECASE)
_HINTS = (
    *("dropp", "discard", "evict", "remov", "truncat", "prun", "purg", "trimm", "delet", "clear", "forgotten"),
    *("omitted", "cut"),
)
_OF = re.compile(r"\W*(?:\w+ of |for )?([\w-]{2,40}):")
"""Whose context it is, where the note begins with the name."""
_NOTES = frozenset({Kind.NOTE, Kind.SYSTEM, Kind.NOISE, Kind.USAGE, Kind.ERROR})
_KEEPER = re.compile(r"(?:\w+[._-])?(?:memory|context|history|buffer)(?:[._-]\w+)?", re.IGNORECASE)
"""Names of what keeps a conversation, and is no agent."""
_HEAD = 800
_AFTER = 3
"""How many events must follow: what is dropped at the very end is missed by nobody."""


class DroppedTurns(Detector):
    """What the framework itself reports; what was lost by it is for a person to compare."""

    name = "dropped_turns"
    mode = "FM-1.4"
    tier = "fact"
    known_false = (
        "a history that is summed up or compacted",
        "the first prompt, which tells what the framework may do",
        "agents that talk about context",
    )
    english_only = True

    def __init__(self) -> None:
        self._cuts: list[tuple[int, int]] = []
        self._whose: str | None = None
        self._next: list[int] = []

    def see(self, event: Event, text: str) -> None:
        """Note a cut that the framework reports."""
        if self._whose is not None and event.actor == self._whose and event.is_act and len(self._next) < _AFTER:
            self._next.append(event.number)
        if not _is_note(event) or event.repeats is not None or event.number == 1 or len(self._cuts) >= 64:
            return
        said = text[:_HEAD].lower()
        if not any(map(said.__contains__, _HINTS)):
            return
        match = _DROPPED.search(text, 0, _HEAD)
        if match is not None and _SUMMED_UP.search(text, 0, _HEAD) is None:
            self._cuts.append((event.number, match.start()))
            self._whose = self._whose or _whose(event, text)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """All cuts of the trace in one signal."""
        cuts = [cut for cut in self._cuts if trace.events - cut[0] >= _AFTER]
        if not cuts:
            return
        number, at = cuts[0]
        event, text = trace.event(number), trace.text(number)
        yield self.hit(
            title=f"Earlier turns were dropped from an agent's context {times(len(cuts))}",
            why=f"L{line_at(event, text, at)} says so, and the run goes on: what had been agreed in those turns is no "
            "longer before the agent. Compare what it does next with them.",
            actor=event.actor,
            acts=[
                *(mark(trace.event(n), trace.text(n), o, "turns are dropped") for n, o in cuts[:3]),
                *(mark(trace.event(n), trace.text(n), note="what it does next") for n in self._next),
            ],
            references=[ending] if (ending := last_words(trace)) else [],
            topic="context",
            occurrences=[trace.event(n).lines for n, _ in cuts],
        )


def _is_note(event: Event) -> bool:
    """Whether the framework speaks, be it as one who stands among the agents of a log."""
    return event.kind in _NOTES or (event.kind is Kind.SAY and _keeps_memory(event.actor or ""))


@lru_cache(maxsize=1024)
def _keeps_memory(actor: str) -> bool:
    return _KEEPER.fullmatch(actor) is not None


def _whose(event: Event, text: str) -> str | None:
    """The agent whose context was cut, by the note or by the name it stands under."""
    named = _OF.match(text)
    return named[1] if named else event.actor
