"""Finds questions for missing information, and proves that none was asked."""

from agent.signals.detector import WholeTrace
from agent.signals.readings.absence import absent
from agent.signals.signal import Search

PATTERN = (
    r"\b(?:could|can|would|will) you (?:please )?(?:provide|clarify|specify|confirm|tell|share|let me know|give)\b"
    r"|\bplease (?:provide|clarify|specify|share|tell me|let me know|give me)\b"
    r"|\bask_(?:the_)?(?:user|human|agent|customer|client|caller|person|guest|patient|requester)\b"
    r"|\b(?:need|require) (?:more|further|additional) (?:information|details|clarification)\b"
    r"|\b(?:what|which|where|how) (?:\w+ )?(?:is|are|can|do|does|should) [^.\n]{0,120}\?"
)
REACH = 200
"""How many events before a guess are searched for a question."""


def unasked(trace: WholeTrace, after_task: int, guess: int, line: int) -> Search | None:
    """The search for a question between the task and a guess; None if one was asked."""
    first = max(after_task + 1, guess - REACH)
    return absent(trace, PATTERN, first, guess, line) if first <= guess else None
