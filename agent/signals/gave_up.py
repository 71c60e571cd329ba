"""An actor ends the task as failed of its own accord."""

import re
from collections.abc import Iterable
from typing import ClassVar

from agent.signals.detector import Scene
from agent.signals.finale import finale
from agent.signals.hit import hit
from agent.signals.marks import mark
from agent.signals.signal import Precision, Signal, Tier
from agent.signals.told import is_spoken
from agent.trace.event import Event, Kind

_FAILS = re.compile(
    r"\b(?:complete_task|finish\w*|terminate\w*|submit\w*|end_task|stop|done)\b\s*\(?[^\n]{0,200}?"
    r"[\"']?(?:status|outcome|result|success)[\"']?\s*[=:]\s*[\"']?(?:fail(?:ed|ure)?|false|error)\b",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"[\"'](?:status|outcome)[\"']\s*:\s*[\"'](?:fail(?:ed|ure)?|error|infeasible|impossible)[\"']", re.IGNORECASE
)
_SAYS = re.compile(
    r"\b(?:I|we) (?:will |must |have to |need to |am going to |'ll )*(?:give up|mark (?:this"
    r"|the) task as (?:failed|a failure)"
    r"|stop (?:here|trying))\b|\bgiving up\b|\bmark(?:ing)? (?:this|the) task as (?:failed|a failure)\b"
    r"|\b(?:task|request) (?:cannot|can not|can't|could not) be (?:completed|fulfilled|solved|finished)\b"
    r"|\bI (?:am|was) (?:unable|not able) to (?:complete|proceed|finish|fulfil+)\b",
    re.IGNORECASE,
)
_HINTS = ("give up", "giving up", "task as", "stop here", "stop trying", "not be ", "n't be ", "unable", "not able")
_ENDERS = re.compile(r"terminate|finish|complete|submit|end|done|stop", re.IGNORECASE)
_CLOSE = 3


class GaveUp:
    """Looks for a terminating act that reports failure, or a last message that says so."""

    name: ClassVar[str] = "gave_up"
    mode: ClassVar[str] = "FM-3.1"
    tier: ClassVar[Tier] = "fact"
    precision: ClassVar[Precision] = Precision(0, 0)
    known_false: ClassVar[tuple[str, ...]] = (
        "a prompt that explains how to report failure",
        "the words somewhere in the middle, with work going on after them",
        "a time limit from outside",
    )
    english_only: ClassVar[bool] = True

    def __init__(self) -> None:
        self._said: tuple[int, int] | None = None
        self._declared = False

    def see(self, event: Event, text: str) -> None:
        """Remember the last act that declares failure."""
        if not is_spoken(event):
            return
        lower = text.lower()
        found = _FAILS.search(text) if "fail" in lower or "false" in lower else None
        if found is None and event.kind is Kind.CALL and event.tool and _ENDERS.search(event.tool):
            found = _STATUS.search(text)
        declared = found is not None
        short = len(text) < 6000 and event.kind is not Kind.THINK
        if found is None and short and any(hint in lower for hint in _HINTS):
            found = _SAYS.search(text)
        if found is not None:
            self._said, self._declared = (event.number, found.start()), declared

    def found(self, scene: Scene) -> Iterable[Signal]:
        """The declaration, if it stands among the last acts."""
        if self._said is None:
            return
        number, at = self._said
        event, end = scene.event(number), finale(scene)
        later = [one for one in end.acts if one.number > number and one.kind is not Kind.RESULT]
        if (
            (end.limit is not None and not self._declared)
            or len(later) > _CLOSE
            or any(one.kind is Kind.CALL for one in later)
        ):
            return
        if not any(one.number == number for one in end.acts):
            return
        last = end.last
        lines = (event.lines[0], last.lines[1] if last else event.lines[1])
        yield hit(
            self,
            title=f"{event.actor or 'An actor'} ends the task as failed.",
            why=(
                f"The last decision, at L{event.lines[0]}, is to stop without what the task asked for. No limit from "
                "outside forced it; whether means were left is for the steps before it to show."
            ),
            actor=event.actor,
            acts=[mark(event, scene.text(number), at, "the decision to stop")],
            topic="end of the task",
            occurrences=[lines],
            severity="fatal",
        )
