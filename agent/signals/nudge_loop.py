"""The same short push is given to an agent again and again."""

from collections.abc import Iterable
from typing import ClassVar
from zlib import crc32

from agent.signals.detector import Scene
from agent.signals.signal import Mark, Precision, Signal, Tier
from agent.signals.telling import telling_line, times
from agent.trace.event import Event, Kind

ENOUGH = 3
LETTERS = 600
_PUSHES = frozenset({Kind.SAY, Kind.SYSTEM, Kind.NOTE})


class NudgeLoop:
    """One short message of one actor, word for word the same, with another actor's answer between each two."""

    name: ClassVar[str] = "nudge_loop"
    mode: ClassVar[str] = "FM-1.5"
    tier: ClassVar[Tier] = "hint"
    precision: ClassVar[Precision] = Precision(0, 0)
    known_false: ClassVar[tuple[str, ...]] = ("duplicate log handlers", "log lines of a framework", "values that recur")
    english_only: ClassVar[bool] = False

    def __init__(self) -> None:
        self._pushes: dict[tuple[str | None, int], list[int]] = {}
        self._speaker: tuple[str | None, int] = (None, 0)

    def see(self, event: Event, text: str) -> None:
        """Count a short message that comes again after somebody answered."""
        if event.repeats is not None or event.kind not in (*_PUSHES, Kind.THINK, Kind.CALL, Kind.ANSWER):
            return
        last, answers = self._speaker
        self._speaker = (event.actor, 0) if last == event.actor else (event.actor, answers + 1)
        words = len(text.split())
        if event.kind not in _PUSHES or event.actor is None or len(text) > LETTERS or words < 3 or last == event.actor:
            return
        key = (event.actor, crc32(" ".join(text.split()).encode("utf-8", "replace")))
        if len(self._pushes) > 20_000:
            self._pushes.clear()
        self._pushes.setdefault(key, []).append(event.number)

    def found(self, scene: Scene) -> Iterable[Signal]:
        """Pushes that came three times or more."""
        for (actor, _), numbers in self._pushes.items():
            if len(numbers) < ENOUGH:
                continue
            first, last = scene.event(numbers[0]), scene.event(numbers[-1])
            quote = telling_line(scene.text(numbers[-1]))
            yield Signal(
                detector=self.name,
                mode=self.mode,
                tier=self.tier,
                title=f"{actor} gives the same push {times(len(numbers))}",
                why=f"L{last.lines[0]} is L{first.lines[0]} word for word: look whether the one who is pushed had "
                "finished or could not go on, and whether anybody should have stopped.",
                actor=actor,
                acts=(Mark(numbers[-1], quote, "pushed again"),),
                references=(Mark(numbers[0], telling_line(scene.text(numbers[0])), "pushed first"),),
                topic="termination",
                occurrences=tuple(scene.event(number).lines for number in numbers[:64]),
                precision=self.precision,
            )
