"""The trace ends on a request to another actor that nobody answers any more."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.absence import absent
from agent.signals.readings.quoted_line import line_at, line_with, mark, mark_last_line
from agent.signals.readings.run_end import run_end
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_REQUEST = re.compile(
    r"^[ \t]*(?:Subgoal|Request|Instruction)s?:.*$|\bplease (?:run|execute|provide|check|review|open|find"
    r"|search|locate|modify|"
    r"implement|add|update|create|verify|confirm|proceed|continue|show|examine|look)\b|\blet's (?:run|execute"
    r"|check|verify)\b",
    re.IGNORECASE | re.MULTILINE,
)
_ADVICE = re.compile(r"^\W*(?:\d+\W+)?(?:if|when|should you|in case)\b|\bfeel free\b", re.IGNORECASE)
"""What a manual advises for a case that may come is asked of nobody now."""
_END = r"\bTERMINATE\b|\bfinal answer\b|\btask (?:is |has been )?(?:now )?complete"
_CLOSES = re.compile(_END, re.IGNORECASE)
_BACK = 500


class PendingRequest(Detector):
    """Looks at the last act: a handoff or a request with no reply, and no limit from outside in sight."""

    name = "pending_request"
    mode = "FM-3.1"
    tier = "fact"
    precision = Precision(11, 11)
    known_false = (
        "a time or step limit from outside ended the run",
        "a call to a tool that was not answered: a cap on rounds often ends so",
        "a closing word that only sounds like a request",
    )

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The last act, if it is a request that stays open."""
        end = run_end(trace)
        event = end.last
        if event is None or end.limit is not None or trace.answer or len(end.acts) < 2:
            return
        text = trace.text(event.number)
        at = self._asks(event, text)
        if at is None or _CLOSES.search(text):
            return
        to = event.to[0]
        line = line_at(event, text, at)
        reports = event.kind is Kind.HANDOFF and _REQUEST.search(text) is None and _is_reply(trace, event)
        title = f"The run ends on a request of {event.actor or 'an actor'} to {to} that nobody answers"
        if reports:
            title = f"The run ends on what {event.actor or 'an actor'} reports to {to}, with no answer to the task"
        yield self.hit(
            title=title,
            why=(
                f"The last act, at L{line}, {f'answers {to}' if reports else f'asks {to} for work'}; after "
                f"L{event.lines[1]} there is no reply, no result "
                "and no answer to the task. Who or what stopped the run, the trace does not say."
            ),
            actor=event.actor,
            acts=[mark(event, text, at, "the last report" if reports else "the open request")],
            references=[mark_last_line(event, text, "the last words of the run: nothing replies")],
            search=absent(trace, _END, event.number, trace.events, event.lines[1]),
            topic=f"request to {to}",
            occurrences=[event.lines],
            severity="major",
            confirmable=False,
        )

    @staticmethod
    def _asks(event: Event, text: str) -> int | None:
        """Where the act asks another actor for something; None where it does not."""
        others = [actor for actor in event.to if actor != event.actor and actor.lower() not in ("user", "human")]
        requests = [one for one in _REQUEST.finditer(text) if _ADVICE.search(line_with(text, one.start())) is None]
        at = requests[-1].start() if requests else 0
        if event.kind is Kind.HANDOFF and others:
            return at
        if requests and others and event.kind in (Kind.SAY, Kind.PLAN, Kind.CALL):
            return at
        return None


def _is_reply(trace: WholeTrace, event: Event) -> bool:
    """Whether a handoff answers one of the actor that it goes to."""
    for number in range(event.number - 1, max(0, event.number - _BACK), -1):
        before = trace.event(number)
        if before.kind is Kind.HANDOFF and before.repeats is None:
            if before.actor in event.to and event.actor in before.to:
                return True
            if before.actor == event.actor:
                return False
    return False
