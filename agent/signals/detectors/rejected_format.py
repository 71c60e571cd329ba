"""The environment refuses what an agent wrote because it breaks the form that was asked for."""

import re
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.normalised_text import lowered
from agent.signals.readings.quoted_line import informative_line, line_with
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Mark, Precision, Signal
from agent.trace.event import Event, Kind

HEAD = 800
SIGNALS = 4
_ANSWERS = frozenset({Kind.RESULT, Kind.ERROR, Kind.NOTE, Kind.SYSTEM})
_PRE = ("format", "pars", "is allowed", "code block", "schema", "snippet is invalid")
_REFUSED = re.compile(
    r"\bonly one \w[\w ]{0,40} is allowed\b"
    r"|\bno (?:valid )?code blocks? (?:was |were )?found\b|\berror in code parsing\b|\byour code snippet is invalid\b"
    r"|\bcould not parse\b.{0,30}\b(?:output|response|action|reply|answer)\b"
    r"|\bfailed to parse\b.{0,30}\b(?:output|response|action|reply|answer)\b"
    r"|\b(?:outputparserexception|outputparsingerror|agentparsingerror)\b"
    r"|\b(?:invalid|wrong) (?:output|response|action|answer|reply) format\b|\binvalid format:"
    r"|\b(?:output|response|action|answer|reply)\b.{0,30}\b(?:does not|doesn't|did not|must) "
    r"(?:match|follow|conform|comply|adhere)\b.{0,40}\b(?:format|schema)\b",
)
"""In small letters."""


class RejectedFormat(Detector):
    """A refusal that names the form of an agent's output, right after that output."""

    name = "rejected_format"
    mode = "FM-1.1"
    tier = "fact"
    precision = Precision(3, 3)
    known_false = (
        "prompts that state the form",
        "data in a wrong form, read by the agent's own code",
        "missing packages and failing programs",
        "orders with nothing to execute in them",
    )
    english_only = True

    def __init__(self) -> None:
        self._last: int | None = None
        self._actor: str | None = None
        self._refused: dict[str | None, list[tuple[int, int, int]]] = {}

    def see(self, event: Event, text: str) -> None:
        """Note a refusal of the act before it."""
        if by_agent(event):
            self._last = None if event.kind is Kind.HANDOFF else event.number
            self._actor = event.actor
            return
        if event.kind not in _ANSWERS or event.repeats is not None or self._last is None:
            return
        said = lowered(text)[:HEAD]
        if not any(map(said.__contains__, _PRE)):
            return
        match = _REFUSED.search(said)
        if match is not None:
            self._refused.setdefault(self._actor, []).append((self._last, event.number, match.start()))
            self._last = None

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each actor whose output was refused."""
        for actor, refused in list(self._refused.items())[:SIGNALS]:
            number, answer, at = refused[0]
            act, reply = trace.event(number), trace.event(answer)
            yield self.hit(
                title=f"The output of {actor or 'an agent'} is refused {times(len(refused))} for its form",
                why=f"What was written at L{act.lines[0]} does not have the form that is required here: "
                f"L{reply.lines[0]} refuses it.",
                actor=actor,
                acts=(Mark(number, informative_line(trace.text(number)), "written in another form"),),
                references=(Mark(answer, line_with(trace.text(answer), at), "refused"),),
                topic="output form",
                occurrences=tuple(trace.event(number).lines for number, *_ in refused[:64]),
                severity="recovered" if len(refused) == 1 else "minor",
            )
