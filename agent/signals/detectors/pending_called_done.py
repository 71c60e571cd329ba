"""The last that came back says that a job is still under way, and the work is called done."""

import re
from collections.abc import Iterable
from typing import ClassVar

from agent.signals.detector import WholeTrace
from agent.signals.hit import hit
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import run_end
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Precision, Signal, Tier
from agent.trace.event import Event, Kind

_STATE = r"(?:queued|pending|in[ _-]progress|processing|scheduled|submitted|waiting|not[ _-]ready|not[ _-]finished)"
_UNDER_WAY = re.compile(
    rf"[\"']?\b(?:state|status|progress|phase)\b[\"']?\s*[:=]\s*[\"']?{_STATE}\b"
    rf"|\b(?:job|task|export|import|build|upload|download|request|transfer|order)\b[^\n.]{{0,40}}"
    rf"\b(?:is|was|has been) (?:still |now )?{_STATE}\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:is|are|was|were|has been|have been) (?:now |all |successfully |fully )?"
    r"(?:done|finished|completed?|exported|imported|uploaded|built|transferred|delivered|available|live|deployed"
    r"|on the|in the|ready)\b",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:will|once|when|as soon as|not|n't|soon|if|until|should|would|in (?:a few|about|some|\d+))\b", re.I
)
_READ = 4_000


class PendingCalledDone:
    """Only where no call follows: what was asked about again may have been done by then."""

    name: ClassVar[str] = "pending_called_done"
    mode: ClassVar[str] = "FM-3.1"
    tier: ClassVar[Tier] = "fact"
    precision: ClassVar[Precision] = Precision(0, 0)
    known_false: ClassVar[tuple[str, ...]] = (
        "a job that was asked about again",
        "words that say that it is still under way",
        "a result that is long, where such words stand for something else",
    )
    english_only: ClassVar[bool] = True

    def __init__(self) -> None:
        self._open: tuple[int, int] | None = None
        self._claim: tuple[int, int] | None = None
        self._told = False

    def see(self, event: Event, text: str) -> None:
        """Remember a job that is under way, and what is said of it before anything else is done."""
        if event.repeats is not None:
            return
        if event.kind is Kind.CALL or event.kind is Kind.TASK:
            self._open = self._claim = None
            self._told = False
        elif event.kind is Kind.RESULT:
            found = _UNDER_WAY.search(text) if len(text) <= _READ else None
            self._open = (event.number, found.start()) if found is not None else self._open
        elif self._open is not None and by_agent(event):
            self._hear(event, text)

    def _hear(self, event: Event, text: str) -> None:
        for match in _DONE.finditer(text, 0, _READ):
            first = max(text.rfind("\n", 0, match.start()), text.rfind(". ", 0, match.start())) + 1
            last = min(
                (at for at in (text.find("\n", match.end()), text.find(". ", match.end())) if at >= 0), default=-1
            )
            sentence = text[first : last if last >= 0 else len(text)]
            if _NOT.search(sentence) is None:
                self._claim = self._claim or (event.number, match.start())
        self._told = self._told or re.search(rf"\b(?:still|{_STATE})\b", text, re.IGNORECASE) is not None

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The claim, if nobody had told of the job as open and nothing came after."""
        if self._open is None or self._claim is None or self._told or run_end(trace).limit is not None:
            return
        job, output = trace.event(self._open[0]), trace.text(self._open[0])
        event, text = trace.event(self._claim[0]), trace.text(self._claim[0])
        line, state = line_at(event, text, self._claim[1]), line_at(job, output, self._open[1])
        yield hit(
            self,
            title=f"{event.actor or 'An agent'} calls the work done while its job is under way",
            why=f"L{state} is the last that came back, and the job was not done then; L{line} says that it is, "
            "and nobody had asked again.",
            actor=event.actor,
            acts=[mark(event, text, self._claim[1], "called done")],
            references=[mark(job, output, self._open[1], "under way")],
            topic="job under way",
            occurrences=[(line, line)],
            severity="major",
        )
