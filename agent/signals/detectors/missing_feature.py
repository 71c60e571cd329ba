"""Something the task names is nowhere in the code that was written for it."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.code_blocks import code_blocks, code_share
from agent.signals.readings.quoted_line import informative_line
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Mark, Signal
from agent.trace.event import Event, Kind

STEM = 5
ENOUGH_CODE = 400
TASK = 3_000
CODE = 20_000
MOSTLY = 0.6
SIGNALS = 3
_LIST = re.compile(
    r"\b(?:such as|including|includes?|like|for example|e\.g\.|supports?|adds?)\s+([^.;:()\n]{3,160})"
    r"|\(([^()\n]{3,80},[^()\n]{3,80})\)",
    re.IGNORECASE,
)
_ITEM = re.compile(r",| and | or |\band\b|\bor\b")
_WORD = re.compile(r"[^\W\d_]{4,}")
_CODE_WORD = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z]{4,}")
_COMMON = frozenset(
    "other others etc various different more something anything each every these those either left right down".split()
)
_BUILD = re.compile(
    r"^\W*(?:please\s+)?(?:write|build|create|develop|implement|design|make|program|code)\b",
    re.IGNORECASE | re.MULTILINE,
)


class MissingFeature(Detector):
    """A noun of a list in the task whose stem no code of the trace contains, while it has most of the list."""

    name = "missing_feature"
    mode = "FM-1.1"
    tier = "hint"
    known_false = (
        "tasks that ask for no program",
        "the same thing under another name",
        "code that was never shown",
    )
    english_only = True

    def __init__(self) -> None:
        self._stems: set[str] = set()
        self._code = 0
        self._asked = False
        self._last: tuple[int, int, int] | None = None

    def see(self, event: Event, text: str) -> None:
        """Collect the stems of the words in code, once a task asks for a program."""
        if event.kind is Kind.TASK:
            self._asked = self._asked or _BUILD.search(text, 0, TASK) is not None
        if not self._asked or not by_agent(event):
            return
        for start, end in _code_in(event, text):
            code = text[start : min(end, start + CODE)]
            self._code += len(code)
            if len(self._stems) < 100_000:
                self._stems.update(word[:STEM].lower() for word in set(_CODE_WORD.findall(code)))
            if event.kind is not Kind.CALL and code.strip():
                self._last = (event.number, start, end)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """Things the task lists that no code mentions."""
        if self._last is None or self._code < ENOUGH_CODE or not trace.task:
            return
        task = trace.task[:TASK]
        if _BUILD.search(task) is None:
            return
        number, start, end = self._last
        event = trace.event(number)
        stated = self._stated(trace, task)
        for word in list(_missing(task, self._stems))[:SIGNALS]:
            yield self.hit(
                title=f"The task names “{word}”, and no code that was written does",
                why=f"The last code stands at L{event.lines[0]}: look whether what the task calls “{word}” is there "
                "under another name, or was left out.",
                actor=event.actor,
                acts=(Mark(number, informative_line(trace.text(number)[start:end]), "the last code"),),
                references=stated,
                topic=word.lower(),
                occurrences=(event.lines,),
            )

    def _stated(self, trace: WholeTrace, task: str) -> tuple[Mark, ...]:
        """Where an event states the task's list."""
        match = _LIST.search(task)
        if match is None:
            return ()
        for number in range(1, min(trace.events, 20) + 1):
            quote = match[0].strip()[:300].split("\n")[0]
            if trace.event(number).kind is Kind.TASK and quote in trace.text(number):
                return (Mark(number, quote, "asked for"),)
        return ()


def _code_in(event: Event, text: str) -> list[tuple[int, int]]:
    """The code of an act: all of a call, else what stands in fences, else all if it looks like code."""
    blocks = [(block.start, block.end) for block in code_blocks(text)]
    bare = event.kind is Kind.CALL or ("\ndef " in text or "\nclass " in text or "\nfunction " in text)
    if not blocks and bare and (event.kind is Kind.CALL or code_share(text) > MOSTLY):
        return [(0, len(text))]
    return blocks


def _missing(task: str, stems: set[str]) -> Iterable[str]:
    """Things of a list that no code names, where code names most of the list."""
    for listed in _LIST.finditer(task):
        items = [_WORD.findall(item) for item in _ITEM.split(listed[1] or listed[2])]
        named = [[word for word in words if word.lower() not in _COMMON] for words in items]
        named = [words for words in named if 0 < len(words) <= 3]
        missing = [words for words in named if not any(word[:STEM].lower() in stems for word in words)]
        if len(missing) * 2 < len(named):
            yield from (" ".join(words) for words in missing)
