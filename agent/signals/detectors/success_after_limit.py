"""The run is said to have succeeded after a limit had cut its work off, or a step of it had been ended as failed."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.limit_notes import limit_in
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.step_end import ENDERS
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_SUCCESS = re.compile(
    r"\b(?:successfully|fully) (?:\w+ )?(?:completed|finished|executed|achieved|solved)\b|\b100 ?% complet\w+"
    r"|\ball (?:\w+ ){0,3}(?:steps|tasks|parts) (?:of the plan )?(?:have been |were |are )?(?:\w+ )?"
    r"(?:complet|execut|finish)\w+",
    re.IGNORECASE,
)
_UNREAL = re.compile(
    r"\b(?:not|if|once|when|until|after|should|will|would|to be|partially|without)\b[^.\n]{0,60}\Z", re.IGNORECASE
)
_FAILED = re.compile(r"[\"']status[\"']\s*:\s*[\"'](?:fail(?:ed|ure)?|error)[\"']", re.IGNORECASE)
_NOTES = frozenset({Kind.NOTE, Kind.SYSTEM, Kind.ERROR})
_READ = 4_000
_SHORT = 1_000
"""A longer note is a prompt or a report that may speak of limits for other reasons."""


class SuccessAfterLimit(Detector):
    """Pairs the framework's word of a limit, or an actor's own end as failed, with a later word of success."""

    name = "success_after_limit"
    mode = "FM-3.3"
    tier = "fact"
    known_false = (
        "work that went on and ended well after the limit",
        "a word of success about one part, in the middle of the work",
        "a tool that timed out",
        "prompts and dialogues that speak of a limit",
    )
    english_only = True

    def __init__(self) -> None:
        self._stop: tuple[int, int, str] | None = None
        self._worked = 0
        self._claim: tuple[int, int] | None = None

    def see(self, event: Event, text: str) -> None:
        """Note what cut the work off; calls after it are work that goes on."""
        if event.repeats is not None:
            return
        place = limit_in(event, text) if event.kind in _NOTES and len(text) <= _SHORT else None
        if place is not None and self._claim is None:
            self._stop, self._worked, self._claim = (event.number, place[0], "a limit had cut the work off"), 0, None
        elif event.kind is Kind.CALL and event.tool and ENDERS.search(event.tool) and by_agent(event):
            failed = _FAILED.search(text)
            self._claim, self._worked = None, 0
            self._stop = (event.number, failed.start(), "the work had been ended as failed") if failed else None
        elif event.kind is Kind.CALL:
            self._worked += 1
        elif self._stop is not None and not self._worked and event.kind in (Kind.SAY, Kind.ANSWER):
            self._see_claim(event, text)

    def _see_claim(self, event: Event, text: str) -> None:
        for match in _SUCCESS.finditer(text, 0, _READ):
            start = max(text.rfind("\n", 0, match.start()), text.rfind(". ", 0, match.start())) + 1
            if _UNREAL.search(text, start, match.start()) is None:
                self._claim = (event.number, match.start())
                return

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The word of success, if nothing was done between what cut the work off and it."""
        if self._stop is None or self._claim is None or self._worked:
            return
        number, at, what = self._stop
        said, place = self._claim
        stop, event = trace.event(number), trace.event(said)
        text = trace.text(said)
        yield self.hit(
            title=f"{event.actor or 'The run'} reports success although {what}",
            why=f"At L{stop.lines[0]} {what.replace('had', 'has', 1)}, and no call follows; "
            f"L{line_at(event, text, place)} reports success all the same and does not mention it.",
            actor=event.actor,
            acts=[mark(event, text, place, "the report of success")],
            references=[mark(stop, trace.text(number), at, "what came before it")],
            topic="report of success",
            occurrences=[event.lines],
            severity="major",
        )
