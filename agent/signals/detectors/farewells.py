"""After the work is done, agents go on thanking each other and saying goodbye."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_COURTESY = re.compile(
    r"\b(?:thank(?:s| you)|good ?bye|bye|farewell|take care|you'?re (?:very )?welcome|my pleasure|happy to help|glad to"
    r"|stand(?:ing)? by|likewise|same here|all the best|best wishes|until next time|see you|have a (?:great|good|nice)"
    r"|great (?:work|job|collaboration)|well done|wonderful|appreciate|feel free to|let me know if|looking forward"
    r"|looks great|is perfect|cheers|congratulations)\b",
    re.IGNORECASE,
)
_WORK = re.compile(r"```|https?://|\bFINAL ANSWER\b|\b(?:error|issue|bug|fix|wrong|missing)\b", re.IGNORECASE)
_SHORT = 320
_ENOUGH = 6
_SHARE = 0.6
_GRAVE = 12


class Farewells(Detector):
    """Six short messages or more by two agents, most of them courtesies, with no call among them."""

    name = "farewells"
    mode = "FM-1.5"
    tier = "fact"
    known_false = (
        "thanks before the work goes on",
        "a person who takes part in the courtesies",
        "one round of thanks at the end",
    )
    english_only = True

    def __init__(self) -> None:
        self._row: list[tuple[int, str | None, bool]] = []
        self._rows: list[list[tuple[int, str | None, bool]]] = []

    def see(self, event: Event, text: str) -> None:
        """Follow rows of short messages; a call, a result, a person or a message of substance ends one."""
        if event.repeats is not None:
            return
        if len(text) <= _SHORT and event.kind in (Kind.SAY, Kind.ANSWER, Kind.HANDOFF) and by_agent(event):
            if _WORK.search(text) is None:
                self._row.append((event.number, event.actor, _COURTESY.search(text) is not None))
                return
        elif event.kind not in (Kind.SAY, Kind.ANSWER, Kind.HANDOFF, Kind.CALL, Kind.RESULT, Kind.TASK, Kind.PLAN):
            return
        if self._row:
            self._end()

    def _end(self) -> None:
        first = next((at for at, (_, _, courteous) in enumerate(self._row) if courteous), len(self._row))
        last = max((at for at, (_, _, courteous) in enumerate(self._row) if courteous), default=-1)
        row, self._row = self._row[first : last + 1], []
        courteous = sum(polite for _, _, polite in row)
        if len(row) >= _ENOUGH and courteous >= _SHARE * len(row) and len({actor for _, actor, _ in row}) > 1:
            self._rows.append(row)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The longest of such rows."""
        self._end()
        row = max(self._rows, key=len, default=[])
        if not row:
            return
        events = [trace.event(number) for number, _, _ in row]
        before = next(
            (n for n in range(events[0].number - 1, 0, -1) if trace.event(n).is_act and by_agent(trace.event(n))), 0
        )
        actors = sorted({event.actor or "an agent" for event in events})
        yield self.hit(
            title=f"{len(row)} messages of thanks and farewell between {', '.join(actors[:3])}",
            why=f"From L{events[0].lines[0]} to L{events[-1].lines[1]} there is no call, and nothing new about the "
            "work, only courtesies: nobody in the conversation ends it.",
            actor=events[0].actor,
            acts=[mark(event, trace.text(event.number), note="courtesy") for event in (events[0], events[-1])],
            references=[mark(trace.event(before), trace.text(before), note="the last of the work")] if before else [],
            topic="termination",
            occurrences=[(events[0].lines[0], events[-1].lines[1])],
            severity="major" if len(row) >= _GRAVE else "minor",
        )
