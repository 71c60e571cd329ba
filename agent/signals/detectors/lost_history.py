"""The framework says that it cut the conversation that an agent is given."""

import re
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.quoted_line import line_with
from agent.signals.signal import Mark, Signal
from agent.trace.event import Event, Kind

HEAD = 800
_NOTES = frozenset({Kind.NOTE, Kind.ERROR, Kind.SYSTEM, Kind.NOISE, Kind.USAGE})
_PRE = ("truncat", "compact", "trimm", "summariz", "summaris", "dropp", "cut", "ran out of", "exceeded", "maximum")
_CUT = re.compile(
    r"\b(?:conversation|context|history|messages?)\b.{0,40}\b(?:was|were|has been|have been|is being)\b.{0,20}"
    r"\b(?:truncated|compacted|trimmed|summari[sz]ed|dropped|cut)\b"
    r"|\b(?:truncating|compacting|trimming|dropping)\b.{0,30}\b(?:conversation|context|history|messages)\b"
    r"|\bcontinued from a previous conversation that ran out of context\b"
    r"|\bcontext[_ ](?:length|window)[_ ]?(?:was |is )?exceeded\b|\bmaximum context length\b",
    re.IGNORECASE,
)


class LostHistory(Detector):
    """A note of the framework, and no guess from token counts: planner and worker calls interleave too freely."""

    name = "lost_history"
    mode = "FM-1.4"
    tier = "hint"
    known_false = (
        "prompts of different agents in turn",
        "tool output that was shortened",
        "agents that talk about context",
    )
    english_only = True

    def __init__(self) -> None:
        self._cuts: list[tuple[int, int]] = []

    def see(self, event: Event, text: str) -> None:
        """Note a cut that the framework reports."""
        if event.kind not in _NOTES or event.repeats is not None or len(self._cuts) >= 64:
            return
        said = text[:HEAD].lower()
        if not any(map(said.__contains__, _PRE)):
            return
        match = _CUT.search(text, 0, HEAD)
        if match is not None:
            self._cuts.append((event.number, match.start()))

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """All cuts of the trace in one signal."""
        if not self._cuts:
            return
        number, at = self._cuts[0]
        event = trace.event(number)
        yield self.hit(
            title=f"The conversation an agent is given was cut {times(len(self._cuts))}",
            why=f"At L{event.lines[0]} the framework says that earlier messages no longer fit: look whether what was "
            "agreed before that line is still known after it.",
            actor=event.actor,
            acts=(Mark(number, line_with(trace.text(number), at), "cut here"),),
            topic="context",
            occurrences=tuple(trace.event(n).lines for n, *_ in self._cuts),
        )
