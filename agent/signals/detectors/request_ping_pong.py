"""Two actors send a request back and forth: one keeps asking for a thing, the other sends its order without it."""

import re
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.who_acts import is_visible_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_NEEDS = re.compile(
    r"\b(?:please|could you|can you|kindly|need you to|you (?:need|have) to)\s+"
    r"(?:provide|supply|share|give|send me|tell me)\b(?: me| us)?(?: with)?"
    r"(?: the| your| an?| valid| correct| necessary| required| user's| supervisor's| their)*[ `'\"]+"
    r"(access[ _]token|token|password|credentials?|username|user name|email address|api[ _]key|phone number|file path|"
    r"account \w+|playlist[ _]id|card \w+)\b",
    re.IGNORECASE,
)
_VERBS = ("provide", "supply", "share", "give", "send me", "tell me")
_ENOUGH = 2
_LONGEST = 3000
_WORDS = 6


class RequestPingPong(Detector):
    """Counts how often an actor asks another for the same thing while the other answers something else."""

    name = "request_ping_pong"
    mode = "FM-2.4"
    tier = "hint"
    precision = Precision(2, 2)
    known_false = (
        "a reply that is printed again by another actor",
        "a request that is met at once",
        "documentation that says what a call requires",
    )
    english_only = True

    def __init__(self) -> None:
        self._asked: dict[tuple[str | None, str], list[tuple[int, int, int]]] = {}
        self._last: tuple[int, str | None] = (0, None)
        self._other: tuple[int, str | None] = (0, None)

    def see(self, event: Event, text: str) -> None:
        """Note a request for a named thing, with what the other side had last said."""
        if not is_visible_action(event) or len(text) > _LONGEST:
            return
        spoken = event.kind in (Kind.SAY, Kind.HANDOFF, Kind.ANSWER)
        match = _NEEDS.search(text) if spoken and has_any(text, _VERBS) else None
        if match is not None:
            key = (event.actor, re.sub(r"[ _]+", " ", match[1].lower()))
            asked = self._asked.setdefault(key, [])
            if len(asked) < 200:
                asked.append((event.number, match.start(), self._before(event.actor)))
        if len(text.split()) < _WORDS:
            return
        if self._last[1] != event.actor:
            self._other = self._last
        self._last = (event.number, event.actor)

    def _before(self, actor: str | None) -> int:
        """The last thing that somebody else said."""
        return self._last[0] if self._last[1] != actor else self._other[0]

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each thing asked for more than once, with the orders that came without it."""
        for (actor, thing), asked in self._asked.items():
            between = [(n, at, order) for n, at, order in asked[1:] if order > asked[0][0]]
            if len(asked) < _ENOUGH or not between:
                continue
            first, last = trace.event(asked[0][0]), trace.event(asked[-1][0])
            order = trace.event(between[0][2])
            yield self.hit(
                title=f"{actor or 'An actor'} asks {times(len(asked))} for the {thing} and is sent on without it",
                why=(
                    f"L{first.lines[0]} asks for the {thing}; what comes back at L{order.lines[0]} does not "
                    "settle it, and "
                    f"L{last.lines[0]} has to ask again: what one side knows does not reach the other."
                ),
                actor=order.actor,
                acts=[mark(order, trace.text(order.number), note="sent without what was asked for")],
                references=[mark(trace.event(n), trace.text(n), at, "the request") for n, at, _ in asked[:4]],
                topic=thing,
                occurrences=[trace.event(n).lines for _, _, n in between],
            )
