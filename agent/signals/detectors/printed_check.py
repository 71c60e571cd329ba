"""An agent announces a check, and its code only prints words that were written beforehand."""

import ast
import re
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.who_acts import is_action
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_CHECK = re.compile(
    r"\b(?:let's|let us|let me|I'll|I will|we'll|we will|I need to|now|to) (?:\w+ )?"
    r"(?:confirm|verify|check|validate|test|double-?check|cross-?check|simulate|run|compute|calculate)\b",
    re.IGNORECASE,
)
_OUTCOME = re.compile(
    r"\b(?:success\w*|passed|passes|verified|confirmed|correct\w*|valid\w*|match\w*|complete[d]?|created|updated|ok"
    r"|no errors?|result is|equals?)\b",
    re.IGNORECASE,
)
_TELLERS = frozenset({"print", "reply", "respond", "send_message"})
_CALLS = tuple(f"{word}(" for word in sorted(_TELLERS))
_TAIL = 1_500
_LONGEST = 4_000


class PrintedCheck(Detector):
    """A block of nothing but printed constants that tell an outcome, after words that announce a check."""

    name = "printed_check"
    mode = "FM-2.6"
    tier = "fact"
    known_false = (
        "a print of something that was computed",
        "an answer that is handed over by printing it",
    )
    english_only = True

    def __init__(self) -> None:
        self._hits: dict[str | None, list[tuple[int, int]]] = {}

    def see(self, event: Event, text: str) -> None:
        """Look at code that prints constants and does nothing else."""
        if not is_action(event) or len(text) > 20_000 or not (event.kind is Kind.CALL or "```" in text):
            return
        if not any(map(text.__contains__, _CALLS)):
            return
        spans = [(one.start, one.end) for one in code_blocks(text)]
        if not spans and event.kind is Kind.CALL:
            spans = [(_code_at(text), len(text))]
        for start, end in spans:
            body = text[start:end]
            if (
                len(body) < _LONGEST
                and (told := _told(body)) is not None
                and _CHECK.search(text[:end], max(0, start - _TAIL))
            ):
                self._hits.setdefault(event.actor, []).append((event.number, start + body.find(told)))
                return

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each actor."""
        for actor, hits in self._hits.items():
            number, at = hits[0]
            event, text = trace.event(number), trace.text(number)
            line = line_at(event, text, at)
            yield self.hit(
                title=f"{actor or 'An agent'} announces a check and only prints its outcome {times(len(hits))}",
                why=f"The words announce a check; the code at L{line} prints an outcome that was written beforehand, "
                "so it would print the same whatever is the case.",
                actor=actor,
                acts=[mark(trace.event(n), trace.text(n), o, "printed, not checked") for n, o in hits[:4]],
                topic="printed outcome",
                occurrences=[(line_at(trace.event(n), trace.text(n), o),) * 2 for n, o in hits[:50]],
            )


def _code_at(text: str) -> int:
    """Where code begins in a call: after a first line that is none, such as a name and a colon."""
    first = text.find("\n")
    return first + 1 if 0 <= first < 200 and "(" not in text[:first] and "#" not in text[:first] else 0


def _told(body: str) -> str | None:
    """The words of an outcome, where code does nothing but tell constants."""
    try:
        statements = ast.parse("\n".join(line.removeprefix(_indent(body)) for line in body.split("\n"))).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    texts = [_constant(one) for one in statements]
    if not texts or None in texts:
        return None
    told = " ".join(filter(None, texts))
    return next((text[:40] for text in texts if text and _OUTCOME.search(text)), None) if told else None


def _indent(body: str) -> str:
    first = next((line for line in body.split("\n") if line.strip()), "")
    return first[: len(first) - len(first.lstrip())]


def _constant(statement: ast.stmt) -> str | None:
    """What a statement tells, if it only tells a constant."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _TELLERS):
        return None
    if len(call.args) != 1:
        return None
    first = call.args[0]
    if isinstance(first, ast.JoinedStr):
        parts = [part.value for part in first.values if isinstance(part, ast.Constant)]
        return "".join(map(str, parts)) if len(parts) == len(first.values) else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
