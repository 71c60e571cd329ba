"""The last that came back says that a job is still under way, and the work is called done."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import run_end
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Signal
from agent.trace.event import Kind

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
_STILL = re.compile(rf"\b(?:still|{_STATE})\b", re.IGNORECASE)
_BACK = 60
_READ = 4_000


class PendingCalledDone(Detector):
    """Only where no call follows: what was asked about again may have been done by then."""

    name = "pending_called_done"
    mode = "FM-3.1"
    tier = "fact"
    known_false = (
        "a job that was asked about again",
        "words that say that it is still under way",
        "a result that is long, where such words stand for something else",
    )
    english_only = True

    def _read_back(self, trace: WholeTrace) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """The job that is under way at the end, and the claim that it is done: no call comes after either."""
        claim: tuple[int, int] | None = None
        for number in range(trace.events, max(0, trace.events - _BACK), -1):
            event = trace.event(number)
            if event.kind in (Kind.CALL, Kind.TASK):
                return None
            text = trace.text(number)
            if event.kind is Kind.RESULT and event.is_act:
                match = _UNDER_WAY.search(text) if len(text) <= _READ else None
                return ((number, match.start()), claim) if match is not None and claim is not None else None
            if by_agent(event):
                if _STILL.search(text, 0, _READ) is not None:
                    return None
                claim = _claimed(number, text) or claim
        return None

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The claim, if nobody had told of the job as open and nothing came after."""
        places = self._read_back(trace)
        if places is None or run_end(trace).limit is not None:
            return
        (number, at), (later, where) = places
        job, output = trace.event(number), trace.text(number)
        event, text = trace.event(later), trace.text(later)
        line, state = line_at(event, text, where), line_at(job, output, at)
        yield self.hit(
            title=f"{event.actor or 'An agent'} calls the work done while its job is under way",
            why=f"L{state} is the last that came back, and the job was not done then; L{line} says that it is, "
            "and nobody had asked again.",
            actor=event.actor,
            acts=[mark(event, text, where, "called done")],
            references=[mark(job, output, at, "under way")],
            topic="job under way",
            occurrences=[(line, line)],
            severity="major",
        )


def _claimed(number: int, text: str) -> tuple[int, int] | None:
    """Where a sentence without a condition says that something is done."""
    for match in _DONE.finditer(text, 0, _READ):
        first = max(text.rfind("\n", 0, match.start()), text.rfind(". ", 0, match.start())) + 1
        ends = [at for at in (text.find("\n", match.end()), text.find(". ", match.end())) if at >= 0]
        if _NOT.search(text[first : min(ends, default=len(text))]) is None:
            return number, match.start()
    return None
