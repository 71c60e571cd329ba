"""Spans become drafts of events: in order of time, each act once, what is merely sent again set aside."""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Reading, Statement
from agent.trace.formats.base.seen_texts import SeenTexts
from agent.trace.formats.messages.histories import History
from agent.trace.formats.spans.span_calls import SpanCalls
from agent.trace.formats.spans.span_levels import mark_levels
from agent.trace.formats.spans.span_words import is_state
from agent.trace.formats.spans.spans import Span, grow, in_time, write_time
from agent.trace.source import Source

PROMPT = 0.3
SILENT = (
    "the spans of model calls hold no text: set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true "
    "(or TRACELOOP_TRACE_CONTENT=true, or leave OPENINFERENCE_HIDE_INPUTS and _OUTPUTS unset) and run again"
)
STRUCTURE = 0.1
_DONE = (Kind.SAY, Kind.THINK, Kind.CALL, Kind.HANDOFF)
_CALLS = (Kind.CALL, Kind.HANDOFF, Kind.RESULT)


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


class SpanDrafts:
    """The drafts of all spans of one run."""

    def __init__(self, source: Source, reading: Reading, reader: SpanReader, silent: str = SILENT) -> None:
        self._silent = silent
        self._source = source
        self._reading = reading
        self._reader = reader
        self._seen = SeenTexts(source)
        self._count = 0
        self._latest: dict[str | None, int] = {}
        self._calls = SpanCalls()
        self._early: dict[int, SpanTexts] = {}
        self._task_key = 0
        self._last_said: Draft | None = None
        self._results: set[int] = set()
        self._said: dict[tuple[bool, int], list[int]] = {}

    def draw(self, spans: list[Span]) -> Iterator[Draft]:
        """The drafts of the spans, in the order of time."""
        waiting: dict[int, SpanTexts] = {}
        silent: bool | None = None
        roots = grow(spans)
        mark_levels(self._source, roots)
        for span, opens in in_time(roots):
            if opens:
                texts = waiting[span.record] = self._read(span)
                if span.kind == "LLM":
                    silent = (silent is not False) and not (texts.sent or texts.history or texts.closing)
                yield from self._open(span, texts)
            else:
                yield from self._close(span, waiting.pop(span.record))
        if silent:
            self._reading.warn(self._silent)
            self._reading.records_tool_results = bool(self._results)
        if self._last_said is not None:
            self._reading.answer = self._reading.answer or Statement(self._last_said.pieces)

    def _read(self, span: Span) -> SpanTexts:
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
            self._task_key = self._task_key or key
        return key in said

    def _open(self, span: Span, texts: SpanTexts) -> Iterator[Draft]:
        history = texts.history
        sent = Counter(history.known) if history is not None else Counter[Hashable]()
        for number, draft in enumerate([None, *texts.sent]):
            if draft is not None:
                yield from self._again(span, draft, sent)
            if history is not None and number == history.drafts:
                history.keys = sent.copy()
        for draft in texts.opening:
            if draft.kind in (Kind.CALL, Kind.HANDOFF):
                self._run(span, draft, texts)
            yield self._emit(span, draft, span.opened)
        # Children name the first event of the span they lie in, so it must have one before they come.
        if span.event is None and (span.children or not (texts.closing or texts.left or texts.errors)):
            yield self._name(span)

    def _close(self, span: Span, texts: SpanTexts) -> Iterator[Draft]:
        for draft in texts.errors:
            draft.repeats = self._seen.first(self._seen.key(draft.pieces))
            yield self._emit(span, draft, span.closed)
        for draft in texts.closing:
            if draft.kind is Kind.RESULT and span.kind != "TOOL":
                again = self._seen.mostly(draft.pieces, 0.9)
                inside = again is not None and span.event is not None and again >= span.event
                draft.repeats = again if inside and again in self._results else None
            elif draft.kind is Kind.RESULT:
                draft.to = draft.to or tuple(filter(None, (span.agent_at_work(),)))
            elif draft.kind is Kind.ANSWER and span.holds_model:
                self._conclude(draft)
            yield self._emit(span, draft, span.closed)
        left = Counter[Hashable]()
        for draft in texts.left:
            if not (draft.kind in _CALLS and self._calls.is_told(draft, left)):
                yield from self._leave(span, draft, left)
        if span.event is None:
            yield self._name(span)

    def _conclude(self, draft: Draft) -> None:
        """What a whole team answers was mostly said by one of its models; what no words are is no answer then."""
        said = self._said.get(self._words(draft))
        if said:
            draft.repeats = said[-1]
        elif is_state(self._source, draft) and self._last_said is not None:
            draft.kind, draft.salience = Kind.NOTE, STRUCTURE

    def _leave(self, span: Span, draft: Draft, left: Counter[Hashable]) -> Iterator[Draft]:
        """What a span leaves behind, unless it was said; an answer is shown all the same."""
        key = self._words(draft)
        left[key] += 1
        said = self._said.get(key, [])
        if draft.kind is not Kind.ANSWER and (not key[1] or left[key] <= len(said)):
            return
        draft.repeats = said[-1] if said else None
        yield self._emit(span, draft, span.closed)
        if draft.kind is Kind.ANSWER and draft.repeats is not None:
            self._reading.answer = Statement(draft.pieces)

    def _words(self, draft: Draft) -> tuple[bool, int]:
        """What is said, apart from what came back: an agent that passes a result on says it."""
        return draft.kind is Kind.RESULT, self._seen.key(draft.pieces)

    def _again(self, span: Span, draft: Draft, sent: Counter[Hashable]) -> Iterator[Draft]:
        """A message that was sent into a call, unless an event has shown it already."""
        key = self._seen.key(draft.pieces)
        sent[key] += 1
        if draft.kind in _CALLS and self._calls.is_told(draft, sent):
            return
        if not key or sent[key] <= self._seen.times(key):
            return
        draft.repeats = self._seen.mostly(draft.pieces)
        if draft.repeats is None and draft.kind is Kind.CALL and draft.call is None:
            # A framework words the model's own call anew when it sends it back.
            draft.repeats = self._latest.get(span.agent_at_work()) or max(self._latest.values(), default=None)
        if draft.kind is Kind.SYSTEM or (draft.kind is Kind.SAY and self._reading.task is not None):
            draft.salience = PROMPT
        asked = draft.kind is Kind.SAY and draft.actor == "user" and draft.repeats is None
        if asked and self._reading.task is None and self._task_key in (0, key):
            draft.kind = Kind.TASK
        yield self._emit(span, draft, span.opened)

    def _run(self, span: Span, draft: Draft, texts: SpanTexts) -> None:
        """The run of a tool that the model has asked for is no second call; its result answers that one."""
        self._calls.run(draft, self._count + 1, span.agent_at_work(), self._seen.text(draft.pieces), span.opened or 0)
        for came in texts.closing:
            came.call = came.call or draft.call

    def _name(self, span: Span) -> Draft:
        """A span that says nothing is shown by its name."""
        piece = span.name_piece or Piece(span.start, span.start)
        title = "" if span.name_piece else span.kind.lower() or "span"
        return self._emit(
            span, Draft(Kind.NOTE, span.start, span.end, pieces=(piece,), salience=STRUCTURE, title=title), span.opened
        )

    def _emit(self, span: Span, draft: Draft, micros: int | None) -> Draft:
        """Give a draft its place, and learn what it says."""
        self._count += 1
        if span.event is None:
            span.event = self._count
            if span.counted:
                draft.start, draft.end = span.start, span.end
        draft.record, draft.depth = span.record or None, span.depth
        draft.time = draft.time or write_time(micros)
        draft.parent = next((around.event for around in span.ancestors if around.event is not None), None)
        agent = span.agent_at_work()
        if draft.actor is None and (draft.kind is not Kind.NOTE or span.agent or any(s.agent for s in span.ancestors)):
            draft.actor = agent or ("assistant" if draft.kind in _DONE else None)
        if span.failed and draft.kind in (Kind.RESULT, Kind.ERROR, Kind.ANSWER):
            draft.status = "error"
        self._remember(span, draft, agent)
        if draft.repeats is None and draft.kind in _CALLS:
            self._calls.tell(draft)
        if draft.kind is not Kind.NOTE:
            if draft.repeats is None:
                self._said.setdefault(self._words(draft), []).append(self._count)
                self._seen.learn(draft.pieces, self._count, anew=draft.kind is Kind.RESULT)
            else:
                self._seen.learn_again(draft.pieces, draft.repeats)
        return draft

    def _remember(self, span: Span, draft: Draft, agent: str | None) -> None:
        if span.kind == "LLM" and draft.repeats is None and draft.kind in (Kind.SAY, Kind.CALL, Kind.HANDOFF):
            self._latest[agent] = self._count
            if draft.tool and draft.kind is not Kind.SAY:
                text = self._seen.text(draft.pieces)
                self._calls.ask(draft, self._count, agent, text, span.opened or 0)
            self._last_said = draft if draft.kind is Kind.SAY else None
        if draft.kind is Kind.RESULT:
            self._results.add(self._count)
        if draft.kind is Kind.TASK and self._reading.task is None:
            self._reading.task = Statement(draft.pieces)
        if draft.kind is Kind.ANSWER:
            self._reading.answer = Statement(draft.pieces)
