"""An executor is asked to run code that the request does not carry, although somebody had written it."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.absence import absent
from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.who_acts import is_visible_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_NOTHING = re.compile(
    r"\bno code (?:blocks? )?(?:was |were )?(?:found|provided|given|supplied)\b|\bthere is no code (?:from|in)\b"
    r"|\bno (?:command|script|snippet) (?:was |were )?(?:found|provided|given|supplied)\b|\bnothing to (?:run"
    r"|execute)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"(?:^|[.!:,]\s+|\b(?:please|now|next|then|let's|could you|can you|to)\s+)(?:re-?)?(?:run|execute)\b[^.\n]{0,120}"
    r"\b(?:code|scripts?|program|snippet|function)\b",
    re.IGNORECASE | re.MULTILINE,
)
_REQUESTS = re.compile(r"\b(?:please|could you|can you)\b|^\W*(?:re-?)?(?:run|execute)\b", re.IGNORECASE | re.MULTILINE)
_VERBS = ("run", "execute")
_OBJECTS = ("code", "script", "program", "snippet", "function")
_LANGUAGES = frozenset({"python", "py", "python3", "sh", "bash", "shell", "javascript", "js"})
_PAYLOAD = r"```|~~~"
_ANSWERS = frozenset({Kind.RESULT, Kind.ERROR, Kind.SAY, Kind.NOTE})


class _Hit(NamedTuple):
    """A request with its offset, the reply, and the code that was not sent with its offset."""

    asked: int
    at: int
    reply: int
    code: int
    code_at: int


class MissingPayload(Detector):
    """Fires on the pair of a request to run code and the executor's reply that it got none."""

    name = "missing_payload"
    mode = "FM-2.4"
    tier = "fact"
    precision = Precision(1, 1)
    known_false = (
        "an executor that is merely given the floor, without a request to run anything",
        "code that nobody had written yet",
    )
    english_only = True

    def __init__(self) -> None:
        self._code = 0
        self._code_by: str | None = None
        self._code_at = 0
        self._asked = 0
        self._asked_by: str | None = None
        self._asked_at = 0
        self._hits: list[_Hit] = []

    def see(self, event: Event, text: str) -> None:
        """Remember the last code, the last request, and replies that nothing was there to run."""
        if event.repeats is not None:
            return
        if (
            self._asked
            and event.kind in _ANSWERS
            and len(text) < 1200
            and event.actor != self._asked_by
            and _NOTHING.search(text)
        ):
            if self._code and self._code_by != event.actor:
                self._hits.append(_Hit(self._asked, self._asked_at, event.number, self._code, self._code_at))
            self._asked = 0
            return
        if not is_visible_action(event):
            return
        code = [block for block in code_blocks(text) if block.language in _LANGUAGES]
        if code or "```" in text:
            if code:
                self._code, self._code_by, self._code_at = event.number, event.actor, code[-1].start
            self._asked = 0
            return
        asks = None
        if has_any(text, _VERBS) and has_any(text, _OBJECTS) and _REQUESTS.search(text, 0, 4000):
            asks = _ASKS.search(text, 0, 4000)
        self._asked = event.number if asks else 0
        self._asked_by, self._asked_at = event.actor, asks.start() if asks else 0

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each actor that sent such requests."""
        by_actor: dict[str | None, list[_Hit]] = {}
        for one in self._hits:
            by_actor.setdefault(trace.event(one.asked).actor, []).append(one)
        for actor, hits in by_actor.items():
            first = hits[0]
            request, reply = trace.event(first.asked), trace.event(first.reply)
            search = absent(trace, _PAYLOAD, first.asked, first.asked, request.lines[0])
            if search is None:
                continue
            source, text = trace.event(first.code), trace.text(first.code)
            code_line = line_at(source, text, _says(text, first.code_at))
            yield self.hit(
                title=f"{actor or 'An actor'} asks {reply.actor or 'the executor'} to run code without sending it",
                why=(
                    f"The code stands at L{code_line}; the request at L{request.lines[0]} holds none of it, and "
                    f"L{reply.lines[0]} answers that there is nothing to run: what the receiver needed was not sent."
                ),
                actor=actor,
                acts=[
                    mark(trace.event(h.asked), trace.text(h.asked), h.at, "the request without code") for h in hits[:5]
                ],
                references=[
                    mark(reply, trace.text(first.reply), note="the reply"),
                    mark(source, text, _says(text, first.code_at), "the code that was not sent"),
                ],
                search=search,
                topic=f"request to {reply.actor or 'the executor'}".lower(),
                occurrences=[(trace.event(h.asked).lines[0], trace.event(h.reply).lines[1]) for h in hits],
                severity="major" if len(hits) > 1 else "minor",
            )


def _says(text: str, at: int) -> int:
    """The first character from an offset on that is no blank."""
    rest = text[at : at + 2000]
    return at + len(rest) - len(rest.lstrip())
