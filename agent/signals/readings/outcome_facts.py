"""Collects what the trace itself shows about how the run came out: limits, ends, answers, tests, apologies."""

import re
from dataclasses import dataclass, field
from typing import Literal

from agent.signals.detector import WholeTrace
from agent.signals.readings.change_counter import ChangeCounter
from agent.signals.readings.execution import BAD, Verdict, execution_of, test_summary_at
from agent.signals.readings.last_execution import LastExecution
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_end import run_end
from agent.signals.readings.step_end import ends_a_step
from agent.signals.readings.who_acts import is_visible_action
from agent.signals.signal import Mark
from agent.trace.event import Event, Kind

Points = Literal["success", "failure", "neither"]
What = Literal[
    "limit_reached", "ended_as_failed", "ended_as_done", "answer_given", "no_answer", "answer_empty", "test_failed",
    "test_passed", "apology", "ended_in_error",
]  # fmt: skip

_ENDED = re.compile(
    r"\b(?:complete_task|finish\w*|terminate\w*|submit\w*|end_task|interaction has been completed)\b[^\n]{0,200}?"
    r"\bstatus[\"']?\s*[=:]\s*[\"']?(fail(?:ed|ure)?|error|success(?:ful)?|done|completed?)\b",
    re.IGNORECASE,
)
_STATUS = re.compile(r"[\"']status[\"']\s*:\s*[\"'](fail(?:ed|ure)?|error|success(?:ful)?|done|completed?)[\"']", re.I)
_ENDERS = re.compile(r"terminate|finish|complete|submit|end_task", re.IGNORECASE)
_SORRY = re.compile(
    r"\b(?:(?:I'm|I am|we are|we're) (?:very |really |deeply )?sorry|I apologi[sz]e)\b"
    r"(?!,? for (?:the |any |this |my |that )?(?:\w+ )?"
    r"(?:confusion|misunderstanding|inconvenience|delay|oversight|mix))"
    r"|\b(?:sorry|apologi[sz]e|unfortunately)\b[^\n]{0,160}?\b(?:unable|cannot|can't|could not|couldn't|not able"
    r"|not possible|impossible|lacks?|not enough|insufficient|failed to)\b",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"\balready (?:been )?(?:\w+ )?(?:solved|given|provided|calculated|determined|completed|answered|reached)\b"
    r"|\bfinal (?:answer|solution|result) (?:is|remains|was)\b|\bboxed\{",
    re.IGNORECASE,
)
"""Words that hand over an answer, whatever is said sorry for beside it."""
_BROKEN = re.compile(r"\s*(?:\W*API Error\b|\[?Error code: [45]\d\d|\W*(?:\w+\.)*\w*APIError\b)", re.IGNORECASE)
"""How an error of the service behind the agents stands where an agent should have spoken."""
_EMPTY = re.compile(r"\W*(?:none|null|n/?a|unknown)?\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OutcomeFact:
    """One thing the trace shows about the outcome; what it points to is no verdict yet."""

    what: What
    points: Points
    says: str
    """One sentence for a person."""
    mark: Mark | None
    lines: tuple[int, int] | None


@dataclass(slots=True)
class OutcomeFacts:
    """Sees the events like a detector; evaluations and hidden labels are never looked at."""

    _run: LastExecution = field(default_factory=LastExecution)
    _ended: tuple[int, int, str] | None = None
    _answer: int = 0
    _passed: tuple[int, int] | None = None
    _undone: bool = False
    """Whether anything failed, or was changed, after the tests had passed."""
    _changes: ChangeCounter = field(default_factory=ChangeCounter)

    def see(self, event: Event, text: str) -> None:
        """Remember the last test, the last declared end, the last answer."""
        if event.repeats is not None or event.kind in (Kind.EVALUATION, Kind.NOISE, Kind.SYSTEM, Kind.TASK):
            return
        self._run.see(event, text)
        if event.kind in (Kind.RESULT, Kind.ERROR):
            self._see_result(event, text)
        elif self._passed is not None:
            before = self._changes.count
            self._changes.see(event, text)
            self._undone = self._undone or self._changes.count > before or _BROKEN.match(text) is not None
        if event.kind is Kind.ANSWER:
            self._answer = event.number
        if ends_a_step(event, text):
            self._ended = None
        self._see_end(event, text)

    def _see_result(self, event: Event, text: str) -> None:
        """Note tests that passed, and whatever failed after them; a program that was only started is no test."""
        run = execution_of(event, text)
        summary = test_summary_at(text) if run is not None else None
        if run is not None and run.verdict is Verdict.PASSED and summary is not None:
            self._passed, self._undone = (event.number, summary), False
        elif event.kind is Kind.ERROR or (event.status or "").lower() in BAD or (run and run.verdict is Verdict.FAILED):
            self._undone = True

    def _see_end(self, event: Event, text: str) -> None:
        if len(text) > 20_000 or not ("tatus" in text or "TATUS" in text):
            return
        ended = _ENDED.search(text)
        if ended is None and event.kind is Kind.CALL and event.tool and _ENDERS.search(event.tool):
            ended = _STATUS.search(text)
        if ended is not None:
            self._ended = (event.number, ended.start(), ended[1].lower())

    def facts(self, trace: WholeTrace) -> tuple[OutcomeFact, ...]:
        """What was seen, in the order of its lines."""
        facts = [
            *self._end(trace),
            *self._answers(trace),
            *self._tests(trace),
            *self._apology(trace),
            *self._broken(trace),
        ]
        return tuple(sorted(facts, key=lambda fact: fact.lines or (trace.lines + 1, 0)))

    def _end(self, trace: WholeTrace) -> list[OutcomeFact]:
        facts = []
        limit = run_end(trace).limit
        if limit is not None:
            points: Points = "neither" if self._answer or trace.answer else "failure"
            facts.append(self._fact(trace, "limit_reached", points, "A limit from outside was reached.", *limit))
        if self._ended is not None:
            number, at, status = self._ended
            if status.startswith(("fail", "err")):
                facts.append(
                    self._fact(trace, "ended_as_failed", "failure", "An actor ended the task as failed.", number, at)
                )
            else:
                facts.append(self._fact(trace, "ended_as_done", "neither", "An actor says it is done.", number, at))
        return facts

    def _answers(self, trace: WholeTrace) -> list[OutcomeFact]:
        if trace.answer is not None and _EMPTY.fullmatch(trace.answer):
            return [OutcomeFact("answer_empty", "failure", "The answer on record is empty.", None, None)]
        if self._answer:
            return [self._fact(trace, "answer_given", "neither", "There is a final answer.", self._answer, None)]
        if trace.answer is not None:
            return [OutcomeFact("answer_given", "neither", "There is an answer on record.", None, None)]
        return [OutcomeFact("no_answer", "neither", "The trace marks no final answer.", None, None)]

    def _tests(self, trace: WholeTrace) -> list[OutcomeFact]:
        run = self._run
        if run.failed is not None and run.is_test and run.is_own_fault(trace):
            return [self._fact(trace, "test_failed", "failure", "The last test run failed.", *run.failed)]
        if self._passed is None:
            return []
        if self._undone:
            says = "Tests passed, but something failed or was changed after them."
            return [self._fact(trace, "test_passed", "neither", says, *self._passed)]
        return [self._fact(trace, "test_passed", "success", "The last test run passed.", *self._passed)]

    def _broken(self, trace: WholeTrace) -> list[OutcomeFact]:
        last = run_end(trace).last
        if last is None or trace.answer is not None:
            return []
        if last.kind is not Kind.ERROR and _BROKEN.match(trace.text(last.number)) is None:
            return []
        return [self._fact(trace, "ended_in_error", "failure", "The run ends in an error.", last.number, None)]

    def _apology(self, trace: WholeTrace) -> list[OutcomeFact]:
        last = run_end(trace).last
        if last is None or not is_visible_action(last):
            return []
        words = trace.text(last.number)
        sorry = _SORRY.search(words)
        if sorry is None or _GIVEN.search(words) is not None:
            return []
        return [self._fact(trace, "apology", "failure", "The last words are an apology.", last.number, sorry.start())]

    @staticmethod
    def _fact(trace: WholeTrace, what: What, points: Points, says: str, number: int, at: int | None) -> OutcomeFact:
        event, text = trace.event(number), trace.text(number)
        shown = mark(event, text, at) if text.strip() else None
        return OutcomeFact(what, points, says, shown, event.lines)
