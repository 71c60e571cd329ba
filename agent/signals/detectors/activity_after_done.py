"""An actor declares the work done and then goes on working with nobody having asked."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.quoted_line import informative_line, line_with
from agent.signals.readings.run_counter import RunCounter
from agent.signals.readings.step_end import ends_a_step
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Mark, Signal
from agent.trace.event import Event, Kind

ENOUGH = 3
SIGNALS = 4
_FINISHING = re.compile(
    r"(?:terminate|finish|complete_task|task_complete|final_answer|submit_?(?:answer|final)?|done|attempt_completion"
    r"|end_(?:conversation|task))(?:_tool)?",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"^\W{0,6}(?:TERMINATE|TASK_?COMPLETED?|FINAL ANSWER\b.*)\W{0,6}$"
    r"|\bthe (?:whole |entire |overall )?(?:task|request|problem) (?:is|has been) (?:now )?(?:fully |successfully )?"
    r"(?:completed?|finished|solved)\b",
    re.IGNORECASE | re.MULTILINE,
)
_NOT_YET = re.compile(r"\b(?:once|when|if|until|after|unless|before|not|ensure|verify|whether)\b", re.IGNORECASE)
_PRE = ("TERMINATE", "COMPLETE", "omplete", "inished", "olved", "FINAL ANSWER")


@dataclass(slots=True)
class _Done:
    """Where an actor said that it was done, and what it did after that."""

    number: int
    at: int
    after: list[int] = field(default_factory=list)


class ActivityAfterDone(Detector):
    """Work by the same actor after it declared the end, with nobody else speaking in between."""

    name = "activity_after_done"
    mode = "FM-1.5"
    tier = "hint"
    known_false = (
        "prompts that quote the closing word",
        "a new request after the end",
        "a part that is done, while the whole goes on",
        "closing words said twice",
        "the end of one step of a plan, after which the framework goes on to the next",
    )
    english_only = True

    def __init__(self) -> None:
        self._runs = RunCounter()
        self._run = 1
        self._done: dict[str | None, _Done] = {}
        self._hits: list[_Done] = []

    def see(self, event: Event, text: str) -> None:
        """Follow who is done and who works on; what another actor does may be a new request."""
        run = self._runs.see(event)
        if run != self._run:
            self._run = run
            self._close()
        if event.repeats is not None:
            return
        if event.kind is Kind.TASK or (event.kind is Kind.SAY and not by_agent(event)) or ends_a_step(event, text):
            self._close()
            return
        if not by_agent(event):
            return
        for other in list(self._done):
            if other != event.actor:
                self._close_one(other)
        place = _end_declared(event, text)
        if place is not None:
            if event.actor not in self._done:
                self._done[event.actor] = _Done(event.number, place)
        elif (done := self._done.get(event.actor)) is not None and event.kind is Kind.CALL:
            done.after.append(event.number)

    def _close(self) -> None:
        for actor in list(self._done):
            self._close_one(actor)

    def _close_one(self, actor: str | None) -> None:
        done = self._done.pop(actor, None)
        if done is not None and len(done.after) >= ENOUGH:
            self._hits.append(done)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """Each declared end that was followed by work."""
        self._close()
        self._hits.sort(key=lambda done: done.number)
        for done in self._hits[:SIGNALS]:
            end, act = trace.event(done.number), trace.event(done.after[0])
            text = trace.text(done.number)
            yield self.hit(
                title=f"{act.actor or 'The run'} declares the work done and then makes {len(done.after)} more calls",
                why=f"L{end.lines[0]} says that the work is done; from L{act.lines[0]} on the same actor calls tools "
                "again, and no request by anybody stands in between.",
                actor=act.actor,
                acts=(Mark(done.after[0], informative_line(trace.text(done.after[0])), "goes on"),),
                references=(Mark(done.number, line_with(text, done.at) or informative_line(text), "declared done"),),
                topic="termination",
                occurrences=tuple(trace.event(number).lines for number in done.after[:64]),
                severity="minor",
            )


def _end_declared(event: Event, text: str) -> int | None:
    """Where an act declares that all is done."""
    if event.kind is Kind.ANSWER or (event.kind is Kind.CALL and _FINISHING.fullmatch(event.tool or "")):
        return 0
    if event.kind not in (Kind.SAY, Kind.THINK) or not any(map(text.__contains__, _PRE)):
        return None
    for match in _WHOLE.finditer(text, max(0, len(text) - 4_000)):
        start = max(text.rfind("\n", 0, match.start()), text.rfind(". ", 0, match.start())) + 1
        if _NOT_YET.search(text, start, match.end()) is None:
            return match.start()
    return None
