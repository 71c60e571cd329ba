"""A call or code uses a placeholder where a real value was needed, and nobody had been asked for it."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.clarification import unasked
from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.near_words import matches_near
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import task_marks
from agent.signals.readings.who_acts import is_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_PLACEHOLDER = re.compile(
    r"\b(?:your|my|insert|enter|replace)[_ -](?:actual[_ -])?(?:api[_ -]?key|access[_ -]?token|token|password|email|"
    r"username|user[_ -]?name|file|path|url|key|secret|id)[\w-]*"
    r"|[\"']<(?!stdin>|string>|module>)[A-Z_a-z -]{3,40}>[\"']"
    r"|\bpath/to/[\w./-]+|@example\.(?:com|org)\b|\bexample_(?:token|password|id|key)\b"
    r"|\bplaceholder[_ ](?:value|token|data|password)\b",
    re.IGNORECASE,
)
_OWN = tuple(f"{word}{mark}" for word in ("your", "my", "insert", "enter", "replace") for mark in "_- ")
_HINTS: dict[str, tuple[str, ...]] = dict.fromkeys(
    (*_OWN, "path/to", "@example.", "example_", "placeholder", "'<", '"<'), ()
)


class GuessedInput(Detector):
    """Looks for placeholders in what is run or called, after a task that does not hold them itself."""

    name = "guessed_input"
    mode = "FM-2.2"
    tier = "hint"
    precision = Precision(3, 3)
    known_false = (
        "a placeholder that the task itself uses",
        "a trace without its task: what was given cannot be known",
        "documentation or a prompt that explains an interface",
        "a question asked before the guess",
    )
    english_only = True

    def __init__(self) -> None:
        self._task = 0
        self._given: set[str] = set()
        self._hits: dict[tuple[str | None, str], list[tuple[int, int]]] = {}

    def see(self, event: Event, text: str) -> None:
        """Look for placeholders where something is about to be run."""
        if event.kind is Kind.TASK:
            self._task = event.number
        given = event.repeats is None and event.kind in (Kind.TASK, Kind.SYSTEM)
        if not given and not (is_action(event) and (event.kind is Kind.CALL or "```" in text)):
            return
        if not has_any(text, _HINTS):
            return
        if given:
            self._given.update(match[0].lower() for match in matches_near(_PLACEHOLDER, text, _HINTS))
            return
        whole = event.kind is Kind.CALL and "```" not in text
        spans = [(0, len(text))] if whole else [(block.start, block.end) for block in code_blocks(text)]
        for start, end in spans:
            for match in matches_near(_PLACEHOLDER, text, _HINTS, start, end):
                word = match[0].lower().strip("\"'<>[]{} ")
                if word not in self._given and match[0].lower() not in self._given:
                    hits = self._hits.setdefault((event.actor, word), [])
                    if len(hits) < 100:
                        hits.append((event.number, match.start()))
                    break

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each placeholder of each actor that nobody was asked about."""
        asked = task_marks(trace)
        if not asked:
            return
        for (actor, word), hits in self._hits.items():
            number, at = hits[0]
            event, text = trace.event(number), trace.text(number)
            line = line_at(event, text, at)
            search = unasked(trace, self._task, number, line)
            if search is None:
                continue
            yield self.hit(
                title=(
                    f"{actor or 'An actor'} goes on with the placeholder {word[:40]} instead of asking for the value"
                ),
                why=(
                    f"L{line} uses a value that nobody gave; between the task and this line no question for it "
                    "is found, "
                    "so a guess stands where asking was possible."
                ),
                actor=actor,
                acts=[mark(trace.event(n), trace.text(n), o, "the placeholder") for n, o in hits[:3]],
                references=asked,
                search=search,
                topic=word[:60],
                occurrences=[(line_at(trace.event(n), trace.text(n), o),) * 2 for n, o in hits[:50]],
            )
