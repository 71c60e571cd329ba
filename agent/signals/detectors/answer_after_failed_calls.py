"""Every call of the run failed, and an answer is given that does not say so."""

from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.execution import Verdict, execution_of
from agent.signals.readings.failed_result import failure_at, is_failed
from agent.signals.readings.final_answer import admits, final_answer
from agent.signals.readings.quoted_line import mark
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_ENOUGH = 2


class AnswerAfterFailedCalls(Detector):
    """Counts results: one that went well, and it has nothing to say."""

    name = "answer_after_failed_calls"
    mode = "FM-3.2"
    tier = "fact"
    known_false = (
        "an answer that admits the failure or calls itself a guess",
        "a single call that went well",
        "formats that record no results",
        "a result that speaks of an error and holds the answer beside it",
        "a package or a screen that is missing where the work is only started",
    )
    english_only = True

    def __init__(self) -> None:
        self._failed: list[int] = []
        self._good = False

    def see(self, event: Event, text: str) -> None:
        """Sort what came back into failed and good."""
        if self._good or event.repeats is not None or event.kind not in (Kind.RESULT, Kind.ERROR):
            return
        run = execution_of(event, text)
        if is_failed(event, text) and (run is None or run.verdict is not Verdict.LACKING):
            if len(self._failed) < 50:
                self._failed.append(event.number)
        else:
            self._good = True

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The answer, if all that came back before it were failures."""
        if self._good or len(self._failed) < _ENOUGH or not trace.reading.records_tool_results:
            return
        answer = final_answer(trace)
        if answer is None or not answer.words or answer.event.number < self._failed[-1]:
            return
        text = trace.text(answer.event.number)
        if admits(text) or failure_at(text) is not None:
            return
        if any(answer.words in trace.text(number) for number in self._failed):
            return  # a result that speaks of an error, and brings the answer beside it
        first, last = trace.event(self._failed[0]), trace.event(self._failed[-1])
        yield self.hit(
            title=f"An answer is given although all {len(self._failed)} results before it are failures",
            why=f"From L{first.lines[0]} to L{last.lines[0]} nothing came back but errors; L{answer.event.lines[0]} "
            "answers all the same and does not say so: nothing that was observed supports it.",
            actor=answer.event.actor,
            acts=[mark(answer.event, text, answer.at, "the answer")],
            references=[
                mark(event, trace.text(event.number), failure_at(trace.text(event.number)), "failed")
                for event in ([first, last] if first is not last else [first])
            ],
            topic="final answer",
            occurrences=[answer.event.lines],
            severity="major",
        )
