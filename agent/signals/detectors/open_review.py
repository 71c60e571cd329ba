"""The run ends on a critique that nobody takes up."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.critique import fault_at
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_end import run_end
from agent.signals.signal import Precision, Signal
from agent.trace.event import Kind

_HEADING = re.compile(r"^#+ ", re.MULTILINE)
_MANUAL = 3
_PRAISES = re.compile(
    r"\b(?:well[- ](?:structured|written|done|organi[sz]ed)|excellent|great (?:job|work)|comprehensive|thorough"
    r"|meets (?:all|the)|correctly (?:implements|handles|solves|addresses))\b"
    r"|\bI (?:will|must|shall|need to|am going to) (?:now )?(?:check|verify|review|compare)\b",
    re.IGNORECASE,
)
"""Praise with a wish, or a check that is only announced: no critique that stays open."""
_NAMED = re.compile(r"`([^`\n]{2,60})`")


class OpenReview(Detector):
    """A hint: where a fixed number of rounds ends every run so, it says nothing about this one."""

    name = "open_review"
    mode = "FM-3.1"
    tier = "hint"
    precision = Precision(10, 13)
    known_false = (
        "a last review that approves, praises, or only announces a check",
        "a demand for something by name that stands in the work already",
        "a single actor thinking aloud",
        "a manual or a document that is the work itself",
    )
    english_only = True

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The last message, if it is one actor's critique of another's work."""
        end = run_end(trace)
        last = end.last
        if last is None or last.kind not in (Kind.SAY, Kind.HANDOFF) or trace.answer or end.limit is not None:
            return
        text = trace.text(last.number)
        at = fault_at(text) if len(_HEADING.findall(text)) < _MANUAL and _PRAISES.search(text) is None else None
        work = next((one for one in end.acts[1:] if one.actor != last.actor and one.kind is not Kind.RESULT), None)
        if at is None or work is None or work.kind is Kind.TASK or _is_met(text[at:], trace.text(work.number)):
            return
        yield self.hit(
            title=f"The run ends on {last.actor or 'an actor'}'s critique, and nobody takes it up",
            why=(
                f"L{last.lines[0]} names faults of the work at L{work.lines[0]}; nothing follows. Where a fixed number "
                "of rounds ends every run in this way, the cause is the set-up and not this run."
            ),
            actor=last.actor,
            acts=[mark(last, text, at, "the critique that stays open")],
            references=[mark(work, trace.text(work.number), note="the work it speaks of")],
            topic=f"work of {work.actor or 'an actor'}",
            occurrences=[last.lines],
            severity="minor",
        )


def _is_met(demand: str, work: str) -> bool:
    """Whether all that a critique asks for by name stands in the work already."""
    named = _NAMED.findall(demand)
    return bool(named) and all(name in work for name in named)
