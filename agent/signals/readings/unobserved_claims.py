"""Collects claims of something that was done, for as long as nothing but failures has come back to anybody."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.browser_page import is_page
from agent.signals.readings.failed_result import is_failed
from agent.signals.readings.near_words import matches_near
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import task_marks
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Severity, Signal
from agent.trace.event import Event, Kind

Tell = Callable[[str, int, int], tuple[str, str, Severity]]
"""The title, the reason and the severity for an actor, the line of the first claim, and how many there are."""
_UNREAL = re.compile(
    r"\b(?:if|once|when|until|assum\w+|suppose|would|should|could|will|ensure|make sure|imagine|before|whether|must"
    r"|let)\b[^.\n]{0,100}\Z",
    re.IGNORECASE,
)
_WOULD = re.compile(r"[^.\n]{0,40}\b(?:should|would|will|can|could|might|may)\b", re.IGNORECASE)
_OPEN = re.compile(r"[-*+]?\s*\[ ?\]")
"""An item of a checklist that nobody has ticked."""
_TOOLS = re.compile(r"surfer|terminal|executor|browser|interpreter|environment|search|tool|shell", re.IGNORECASE)
"""Actors who do what others ask for: what they say is a result in formats that have no other."""
_READ = 20_000
_MOST = 50


class UnobservedClaims:
    """Claims of one pattern by agents; conditions and wishes are none. It ends with the first good result."""

    def __init__(
        self,
        pattern: re.Pattern[str],
        hints: Mapping[str, Sequence[str]],
        shows_nothing: Callable[[Event], bool] = lambda _: False,
    ) -> None:
        self._pattern, self._hints, self._shows_nothing = pattern, hints, shows_nothing
        self._seen = False
        self._claims: dict[str | None, list[tuple[int, int]]] = {}

    def see(self, event: Event, text: str) -> None:
        """Note a claim, or that something was observed."""
        if self._seen:
            return
        brings = event.kind is Kind.RESULT or (event.kind is Kind.SAY and _TOOLS.search(event.actor or "") is not None)
        brings = brings and not self._shows_nothing(event)
        if (brings and text.strip() and not is_failed(event, text)) or (event.kind is Kind.SAY and is_page(text)):
            self._seen = True
        if self._seen or not by_agent(event) or not has_any(text, self._hints):
            return
        for match in matches_near(self._pattern, text, self._hints, 0, _READ):
            start = max(text.rfind("\n", 0, match.start()), text.rfind(". ", 0, match.start())) + 1
            if _OPEN.match(text[start : match.start()].lstrip()) is not None:
                continue
            if _UNREAL.search(text, start, match.start()) is None and _WOULD.match(text, match.end()) is None:
                claims = self._claims.setdefault(event.actor, [])
                if len(claims) < _MOST:
                    claims.append((event.number, match.start()))
                return

    def signals(self, detector: Detector, trace: WholeTrace, tell: Tell, topic: str) -> Iterable[Signal]:
        """One signal for each actor who claims; the words that tell it come from the line and the number of claims."""
        if not trace.reading.records_tool_results or not trace.reading.records_are_messages:
            return
        for actor, claims in self._claims.items():
            lines = [line_at(trace.event(number), trace.text(number), at) for number, at in claims]
            title, why, severity = tell(actor or "An actor", lines[0], len(claims))
            yield detector.hit(
                title=title,
                why=why,
                actor=actor,
                acts=[mark(trace.event(number), trace.text(number), at, "the claim") for number, at in claims[:3]],
                references=task_marks(trace),
                topic=topic,
                occurrences=[(line, line) for line in lines],
                severity=severity,
            )
