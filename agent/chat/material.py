"""The material of answers: a trace, what was concluded about it, and what is seen of it right now."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from secrets import token_bytes

from agent.analyst.case import Case
from agent.chat.question_budget import QuestionBudget, budget_for
from agent.chat.word_index import WordIndex
from agent.chunk.render import harmless
from agent.clean import clean_line
from agent.diagnosis.evidence import Evidence
from agent.diagnosis.shapes import Diagnosis, Finding, Lines
from agent.redaction.redact import Redactor
from agent.salt import derived
from agent.trace.event import Event
from agent.trace.trace import Trace

AROUND = 20
"""Lines before and after what is shown that may tell that something in it is a secret."""
WIDEST = 2_000
LARGE = 8_000_000
"""Bytes of a trace that takes long to be gone through for secrets."""


@dataclass(frozen=True, slots=True)
class About:
    """What a person is looking at when they ask: a finding, a range of lines, or nothing in particular."""

    finding: str | None = None
    lines: Lines | None = None

    @property
    def text(self) -> str:
        """The place in the words of the screen."""
        if self.finding:
            return self.finding
        if self.lines:
            return line_range(self.lines)
        return ""


class Material:
    """One trace and its diagnosis, laid out for questions; kept between questions, so that nothing is done twice.

    `diagnosis` may be replaced at any time: questions can be asked before and while one is made.
    """

    def __init__(
        self,
        trace: Trace,
        redactor: Redactor | None = None,
        diagnosis: Diagnosis | None = None,
        salt: bytes | None = None,
    ) -> None:
        self.trace = trace
        self.lines = trace.events.lines
        """How long the trace was when it was laid out."""
        self.diagnosis = diagnosis
        self.is_diagnosed_now = False
        """Whether a diagnosis is being made while questions are asked."""
        self.case = Case(trace, redactor=redactor)
        self._glance = Case(trace, redactor=redactor, learns=False)
        self._salt = salt or token_bytes()
        self._lock = threading.Lock()
        self._redacted: tuple[int, dict[int, str]] = (-1, {})
        self.is_prepared = False
        self.is_sending = False
        """Whether a model is asked, so that the redactor has to know the whole trace."""

    @cached_property
    def index(self) -> WordIndex:
        """What was said and printed, by words; made on first need."""
        index = WordIndex(self.trace)
        index.build()
        return index

    @cached_property
    def budget(self) -> QuestionBudget:
        """How much may be sent to answer one question."""
        return budget_for(self.trace)

    @cached_property
    def mark(self) -> str:
        """What fences text of this trace: nobody who wrote it could foresee it."""
        return derived(self._salt, "fence", self.trace.source.sha256())

    def prepare(self) -> None:
        """Do now what the first question to a model would wait for."""
        with self._lock:
            self.is_sending = True
            self.trace.read()
            self.case.redact("")
            _ = self.index, self.budget, self.mark
            self.is_prepared = True

    @property
    def _shown(self) -> Case:
        """What redacts: with the whole trace in mind if anything is sent, by form alone in a large one otherwise."""
        small = (self.trace.source.known_size or LARGE) < LARGE
        return self.case if small or self.is_prepared or self.is_sending else self._glance

    def show(self, evidence: Evidence) -> str:
        """The words of evidence as they may be shown."""
        return self._shown.show(evidence)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that nobody has rejected."""
        all_of_them = self.diagnosis.findings if self.diagnosis is not None else ()
        return tuple(finding for finding in all_of_them if finding.decision != "rejected")

    def finding(self, name: str) -> Finding | None:
        """The finding of this number, rejected or not."""
        all_of_them = self.diagnosis.findings if self.diagnosis is not None else ()
        return next((finding for finding in all_of_them if finding.id.casefold() == name.casefold()), None)

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """Who did something, in order of first appearance."""
        return self.case.actors

    def event_at(self, line: int) -> Event | None:
        """The event that a line belongs to."""
        if not 1 <= line <= self.trace.events.lines:
            return None
        return self.trace.events.at_line(line)

    def title(self, event: Event) -> str:
        """What an event is, in a few words that are safe to show and to send."""
        return self.safe(self.trace.title(event))

    def safe(self, text: str) -> str:
        """One line of foreign text without secrets, without what a terminal or a model's template obeys."""
        return harmless(clean_line(self._shown.redact(text.replace("\n", " "))))

    def without_secrets(self, text: str) -> str:
        """A text with placeholders for its secrets, which are known from then on."""
        return self._shown.redact(text)

    def redacted_lines(self) -> dict[int, str]:
        """The lines that hold a secret, by number, with placeholders: what a model may search of them."""
        events = len(self.trace.events)
        if self._redacted[0] != events:
            lines = {}
            for event in self.trace.events:
                text = self.trace.text(event)
                shown = self._shown.redact(text)
                if shown != text:
                    rows = zip(text.split("\n"), shown.split("\n"), strict=True)
                    lines.update({event.lines[0] + at: new for at, (old, new) in enumerate(rows) if old != new})
            self._redacted = events, lines
        return self._redacted[1]

    def numbered(self, first: int, last: int) -> Iterator[tuple[int, str]]:
        """Lines first to last, each with its number, safe to show and to send."""
        low, high = max(1, first - AROUND), min(self.trace.events.lines, last + AROUND)
        lines = [line if len(line) <= WIDEST else cut(line) for line in self.trace.lines(low, high)]
        shown = self._shown.redact("\n".join(lines)).split("\n")
        for number, line in enumerate(shown, low):
            if first <= number <= last:
                yield number, harmless(clean_line(line))


def cut(line: str) -> str:
    """The beginning of a line that is too long to be shown."""
    return f"{line[:WIDEST]} … {len(line) - WIDEST:,} more characters of this line are left out"


def line_range(lines: Lines) -> str:
    """A range of lines as it is cited."""
    return f"L{lines[0]}" if lines[0] == lines[1] else f"L{lines[0]}-{lines[1]}"
