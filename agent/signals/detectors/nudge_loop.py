"""The same push is given again although the one who is pushed says that it is done or cannot go on."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.normalised_text import fingerprint
from agent.signals.readings.quoted_line import informative_line, line_with
from agent.signals.readings.who_acts import WORDS
from agent.signals.signal import Mark, Precision, Signal
from agent.trace.event import Event, Kind

SAID = 2
"""How many replies must say that there is nothing to go on with."""
GRAVE = 5
LETTERS = 400
SIGNALS = 4
_PUSHES = frozenset({Kind.SAY, Kind.SYSTEM, Kind.NOTE})
_ALREADY = (
    r"\balready (?:been )?(?:\w+ )?(?:found|solved|given|provided|calculated|computed|determined|obtained|reached|"
    r"arrived|completed|finished|done|answered|stated)\b"
)
_DONE = re.compile(
    rf"{_ALREADY}|\banswer (?:is|remains)\b|\bhave (?:successfully )?(?:solved|completed)\b", re.IGNORECASE
)
"""What says that the work is done, not that it cannot go on: pushing on costs turns, and no result."""
_OVER = re.compile(
    r"\b(?:can ?not|can't|could not|couldn't|unable to|impossible to|not possible to)\b.{0,60}"
    r"\b(?:solved?|proceed|continue|determined?|calculated?|provide|answer|complete|go on|further)\b"
    rf"|{_ALREADY}"
    r"|\b(?:insufficient|not enough|missing) (?:information|data|details)\b"
    r"|\b(?:need|without) (?:more |further |the )?(?:information|data|details)\b"
    r"|\banswer (?:is|remains)\b|\bhave (?:successfully )?(?:solved|completed)\b"
    r"|\bmisunderstanding\b|\bmiscommunication\b|\bno further (?:steps|action|queries|work)\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Chain:
    """Pushes of one wording by one actor, with nothing but talk between them."""

    key: tuple[str | None, int]
    pushes: list[int] = field(default_factory=list)
    replies: list[int] = field(default_factory=list)


class NudgeLoop(Detector):
    """Two replies or more say that it is over, and each is answered by the same push, word for word."""

    name = "nudge_loop"
    mode = "FM-1.5"
    tier = "fact"
    precision = Precision(6, 6)
    known_false = (
        "duplicate log handlers",
        "pushes that are followed by new work",
        "log lines of a framework",
    )
    english_only = True

    def __init__(self) -> None:
        self._last: dict[str | None, int] = {}
        self._chain: _Chain | None = None
        self._reply: int | None = None
        self._replier: str | None = None
        self._chains: list[_Chain] = []

    def see(self, event: Event, text: str) -> None:
        """Follow a chain of pushes and replies; any work ends it."""
        if event.repeats is not None:
            return
        if event.kind in (Kind.CALL, Kind.RESULT, Kind.TASK):
            self._end()
            self._reply = None
        elif event.kind in _PUSHES and event.actor is not None and self._is_push(event, text):
            return
        elif event.kind in WORDS:
            self._reply, self._replier = event.number, event.actor

    def _is_push(self, event: Event, text: str) -> bool:
        if len(text) > LETTERS or text.count(" ") < 2:
            return False
        key = (event.actor, fingerprint(text))
        again = self._last.get(event.actor) == key[1]
        self._last[event.actor] = key[1]
        if self._chain is None or self._chain.key != key:
            if not again and event.kind is Kind.SAY:
                return False
            self._end()
            self._chain = _Chain(key)
        if self._reply is not None and self._replier != event.actor:
            self._chain.pushes.append(event.number)
            self._chain.replies.append(self._reply)
            self._reply = None
        return True

    def _end(self) -> None:
        if self._chain is not None and len(self._chain.replies) >= SAID and len(self._chains) < 64:
            self._chains.append(self._chain)
        self._chain = None

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """Chains in which nobody heeded what the replies said."""
        self._end()
        for chain in self._chains[: 4 * SIGNALS]:
            over: list[tuple[int, int]] = []
            pushes: list[int] = []
            for push, reply_number in zip(chain.pushes[:64], chain.replies, strict=False):
                said = _OVER.search(trace.text(reply_number), 0, 8_000)
                if said is not None:
                    over.append((reply_number, said.start()))
                    pushes.append(push)
            if len(pushes) < SAID:
                continue
            last = trace.event(pushes[-1])
            number, at = over[0]
            reply = trace.event(number)
            yield self.hit(
                title=f"{last.actor} sends the same words {times(len(pushes))} after being told that the work is "
                "done or cannot go on",
                why=f"L{reply.lines[0]} says that the work is done or cannot go on; the same words still come back, "
                f"last at L{last.lines[0]}, each time after a reply of this kind.",
                actor=last.actor,
                acts=(Mark(pushes[1], informative_line(trace.text(pushes[1])), "pushed again"),),
                references=(Mark(number, line_with(trace.text(number), at), "said that it is over"),),
                topic="termination",
                occurrences=tuple(trace.event(push).lines for push in pushes[:64]),
                severity="major" if len(pushes) >= GRAVE and not _is_done(trace, over) else "minor",
            )


def _is_done(trace: WholeTrace, over: list[tuple[int, int]]) -> bool:
    """Whether a reply says that the work is done."""
    return any(_DONE.search(trace.text(number), 0, 8_000) is not None for number, _ in over)
