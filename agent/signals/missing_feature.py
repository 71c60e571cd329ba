"""Something the task names is nowhere in the code that was written for it."""

import re
from collections.abc import Iterable
from typing import ClassVar

from agent.signals.acts import by_agent
from agent.signals.code_blocks import code_blocks
from agent.signals.detector import Scene
from agent.signals.signal import Mark, Precision, Signal, Tier
from agent.signals.telling import telling_line
from agent.trace.event import Event, Kind

STEM = 5
ENOUGH_CODE = 400
TASK = 3_000
SIGNALS = 3
_LIST = re.compile(r"\b(?:such as|including|includes?|like|for example|e\.g\.)\s+([^.;:()\n]{3,160})", re.IGNORECASE)
_ITEM = re.compile(r",| and | or |\band\b|\bor\b")
_WORD = re.compile(r"[^\W\d_]{4,}")
_CODE_WORD = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z]{4,}")
_COMMON = frozenset(
    "other others etc various different more something anything each every them that these those".split()
)
_BUILD = re.compile(r"\b(?:write|build|create|develop|implement|design|make|program|code|game|app|application)\b", re.I)


class MissingFeature:
    """A noun of a list in the task whose stem no code block of the trace contains."""

    name: ClassVar[str] = "missing_feature"
    mode: ClassVar[str] = "FM-1.1"
    tier: ClassVar[Tier] = "hint"
    precision: ClassVar[Precision] = Precision(0, 0)
    known_false: ClassVar[tuple[str, ...]] = (
        "tasks that ask for no program",
        "the same thing under another name",
        "code that was never shown",
    )
    english_only: ClassVar[bool] = True

    def __init__(self) -> None:
        self._stems: set[str] = set()
        self._code = 0
        self._last: tuple[int, int, int] | None = None

    def see(self, event: Event, text: str) -> None:
        """Collect the stems of the words in code."""
        if not by_agent(event):
            return
        blocks = [(0, len(text))] if event.kind is Kind.CALL else [(b.start, b.end) for b in code_blocks(text)]
        for start, end in blocks:
            code = text[start:end]
            self._code += len(code)
            if len(self._stems) < 100_000:
                self._stems.update(word[:STEM].lower() for word in _CODE_WORD.findall(code))
            if event.kind is not Kind.CALL and code.strip():
                self._last = (event.number, start, end)

    def found(self, scene: Scene) -> Iterable[Signal]:
        """Things the task lists that no code mentions."""
        if self._last is None or self._code < ENOUGH_CODE or not scene.task:
            return
        task = scene.task[:TASK]
        if _BUILD.search(task) is None:
            return
        number, start, end = self._last
        event = scene.event(number)
        stated = self._stated(scene, task)
        for word in list(_missing(task, self._stems))[:SIGNALS]:
            yield Signal(
                detector=self.name,
                mode=self.mode,
                tier=self.tier,
                title=f"The task names “{word}”, and no code that was written does",
                why=f"The last code stands at L{event.lines[0]}: look whether what the task calls “{word}” is there "
                "under another name, or was left out.",
                actor=event.actor,
                acts=(Mark(number, telling_line(scene.text(number)[start:end]), "the last code"),),
                references=stated,
                topic=word.lower(),
                occurrences=(event.lines,),
                precision=self.precision,
            )

    def _stated(self, scene: Scene, task: str) -> tuple[Mark, ...]:
        """Where an event states the task's list."""
        found = _LIST.search(task)
        if found is None:
            return ()
        for number in range(1, min(scene.events, 20) + 1):
            quote = found[0].strip()[:300].split("\n")[0]
            if scene.event(number).kind is Kind.TASK and quote in scene.text(number):
                return (Mark(number, quote, "asked for"),)
        return ()


def _missing(task: str, stems: set[str]) -> Iterable[str]:
    for listed in _LIST.finditer(task):
        for item in _ITEM.split(listed[1]):
            words = [word for word in _WORD.findall(item) if word.lower() not in _COMMON]
            if 0 < len(words) <= 3 and not any(word[:STEM].lower() in stems for word in words):
                yield " ".join(words)
