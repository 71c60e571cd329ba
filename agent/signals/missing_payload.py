"""An executor is asked to run code that the request does not carry, although somebody had written it."""

import re
from collections.abc import Iterable
from typing import ClassVar

from agent.signals.absence import absent
from agent.signals.detector import Scene
from agent.signals.hit import hit
from agent.signals.marks import mark
from agent.signals.signal import Precision, Signal, Tier
from agent.signals.told import is_told
from agent.trace.event import Event, Kind

_NOTHING = re.compile(
    r"\bno code (?:blocks? )?(?:was |were )?(?:found|provided|given|supplied)\b|\bthere is no code (?:from|in)\b"
    r"|\bno (?:command|script|snippet) (?:was |were )?(?:found|provided|given|supplied)\b|\bnothing to (?:run"
    r"|execute)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:re-?)?(?:run|execut\w+)\b[^.\n]{0,120}\b(?:code|scripts?|program|snippet|commands?|function|it)\b",
    re.IGNORECASE,
)
_PAYLOAD = r"```|~~~"
_ANSWERS = frozenset({Kind.RESULT, Kind.ERROR, Kind.SAY, Kind.NOTE})


class MissingPayload:
    """Fires on the pair of a request to run code and the executor's reply that it got none."""

    name: ClassVar[str] = "missing_payload"
    mode: ClassVar[str] = "FM-2.4"
    tier: ClassVar[Tier] = "fact"
    precision: ClassVar[Precision] = Precision(0, 0)
    known_false: ClassVar[tuple[str, ...]] = (
        "an executor that is merely given the floor, without a request to run anything",
        "code that nobody had written yet",
    )
    english_only: ClassVar[bool] = True

    def __init__(self) -> None:
        self._code = 0
        self._code_by: str | None = None
        self._asked = 0
        self._asked_by: str | None = None
        self._asked_at = 0
        self._hits: list[tuple[int, int, int, int]] = []

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
                self._hits.append((self._asked, self._asked_at, event.number, self._code))
            self._asked = 0
            return
        if not is_told(event):
            return
        if "```" in text:
            self._code, self._code_by, self._asked = event.number, event.actor, 0
            return
        asks = _ASKS.search(text, 0, 4000)
        self._asked = event.number if asks else 0
        self._asked_by, self._asked_at = event.actor, asks.start() if asks else 0

    def found(self, scene: Scene) -> Iterable[Signal]:
        """One signal for each actor that sent such requests."""
        by_actor: dict[str | None, list[tuple[int, int, int, int]]] = {}
        for one in self._hits:
            by_actor.setdefault(scene.event(one[0]).actor, []).append(one)
        for actor, hits in by_actor.items():
            asked, _, answered, code = hits[0]
            request, reply = scene.event(asked), scene.event(answered)
            search = absent(scene, _PAYLOAD, asked, asked, request.lines[0])
            if search is None:
                continue
            source, code_text = scene.event(code), scene.text(code)
            fence = code_text.find("```")
            yield hit(
                self,
                title=f"{actor or 'An actor'} asks {reply.actor or 'the executor'} to run code without sending it.",
                why=(
                    f"The code stands at L{source.lines[0]}; the request at L{request.lines[0]} holds none of it, and "
                    f"L{reply.lines[0]} answers that there is nothing to run: what the receiver needed was not sent."
                ),
                actor=actor,
                acts=[mark(scene.event(a), scene.text(a), o, "the request without code") for a, o, _, _ in hits[:5]],
                references=[
                    mark(reply, scene.text(answered), note="the reply"),
                    mark(source, code_text, _after_fence(code_text, fence), "the code that was not sent"),
                ],
                search=search,
                topic=f"request to {reply.actor or 'the executor'}".lower(),
                occurrences=[(scene.event(a).lines[0], scene.event(r).lines[1]) for a, _, r, _ in hits],
                severity="major" if len(hits) > 1 else "minor",
            )


def _after_fence(text: str, fence: int) -> int:
    """The first line of code after a fence that says anything, else the fence itself."""
    at = text.find("\n", fence)
    while 0 <= at < len(text) - 1:
        end = text.find("\n", at + 1)
        line = text[at + 1 : end if end >= 0 else len(text)]
        if line.strip():
            return at + 1 + len(line) - len(line.lstrip())
        if end < 0:
            break
        at = end
    return fence
