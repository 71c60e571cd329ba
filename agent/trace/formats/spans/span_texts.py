"""What each span says by itself: of what a span hands on to a model call in it, nothing is said twice."""

from dataclasses import dataclass, field
from typing import Protocol

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.seen_texts import SeenTexts
from agent.trace.formats.messages.histories import History
from agent.trace.formats.spans.span_words import is_state
from agent.trace.formats.spans.spans import Span
from agent.trace.source import Source


@dataclass(slots=True)
class SpanTexts:
    """What a span says: what was sent into it, what was done as it opened, and what came of it as it closed."""

    sent: list[Draft] = field(default_factory=list)
    opening: list[Draft] = field(default_factory=list)
    closing: list[Draft] = field(default_factory=list)
    left: list[Draft] = field(default_factory=list)
    """What it leaves behind as a whole: most of it was said inside, and is no second act."""
    errors: list[Draft] = field(default_factory=list)
    history: History | None = None
    """The messages that `sent` begins with, where the known ones among them were not read again."""


class SpanReader(Protocol):
    """Whoever finds the texts of a span in the file."""

    def read(self, source: Source, span: Span) -> SpanTexts:
        """The drafts of one span, without number, time and place in the tree."""
        ...


class SpanWords:
    """Reads span after span."""

    def __init__(self, source: Source, reader: SpanReader, seen: SeenTexts) -> None:
        self._source = source
        self._reader = reader
        self._seen = seen
        self._early: dict[int, SpanTexts] = {}
        self.task_key = 0
        """The words of the task, where a model call says them behind a prompt in the user's name."""

    def read(self, span: Span) -> SpanTexts:
        """What a span says by itself: of what it hands on to a model call in it, nothing that is no words."""
        texts = self._early.pop(span.record, None) if span.counted else None
        texts = texts or self._reader.read(self._source, span)
        if span.echoes:
            return SpanTexts(errors=texts.errors)
        if span.holds_model:
            if span.kind == "LLM":
                texts.left, texts.closing = [*texts.closing, *texts.left], []
            said = self._said_later(span) if texts.sent and span.caller is None else frozenset()
            texts.sent = [d for d in texts.sent if not is_state(self._source, d) and not self._is_task_of(d, said)]
            texts.opening = [d for d in texts.opening if d.kind is Kind.HANDOFF or not is_state(self._source, d)]
            texts.left = [d for d in texts.left if not is_state(self._source, d)]
        return texts

    def _said_later(self, span: Span) -> frozenset[int]:
        """What the first model call in a span is sent from the user, behind something else that comes from there."""
        model = span.first_model()
        if model is None or not model.counted:
            return frozenset()
        texts = self._early[model.record] = self._reader.read(self._source, model)
        first, *more = [self._seen.key(d.pieces) for d in texts.sent if d.actor == "user"] or [0]
        return frozenset(more) - {first}

    def _is_task_of(self, draft: Draft, said: frozenset[int]) -> bool:
        """Whether a model call will say it behind a prompt in the user's name: the task is there."""
        if (key := self._seen.key(draft.pieces)) in said:
            self.task_key = self.task_key or key
        return key in said
