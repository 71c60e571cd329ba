"""The material of answers: a trace, what was concluded about it, and what is seen of it right now."""

import threading
from dataclasses import dataclass
from functools import cached_property
from secrets import token_bytes

from agent.analyst.case import Case
from agent.chat.question_budget import QuestionBudget, budget_for
from agent.diagnosis.document_parts import Diagnosis, Lines
from agent.diagnosis.evidence import Evidence
from agent.lookup.actor_name import actor_name
from agent.lookup.visible_trace import VisibleTrace
from agent.number_words import line_range
from agent.redaction.redact import Redactor
from agent.salt import derived
from agent.settings import WHOLE_TOKENS
from agent.trace.event import Kind
from agent.trace.trace import Trace

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
            return line_range(*self.lines)
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
        whole_tokens: int = WHOLE_TOKENS,
    ) -> None:
        self.trace = trace
        self.lines = trace.events.lines
        """How long the trace was when it was laid out."""
        self.is_diagnosed_now = False
        """Whether a diagnosis is being made while questions are asked."""
        self.case = Case(trace, redactor=redactor)
        self._glance = Case(trace, redactor=redactor, learns=False)
        self.visible = VisibleTrace(trace, self._redact, self.case.taxonomy, diagnosis)
        """The trace as a model may look things up in it."""
        self._salt = salt or token_bytes()
        self._whole_tokens = whole_tokens
        self._lock = threading.Lock()
        self.is_prepared = False
        self.is_sending = False
        """Whether a model is asked, so that the redactor has to know the whole trace."""

    @cached_property
    def budget(self) -> QuestionBudget:
        """How much may be sent to answer one question."""
        return budget_for(self.trace, self._whole_tokens)

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
            _ = self.visible.index, self.budget, self.mark
            self.is_prepared = True

    @property
    def _shown(self) -> Case:
        """What redacts: with the whole trace in mind if anything is sent, by form alone in a large one otherwise."""
        small = (self.trace.source.known_size or LARGE) < LARGE
        return self.case if small or self.is_prepared or self.is_sending else self._glance

    def _redact(self, text: str) -> str:
        return self._shown.redact(text)

    def restored(self, words: str) -> str:
        """Quoted words as the trace has them: its secrets put back, to look them up."""
        return self.case.redactor.restore(words) if self.case.redactor is not None else words

    def show(self, evidence: Evidence) -> str:
        """The words of evidence as they may be shown."""
        return self._shown.show(evidence)

    @property
    def diagnosis(self) -> Diagnosis | None:
        """What was concluded so far."""
        return self.visible.diagnosis

    @diagnosis.setter
    def diagnosis(self, diagnosis: Diagnosis | None) -> None:
        self.visible.diagnosis = diagnosis

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """Who did something, in order of first appearance."""
        return self.case.actors

    @cached_property
    def labels(self) -> frozenset[str]:
        """What lookups call whoever acts, their tools and the kinds of events, in small letters."""
        names = {actor_name(event) for event in self.trace.events} | set(self.case.agents)
        tools = {event.tool for event in self.trace.events if event.tool}
        kinds = {kind.value for kind in Kind}
        return frozenset(self.safe(name).casefold() for name in names | tools | kinds)

    def safe(self, text: str) -> str:
        """One line of foreign text as it may be shown and sent."""
        return self.visible.safe(text)
