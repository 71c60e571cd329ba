"""The final answer is given right after a run that failed, with no good run in between."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.last_execution import LastExecution
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.who_acts import is_visible_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_CLAIMS = re.compile(
    r"\bfinal (?:answer|result)\b|\bboxed\{|\btask (?:is |has been )?(?:now )?complete|\bconclude (?:the|this|our)\b"
    r"|\b(?:is|are) (?:indeed )?(?:correct|accurate|verified|confirmed)\b",
    re.IGNORECASE,
)
_ADMITS = re.compile(
    r"\bunfortunately\b|\bsorry\b"
    r"|\b(?:unable|not able) to (?:run|execute|verify|determine|access|complete|retrieve|confirm)\b"
    r"|\b(?:cannot|can't|could not|couldn't) be (?:run|executed|verified|determined|completed|confirmed)\b"
    r"|\b(?:run|execution|script|code|test|check)s? (?:has |have )?failed\b|\b\w*[Ee]rror\b",
    re.IGNORECASE,
)
_BROKE = re.compile(
    r"error|exception|traceback|fail|denied|not found|no such|unknown|invalid|cannot|killed", re.IGNORECASE
)
"""Words of which one stands in the output of a run that broke; `grep` and `git commit` end with 1 for less."""
_NEAR = 6
_RESULTS = 200


class AnswerAfterFailedRun(Detector):
    """Pairs the output of the last run, a failure, with the answer that follows within a few acts."""

    name = "answer_after_failed_run"
    mode = "FM-3.3"
    tier = "fact"
    precision = Precision(1, 1)
    known_false = (
        "a missing dependency is not a failed check",
        "a failure that a later good result takes back",
        "an answer that admits or discusses the failure",
        "output that carries results beside the error",
        "an echo of the tool's output as an agent's message",
        "a command that ends with 1 and breaks nothing",
    )
    english_only = True

    def __init__(self) -> None:
        self._run = LastExecution()
        self._acts = 0
        self._answer: tuple[int, int] | None = None

    def see(self, event: Event, text: str) -> None:
        """Follow the runs, and look for an answer within a few acts of a failure."""
        before = self._run.failed
        self._run.see(event, text)
        if self._run.failed != before or (event.kind is Kind.CALL and "```" in text):
            self._acts, self._answer = 0, None
            return
        if self._run.failed is None or self._run.moved_on or not is_visible_action(event) or not text.strip():
            return
        self._acts += 1
        claims = _CLAIMS.search(text, max(0, len(text) - 8000))
        if self._acts <= _NEAR and (event.kind is Kind.ANSWER or claims) and event.kind is not Kind.CALL:
            self._answer = (event.number, claims.start() if claims else 0)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The answer, if it stands by a failed run of the work's own making and does not say so."""
        run = self._run
        if run.failed is None or self._answer is None or run.moved_on or run.is_test or not run.is_own_fault(trace):
            return
        number, at = self._answer
        answer, text = trace.event(number), trace.text(number)
        report, output = trace.event(run.failed[0]), trace.text(run.failed[0])
        if _ADMITS.search(text) or self._has_results(output, run.failed[1]) or _BROKE.search(output) is None:
            return
        line = line_at(report, output, run.failed[1])
        yield self.hit(
            title=f"{answer.actor or 'The run'} gives its answer although its last run failed",
            why=(
                f"The last run ends in an error at L{line}, and nothing ran well after it; the answer at "
                f"L{line_at(answer, text, at)} stands on no result, and does not say so."
            ),
            actor=answer.actor,
            acts=[mark(answer, text, at, "the answer")],
            references=[mark(report, output, run.failed[1], "the run that failed")],
            topic="final answer",
            occurrences=[answer.lines],
            severity="major",
        )

    @staticmethod
    def _has_results(output: str, at: int) -> bool:
        """Whether a failed run printed something to go by, before its traceback or after its error."""
        error_ends = output.find("\n", at)
        after = output[error_ends:] if error_ends >= 0 else ""
        before = output[: max(0, output.find("Traceback (most recent"))]
        return len(after.strip()) > _RESULTS or len(before.strip()) > _RESULTS
