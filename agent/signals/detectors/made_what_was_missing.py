"""A hint: something that the task takes for given was not found, and an agent made one itself."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import task_marks
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_MISSING = (
    r"(?:\bno\b[^.\n]{0,60}?\b(?:found|related|exist\w*|available|match\w*|titled|named|called)\b"
    r"|\b(?:could not|couldn't|cannot|can't|did not|didn't|unable to) (?:find|locate|see)\b"
    r"|\b(?:does not|doesn't|do not|don't) (?:seem to )?exist\b"
    r"|\b(?:is|are|was|were) (?:empty|missing|not found|not there)\b"
    r"|\bthere (?:is|are|was|were) no\b)"
)
_MAKES = (
    r"\b(?:let's|let us|let me|I'll|I will|I'm going to|I am going to|we'll|we will|we can|I can|so I|I)\b"
    r"[^.\n]{0,40}?\b(?:creat(?:e|ed|ing)|generat(?:e|ed|ing)|regist(?:er|ering)"
    r"|(?:make|making|made|add|adding)(?= a new\b))"
    r" (?:a|an|one|some|our own|my own)\b(?: (?:new|own|dummy|sample|placeholder|fresh|temporary|similar|simple))?"
    r" ?((?:[\w'-]+ ?){0,4})"
)
_SAYS = re.compile(_MISSING + r"[^\n]{0,200}?" + _MAKES, re.IGNORECASE)
_WORK = re.compile(
    r"\b(?:scripts?|tests?|files?|function|class|plan|list|summary|report|folder|director\w+|branch|program|helper"
    r"|copy|backup|note to|query|request|search|reproduc\w+|virtual|environment|todo|module|check\w*|loop|table|issue"
    r"|comparison|guess|assumption)\b",
    re.IGNORECASE,
)
"""What agents make on their way, whatever the task is about."""
_ASKED = re.compile(
    r"\b(?:creat|mak|writ|build|add|generat|implement|develop|design|draft|register|sign up|set up|new )\w*", re.I
)
_WORDS = ("creat", "generat", "regist", " a new")
_READ = 8_000


class MadeWhatWasMissing(Detector):
    """Silent where the task asks for something to be made."""

    name = "made_what_was_missing"
    mode = "FM-2.2"
    tier = "hint"
    known_false = (
        "a task that asks for something to be made",
        "scripts, tests and folders that an agent makes for its own work",
    )
    english_only = True

    def __init__(self) -> None:
        self._hits: dict[str | None, tuple[int, int]] = {}
        self._is_asked = False

    def see(self, event: Event, text: str) -> None:
        """Look for words that say both: it is not there, and one is made."""
        if event.kind is Kind.TASK:
            self._is_asked = self._is_asked or _ASKED.search(text) is not None
        if self._is_asked or event.actor in self._hits or not by_agent(event) or not has_any(text, _WORDS):
            return
        for match in _SAYS.finditer(text, 0, _READ):
            if not _WORK.search(match[1]):
                self._hits[event.actor] = (event.number, match.start())
                return

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One hint for each actor."""
        if not self._hits or not trace.task or _ASKED.search(trace.task):
            return
        asked = task_marks(trace)
        for actor, (number, at) in self._hits.items():
            event, text = trace.event(number), trace.text(number)
            line = line_at(event, text, at)
            yield self.hit(
                title=f"{actor or 'An agent'} makes what it could not find",
                why=f"L{line} says that it is not there and that one is made; the task takes it for given. Whether it "
                "should have been looked for elsewhere, or asked about, is for a person to say.",
                actor=actor,
                acts=[mark(event, text, at, "made instead of found")],
                references=asked,
                topic="made instead of found",
                occurrences=[(line, line)],
            )
