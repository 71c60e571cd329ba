"""An agent says that it asks a helper, and its code only prints the request."""

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

_REQUEST = re.compile(
    r"\b(?:please|could you|can you|I need|your task|find|search for|look up|provide)\b", re.IGNORECASE
)
_HELPER = re.compile(
    r"\b(\w*(?:_agent|_helper|_assistant|_expert|search_?agent)|\w+ (?:agent|helper|team member))\b", re.I
)
_ASKS = re.compile(
    r"\b(?:ask|delegat\w+|call|use|us(?:e|ing)|request\w*|task|instruct|have|let)\b[^.\n]{0,80}\Z", re.IGNORECASE
)
_TAIL = 2_000
_LONGEST = 4_000


class PrintedRequest(Detector):
    """A block that only prints and names strings, with a request to a helper that the words around it name."""

    name = "printed_request"
    mode = "FM-2.6"
    tier = "fact"
    known_false = (
        "a block that calls the helper",
        "prints that report a result",
    )
    english_only = True

    def __init__(self) -> None:
        self._hits: dict[str | None, list[tuple[int, int, str]]] = {}
        self._said: tuple[str | None, str] = (None, "")

    def see(self, event: Event, text: str) -> None:
        """Look at code that prints and does nothing else."""
        if not is_action(event):
            return
        if "print(" in text:
            helper = _announced(self._said[1]) if self._said[0] == event.actor else ""
            blocks = code_blocks(text)
            spans = [(block.start, block.end) for block in blocks] or (
                [(0, len(text))] if event.kind is Kind.CALL else []
            )
            for start, end in spans:
                named = _announced(text[:start]) or helper
                body = text[start:end].strip() + "\n"
                if named and len(body) < _LONGEST and _REQUEST.search(body) and _only_prints(body):
                    self._hits.setdefault(event.actor, []).append((event.number, text.find("print(", start), named))
                    break
        self._said = (event.actor, text[-_TAIL:])

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each actor."""
        for actor, hits in self._hits.items():
            number, at, helper = hits[0]
            event, text = trace.event(number), trace.text(number)
            line = line_at(event, text, at)
            yield self.hit(
                title=f"{actor or 'An agent'} prints its request to {helper} instead of making it {times(len(hits))}",
                why=f"The words announce that {helper} is asked; the code at L{line} only prints the request, so "
                "nobody is asked and nothing can come back.",
                actor=actor,
                acts=[mark(trace.event(n), trace.text(n), o, "only printed") for n, o, _ in hits[:4]],
                topic=f"request to {helper}".lower(),
                occurrences=[(line_at(trace.event(n), trace.text(n), o),) * 2 for n, o, _ in hits[:50]],
                severity="major" if len(hits) > 1 else "minor",
            )


def _announced(words: str) -> str:
    """The helper that words say is asked; empty where none is."""
    for match in _HELPER.finditer(words):
        if _ASKS.search(words, max(0, match.start() - 100), match.start()):
            return match[1]
    return ""


def _only_prints(code: str) -> bool:
    """Whether code does nothing but name strings and print."""
    try:
        statements = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return bool(statements) and all(map(_is_idle, statements))


def _is_idle(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Assign):
        return isinstance(statement.value, ast.Constant | ast.JoinedStr | ast.Dict | ast.List)
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print"
