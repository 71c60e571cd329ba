"""An agent says what the output will be, and what it foretold is then taken for what happened."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_FORETELLS = re.compile(
    r"\b(?:the |its |this )?(?:expected |resulting |sample )?(?:output|results?|log|response)\b[^.\n:]{0,60}?"
    r"\b(?:will|would|should) (?:be|show|read|print)\b[^.\n]{0,40}:[ \t*]*\n",
    re.IGNORECASE,
)
_TAKEN = re.compile(
    r"\b(?:is|are|was|were|has been|have been) (?:now )?(?:\w+ly )?"
    r"(?:working(?! on| with)|fixed|resolved|passing|passed|confirmed|verified)\b"
    r"|\bworks? (?:as expected|correctly|now)\b|\bthis (?:output )?(?:confirms|shows|proves|demonstrates)\b"
    r"|\b(?:runs|ran|executed) (?:successfully|without (?:any )?errors?)\b|\bthe output (?:confirms|shows|indicates)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|once|when|after|should|will|would|can|ensure|make sure|so that|until|whether"
    r"|to (?:check|verify|see|confirm))\b",
    re.IGNORECASE,
)
_WORDS = ("will ", "would ", "should ")
_READ = 30_000


class PredictedOutput(Detector):
    """Remembers output that is foretold until a result comes, and whoever speaks of it as seen before that."""

    name = "predicted_output"
    mode = "FM-3.2"
    tier = "fact"
    precision = Precision(8, 8)
    known_false = (
        "output that is foretold and then seen in a result",
        "a manual that shows what a user will see",
        "what should be the case once something was done",
    )
    english_only = True

    def __init__(self) -> None:
        self._foretold: tuple[int, int, str | None] | None = None
        self._hits: dict[str | None, tuple[int, int, int, int]] = {}

    def see(self, event: Event, text: str) -> None:
        """Look for a forecast, and for words that take it for seen."""
        if event.kind in (Kind.RESULT, Kind.ERROR):
            self._foretold = None
            return
        if not by_agent(event):
            return
        start = 0
        forecast = _FORETELLS.search(text, 0, _READ) if "```" in text and has_any(text, _WORDS) else None
        if forecast is not None:
            self._foretold, start = (event.number, forecast.start(), event.actor), forecast.end()
        elif self._foretold is None:
            return
        number, at, actor = self._foretold
        taken = _taken(text, start)
        if taken is not None:
            self._hits.setdefault(actor, (number, at, event.number, taken))
        if forecast is None:
            self._foretold = None

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each actor that foretold."""
        for actor, (number, at, later, where) in self._hits.items():
            event, text = trace.event(number), trace.text(number)
            taker, words = trace.event(later), trace.text(later)
            line, taken = line_at(event, text, at), line_at(taker, words, where)
            yield self.hit(
                title=f"{actor or 'An agent'} foretells the output, and it is taken for seen",
                why=f"L{line} says what the output will be; L{taken} speaks of it as if it had come. No result stands "
                "between the two, so nothing was checked.",
                actor=actor,
                acts=[mark(event, text, at, "foretold"), mark(taker, words, where, "taken for seen")],
                topic="foretold output",
                occurrences=[(line, line), (taken, taken)],
                severity="minor" if taker.actor == actor else "major",
                confirmable=trace.reading.records_tool_results,
            )


def _taken(text: str, start: int) -> int | None:
    """Where words after a forecast speak of it as seen; a condition before them is none."""
    for match in _TAKEN.finditer(text, start, start + _READ):
        before = text[
            max(start, text.rfind("\n", 0, match.start()), text.rfind(". ", 0, match.start())) : match.start()
        ]
        if not _CONDITION.search(before) and before.count("`") % 2 == 0:
            return match.start()
    return None
