"""Spans become drafts of events: in order of time, each act once, what is merely sent again set aside."""

from collections import Counter
from collections.abc import Hashable, Iterator

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Reading, Statement
from agent.trace.formats.base.seen_texts import SeenTexts
from agent.trace.formats.spans.open_spans import note_open
from agent.trace.formats.spans.span_calls import SpanCalls
from agent.trace.formats.spans.span_levels import mark_levels
from agent.trace.formats.spans.span_texts import SpanReader, SpanTexts, SpanWords
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


class SpanDrafts:
    """The drafts of all spans of one run."""

    def __init__(self, source: Source, reading: Reading, reader: SpanReader, silent: str = SILENT) -> None:
        self._silent = silent
        self._source = source
        self._reading = reading
        self._seen = SeenTexts(source)
        self._texts = SpanWords(source, reader, self._seen)
        self._count = 0
        self._latest: dict[str | None, int] = {}
        self._calls = SpanCalls()
        self._last_said: Draft | None = None
        self._results: set[int] = set()
        self._by_models: set[int] = set()
        self._said: dict[tuple[bool, int], list[int]] = {}

    def draw(self, spans: list[Span]) -> Iterator[Draft]:
        """The drafts of the spans, in the order of time."""
        waiting: dict[int, SpanTexts] = {}
        silent: bool | None = None
        roots = grow(spans)
        note_open(roots, spans, self._reading)
        mark_levels(self._source, roots)
        for span, opens in in_time(roots):
            if opens:
                texts = waiting[span.record] = self._texts.read(span)
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
            self._tell(draft)
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
            self._tell(draft)
            yield self._emit(span, draft, span.closed)
        left = Counter[Hashable]()
        for draft in texts.left:
            if self._calls.told_as(draft, left) is None:
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
        self._tell(draft)
        yield self._emit(span, draft, span.closed)
        if draft.kind is Kind.ANSWER and draft.repeats is not None:
            self._reading.answer = Statement(draft.pieces)

    def _words(self, draft: Draft) -> tuple[bool, int]:
        """What is said, apart from what came back: an agent that passes a result on says it."""
        return draft.kind is Kind.RESULT, self._seen.key(draft.pieces)

    def _again(self, span: Span, draft: Draft, sent: Counter[Hashable]) -> Iterator[Draft]:
        """A message that was sent into a call, unless an event has shown it already."""
        told = self._calls.told_as(draft, sent)
        key = self._seen.key(draft.pieces) if told is None else told
        sent[key] += 1
        if told is None:
            self._calls.tell(draft, key)
        if told is not None or sent[key] <= self._seen.times(key) or not (key or self._calls.has_id(draft)):
            return
        draft.repeats = self._seen.mostly(draft.pieces)
        if draft.actor == "user" and draft.repeats in self._by_models:
            # What one model said is asked of another: no echo, if there is a word of the asker's own.
            draft.repeats = self._seen.mostly(draft.pieces, 1)
        if draft.repeats is None and draft.kind is Kind.CALL and draft.call is None:
            # A framework words the model's own call anew when it sends it back.
            draft.repeats = self._latest.get(span.agent_at_work()) or max(self._latest.values(), default=None)
        if draft.kind is Kind.SYSTEM or (draft.kind is Kind.SAY and self._reading.task is not None):
            draft.salience = PROMPT
        asked = draft.kind is Kind.SAY and draft.actor == "user" and draft.repeats is None
        if asked and self._reading.task is None and self._texts.task_key in (0, key):
            draft.kind = Kind.TASK
        yield self._emit(span, draft, span.opened)

    def _run(self, span: Span, draft: Draft, texts: SpanTexts) -> None:
        """The run of a tool that the model has asked for is no second call; its result answers that one."""
        self._calls.run(draft, self._count + 1, span.agent_at_work(), self._seen.text(draft.pieces), span.opened or 0)
        for came in texts.closing:
            came.call = came.call or draft.call

    def _tell(self, draft: Draft) -> None:
        if draft.repeats is None:
            self._calls.tell(draft, self._seen.key(draft.pieces))

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
            self._by_models.update((self._count,) if draft.actor != "user" else ())
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
