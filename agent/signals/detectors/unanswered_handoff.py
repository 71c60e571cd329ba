"""An agent asks another, nobody replies, and the asker goes on to report what the other is said to have found."""

import re
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.who_acts import FRAMING, NOT_AGENTS, by_agent
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_REPORTS = re.compile(
    r"\b(?:based on|according to|given|from) (?:the|these|this|its|their) (?:\w+ )?"
    r"(?:results?|outputs?|responses?|report|findings?|feedback|information provided)\b"
    r"|\bthe (?:results?|outputs?|responses?|findings?|tests?) (?:from \w+ )?(?:shows?|indicates?|confirm|"
    r"confirms|reveal|reveals|suggest|suggests|is|are|was|were|passed|failed)\b"
    r"|\bnow that (?:we|I)(?:'ve| have) (?:the|made|added|confirmed|located|identified|found|ensured|seen|reviewed"
    r"|updated|verified|run|implemented|modified|applied|received|gathered)\b"
    r"|^[ \t]*Observation:|\bhas (?:been )?(?:successfully )?(?:executed|returned|reported|confirmed|found|provided|"
    r"completed|applied|modified|updated)\b",
    re.IGNORECASE | re.MULTILINE,
)
_UNREAL = re.compile(r"\b(?:if|once|when|until|after|please|should|will|let)\b[^.\n]{0,80}\Z", re.IGNORECASE)
_READ = 4_000


class UnansweredHandoff(Detector):
    """A handoff to a named agent, then the asker again with words of a result, and no other actor in between."""

    name = "unanswered_handoff"
    mode = "FM-2.6"
    tier = "fact"
    known_false = (
        "a handoff that is answered by anybody or anything",
        "a handoff that the asker makes again, or takes back",
        "a log of a framework that hides what the other did",
        "a new run after the handoff, and logs whose records are no messages",
    )
    english_only = True

    def __init__(self) -> None:
        self._open: Event | None = None
        self._replied: set[str] = set()
        self._hits: dict[str | None, list[tuple[int, int, int]]] = {}

    def see(self, event: Event, text: str) -> None:
        """Follow a handoff until anybody else acts, or its asker speaks as if somebody had."""
        if event.repeats is not None or event.kind in FRAMING:
            return
        asked = self._open
        if event.actor and (asked is None or event.actor != asked.actor):
            self._replied.add(event.actor)
        if asked is not None:
            if (
                event.actor != asked.actor
                or event.section != asked.section
                or event.kind in (Kind.RESULT, Kind.ERROR, Kind.TASK, Kind.CALL)
            ):
                self._open = None
            elif by_agent(event) and event.kind is not Kind.HANDOFF:
                self._open = None
                self._judge(asked, event, text)
        if event.kind is Kind.HANDOFF and by_agent(event) and event.to and event.to[0].lower() not in NOT_AGENTS:
            self._open = event

    def _names_another(self, asked: Event, words: str) -> bool:
        """Whether words say that they rest on somebody else who had replied."""
        said = words.lower()
        return any(name.lower() in said for name in self._replied - {asked.actor, *asked.to}) and not any(
            name.lower() in said for name in asked.to
        )

    def _judge(self, asked: Event, event: Event, text: str) -> None:
        for match in _REPORTS.finditer(text, 0, _READ):
            start = max(text.rfind("\n", 0, match.start()), text.rfind(". ", 0, match.start())) + 1
            last = text.find("\n", match.end())
            if self._names_another(asked, text[start : last if last >= 0 else len(text)]):
                continue
            if _UNREAL.search(text, start, match.start()) is None:
                hits = self._hits.setdefault(asked.actor, [])
                if len(hits) < 200:
                    hits.append((asked.number, event.number, match.start()))
                return

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each asker."""
        for actor, every in self._hits.items() if trace.reading.records_are_messages else ():
            hits = [one for one in every if trace.event(one[0]).to[0] in self._replied]
            if not hits:
                continue
            asked, number, at = hits[0]
            request, event = trace.event(asked), trace.event(number)
            text = trace.text(number)
            line = line_at(event, text, at)
            yield self.hit(
                title=f"{actor or 'An actor'} goes on as if {request.to[0]} had replied ({times(len(hits))})",
                why=f"L{request.lines[0]} asks {request.to[0]}; nobody else acts before L{line}, where the asker "
                "goes on as if it had been done: no reply and no result of it is in the trace.",
                actor=actor,
                acts=[mark(trace.event(n), trace.text(n), o, "the report") for _, n, o in hits[:4]],
                references=[mark(request, trace.text(asked), note="the request without a reply")],
                topic=f"request to {request.to[0]}",
                occurrences=[(line_at(trace.event(n), trace.text(n), o),) * 2 for _, n, o in hits],
                severity="major" if len(hits) > 2 else "minor",
            )
