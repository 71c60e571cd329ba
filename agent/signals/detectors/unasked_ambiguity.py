"""An actor notices that something is unclear or missing and goes on with an assumption, asking nobody."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.clarification import unasked
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.who_acts import is_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_ASSUMES = re.compile(
    r"\b(?:(?:I|we)(?:'ll| will| can| am going to| are going to)? (?:just )?assum(?:e|ing)|let(?:'s"
    r"| us) (?:just )?assume|"
    r"assuming (?:that )?(?:the|a|an|we|it|there|they|each|all|no|this)|for (?:the sake of|demonstration|simplicity|"
    r"illustration)[^.\n]{0,40}|(?:hypothetical|simulated|mock|dummy|made-up|fictional|placeholder) (?:data"
    r"|values?|results?|"
    r"dataset|example|numbers?)|(?:create|use|using|generate) (?:a |an |some )?(?:mock|dummy|hypothetical"
    r"|simulated))\b",
    re.IGNORECASE,
)
_USUAL = re.compile(
    r"\b(?:to be|is|be|as|equals?) [`$\\(]*[a-zA-Z]\b(?!')|\b(?:functions?|class|module)\b"
    r"|\b(?:has|have|had|are) (?:[\"“'`$\\(]+[a-zA-Z]\b|[b-hj-zB-HJ-Z]\b(?!'))"
    r"|\b(?:imported|code|methods?|file named)\b|="
)
_HINTS = ("assum", "for the sake of", "for demonstration", "for simplicity", "for illustration", "hypothetical",
          "simulat", "mock", "dummy", "made-up", "fictional", "placeholder")  # fmt: skip


class UnaskedAmbiguity(Detector):
    """Looks for words of assumption, and for a question that should have come before them."""

    name = "unasked_ambiguity"
    mode = "FM-2.2"
    tier = "hint"
    precision = Precision(6, 13)
    known_false = (
        "an unknown that is given a letter, and code that is said to stand in another file",
        "a task that itself says what to assume",
        "a question asked before the guess",
        "a tool's output or a web page that uses the words",
    )
    english_only = True

    def __init__(self) -> None:
        self._task = 0
        self._hits: dict[str | None, list[tuple[int, int]]] = {}

    def see(self, event: Event, text: str) -> None:
        """Look for words of assumption in what actors say."""
        if event.kind is Kind.TASK:
            self._task = event.number
        if not is_action(event) or event.kind is Kind.PLAN:
            return
        if not has_any(text, _HINTS):
            return
        match = next((one for one in _ASSUMES.finditer(text, 0, 20_000) if not self._is_usual(text, one.end())), None)
        if match is not None:
            hits = self._hits.setdefault(event.actor, [])
            if len(hits) < 100:
                hits.append((event.number, match.start()))

    @staticmethod
    def _is_usual(text: str, at: int) -> bool:
        """Whether an unknown is only named, or code is only said to be elsewhere."""
        return bool(_USUAL.search(text, at, at + 80))

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each actor that assumed before anybody asked."""
        for actor, hits in self._hits.items():
            number, at = hits[0]
            event, text = trace.event(number), trace.text(number)
            line = line_at(event, text, at)
            search = unasked(trace, self._task, number, line)
            if search is None or not self._task:
                continue
            task_text = trace.text(self._task)
            if _ASSUMES.search(task_text) or not task_text.strip():
                continue
            yield self.hit(
                title=f"{actor or 'An actor'} goes on with an assumption instead of asking",
                why=(
                    f"L{line} puts an assumption where information was missing; between the task and this line no "
                    "question for it is found. Whether asking was possible is for a reader to say."
                ),
                actor=actor,
                acts=[mark(trace.event(n), trace.text(n), o, "the assumption") for n, o in hits[:3]],
                references=[mark(trace.event(self._task), task_text, note="the task")],
                search=search,
                topic="assumption",
                occurrences=[(line_at(trace.event(n), trace.text(n), o),) * 2 for n, o in hits[:50]],
            )
