"""The run ends without an answer because a limit was reached, or in the middle of a message."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.quoted_line import mark, mark_last_line
from agent.signals.readings.run_end import run_end
from agent.signals.readings.who_acts import is_visible_action
from agent.signals.signal import Mark, Precision, Signal
from agent.trace.event import Event, Kind

_ENDS = re.compile(r"(?:[.!?:]|```)\s*\Z")


class CutOff(Detector):
    """A hint: a limit from outside is no decision of the actors, but what was open then is worth a look."""

    name = "cut_off"
    mode = "FM-3.1"
    tier = "hint"
    precision = Precision(10, 10)
    known_false = (
        "a fence that was forgotten in a message that ends as it should; nested markdown fences",
        "a limit that is only talked about in the middle",
        "a run that had its answer before the limit",
    )

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The limit, the call without a result, or the message that breaks off inside a code block."""
        end = run_end(trace)
        last = end.last
        if trace.answer or last is None:
            return
        if end.limit is not None:
            number, at = end.limit
            if trace.event(number).is_act:
                yield self._at_limit(trace, last, number, at)
            return
        text = trace.text(last.number)
        if last.kind is Kind.CALL and trace.reading.records_tool_results and text.strip():
            yield self._at_end(
                last,
                title=f"The run ends on a call of {last.actor or 'an actor'} that has no result",
                why=(
                    f"The call at L{last.lines[0]} is the last act; its result never came. A cap on rounds often ends "
                    "a run so, and is no decision of the actors: see what was still open."
                ),
                act=mark_last_line(last, text, "the call without a result"),
            )
        elif (
            is_visible_action(last)
            and any(block.end >= len(text) for block in code_blocks(text))
            and not _ENDS.search(text)
        ):
            yield self._at_end(
                last,
                title=f"The last message of {last.actor or 'the run'} breaks off inside a code block",
                why=f"The block that is open at L{last.lines[1]} is never closed, and nothing follows it.",
                act=mark_last_line(last, text, "where the message breaks off"),
            )

    def _at_limit(self, trace: WholeTrace, last: Event, number: int, at: int) -> Signal:
        event = trace.event(number)
        return self.hit(
            title="A limit from outside ended the run before there was an answer",
            why=(
                f"L{event.lines[0]} reports the limit; the last act before it is at L{last.lines[0]}. The limit is no "
                "decision of the actors, but nothing had been handed over by then: see what was still open."
            ),
            actor=last.actor,
            acts=[mark(event, trace.text(number), at, "the limit")],
            references=[mark(last, trace.text(last.number), note="the last act")] if last.number != number else [],
            topic="end of the run",
            occurrences=[event.lines],
            severity="major",
        )

    def _at_end(self, last: Event, *, title: str, why: str, act: Mark) -> Signal:
        return self.hit(
            title=title,
            why=why,
            actor=last.actor,
            acts=[act],
            topic="end of the run",
            occurrences=[last.lines],
            severity="major",
        )
