"""A sample of an Inspect log: its events in order, then what only its messages hold; labels are never read."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json.json_records import JsonRecords
from agent.trace.formats.json.json_stream import JsonStream
from agent.trace.formats.langgraph.langgraph_state import State
from agent.trace.formats.messages.chat_messages import Calls, link
from agent.trace.formats.messages.draft_sequence import PROMPT, DraftSequence, aside
from agent.trace.formats.messages.langchain_messages import messages_in
from agent.trace.source import Source

_LABELS = ("target", "scores", "score")
_SCORERS = ("scorer", "scorers")
_ATTACHED = "attachment://"
_STRUCTURE = frozenset({"span_begin", "span_end", "state", "store", "step", "sample_init", "sandbox"})
"""Events that say where others belong, or what the messages say as well."""
_NOTES = {"info": "data", "logger": "message", "sample_limit": "message", "input": "input", "approval": "message"}


@dataclass(slots=True)
class _Span:
    parent: str | None
    agent: str | None
    scores: bool


@dataclass(slots=True)
class _Sample:
    """What has to be remembered from event to event."""

    source: Source
    sequence: DraftSequence
    attachments: dict[str, Node]
    shared: list[Node]
    state: State = field(init=False)
    spans: dict[str, _Span] = field(default_factory=dict)
    scoring: bool = False
    """Whether a scorer is at work, in logs that have steps instead of spans."""

    def __post_init__(self) -> None:
        """Messages are told from each other by their ids, or by their words where they have none."""
        self.state = State(self.sequence.calls)

    def read(self, event: Node) -> Iterator[Draft]:
        """The drafts of one event."""
        source, what = self.source, first_text(self.source, event, "event") or ""
        self.sequence.time = first_text(source, event, "timestamp")
        agent = self._agent(first_text(source, event, "span_id"))
        if what == "span_begin":
            of = first_text(source, event, "name") if first_text(source, event, "type") == "agent" else None
            parent = first_text(source, event, "parent_id")
            scores = first_text(source, event, "type") in _SCORERS
            self.spans[first_text(source, event, "id") or ""] = _Span(parent, of, scores)
        elif what == "step" and first_text(source, event, "type") in _SCORERS:
            self.scoring = first_text(source, event, "action") == "begin"
        if what in _STRUCTURE:
            return
        if self._is_grading(event, what):
            self.sequence.reading.hide("scores")
            self.sequence.reading.hide("what a scorer asked and was answered")
            return
        self.attach(event)
        inner = event.get("events")
        for held in inner.items if inner is not None else ():
            yield from self.read(held)
        self.sequence.time = first_text(source, event, "timestamp")
        self.sequence.record += 1
        yield from self.tell(event, self._drafts(event, what, agent))

    def _is_grading(self, event: Node, what: str) -> bool:
        """Whether an event is a score, or lies where one is made: nobody who is to judge the run may see it."""
        if what == "score" or self.scoring or first_text(self.source, event, "role") == "grader":
            return True
        return any(span.scores for span in self._around(first_text(self.source, event, "span_id")))

    def say(self, held: Node | None, agent: str | None) -> list[Draft]:
        """The messages of a value, as far as they are new."""
        events = self.sequence.events
        drafts = self.state.read_messages(self.source, held, agent or self._model(held), events, all_so_far=True)
        for draft in drafts if agent is None else ():
            draft.actor = self._model(held) if draft.actor == "assistant" else draft.actor
        return drafts

    def tell(self, node: Node, drafts: list[Draft]) -> Iterator[Draft]:
        """The drafts with their places."""
        word = node.get("event")
        drafts = drafts or [aside(node.start, node.end, word.piece() if word is not None else None)]
        if len(drafts) == 1:
            drafts[0].start, drafts[0].end = node.start, node.end
        for draft in drafts:
            if draft.kind is Kind.SYSTEM:
                draft.salience = PROMPT
            elif draft.actor == "user":
                self.sequence.state_task(draft)
        yield from self.sequence.tell(drafts)

    def _drafts(self, event: Node, what: str, agent: str | None) -> list[Draft]:
        if what == "model":
            return self._model_call(event, agent)
        if what == "tool":
            return self._tool(event, agent)
        if what == "error":
            fault = event.get("error", "message") or event.get("error")
            return [_error(fault, agent)] if fault is not None else []
        if what not in _NOTES:
            return []
        held = event.get(_NOTES[what])
        held = held.get("message") or held if held is not None else None
        if held is None or held.shape == "literal":
            return []
        draft = aside(held.start, held.end, held.piece(unfold=not held.is_text), Kind.NOTE)
        draft.salience, draft.status = 0.5, "limit" if what == "sample_limit" else None
        return [draft]

    def given(self, held: Node | None) -> list[Draft]:
        """What the sample was given: a text, or messages."""
        if held is None or not held.is_text:
            return self.say(held, None)
        return [Draft(Kind.SAY, held.start, held.end, actor="user", pieces=(held.piece(),))]

    def _model_call(self, event: Node, agent: str | None) -> list[Draft]:
        drafts = self.say(self._sent(event), agent)
        choices = event.get("output", "choices")
        for choice in choices.members() if choices is not None else ():
            message = choice.get("message")
            if message is None:
                continue
            events = self.sequence.events + len(drafts)
            speaker = agent or first_text(self.source, message, "model") or first_text(self.source, event, "model")
            said = self.state.read_messages(self.source, message, speaker, events, all_so_far=False)
            reason = first_text(self.source, choice, "stop_reason")
            if said and reason in ("max_tokens", "content_filter", "model_length"):
                said[-1].status = reason
            drafts += [draft for draft in said if draft.repeats is None]
        fault = event.get("error")
        if fault is not None and fault.is_text and fault.end - fault.start > 2:
            drafts.append(_error(fault, agent))
        return drafts

    def _sent(self, event: Node) -> Node | None:
        """The messages that a model was sent, or those that stand for them: ranges of a list kept for all events."""
        sent, ranges = event.get("input"), event.get("input_refs")
        named = ranges.value(self.source) if ranges is not None else None
        if (sent is not None and sent.items) or not isinstance(named, list):
            return sent
        listed = Node("array", event.start, event.start)
        for one in named:
            if isinstance(one, list) and len(one) == 2 and all(isinstance(at, int) for at in one):
                listed.items += self.shared[one[0] : one[1]]
        return listed

    def _tool(self, event: Node, agent: str | None) -> list[Draft]:
        source = self.source
        came, fault = event.get("result"), event.get("error", "message")
        call, tool = first_text(source, event, "id"), first_text(source, event, "function")
        held = fault if fault is not None and fault.is_text else came
        if held is None:
            return []
        texts = [part.fields["text"] for part in held.items if "text" in part.fields]
        pieces = tuple(text.piece() for text in texts) or (held.piece(unfold=bool(held.fields)),)
        draft = Draft(Kind.RESULT, held.start, held.end, pieces=pieces, tool=tool, call=call)
        draft.status = "error" if held is fault else None
        link(draft, self.sequence.calls, agent)
        if call is not None:
            self.state.messages.keep(f"answer to {call}", 0, self.sequence.events + 1)
        return [draft]

    def _agent(self, span: str | None) -> str | None:
        """The nearest agent around an event."""
        return next((around.agent for around in self._around(span) if around.agent is not None), None)

    def _around(self, span: str | None) -> Iterator[_Span]:
        """The spans around an event, innermost first."""
        for _ in range(100):
            held = self.spans.get(span or "")
            if held is None:
                return
            yield held
            span = held.parent

    def _model(self, held: Node | None) -> str:
        """Who speaks where no agent is named: the model."""
        for message in messages_in(self.source, held):
            named = first_text(self.source, message, "model")
            if named is not None:
                return named
        return "assistant"

    def attach(self, event: Node) -> None:
        """Put the texts that are kept elsewhere in their place."""
        for node in event.walk() if self.attachments else ():
            for key, value in node.fields.items():
                node.fields[key] = self._attached(value)
            for number, value in enumerate(node.items):
                node.items[number] = self._attached(value)

    def _attached(self, node: Node) -> Node:
        if node.shape != "string" or not len(_ATTACHED) < node.end - node.start < 100:
            return node
        text = node.text(self.source)
        held = self.attachments.get(text.removeprefix(_ATTACHED)) if text.startswith(_ATTACHED) else None
        return held if held is not None else node


def read_sample(source: Source, reading: Reading) -> Iterator[Draft]:
    """The events of a sample, its messages where they say more, and why it failed."""
    stream = JsonStream(source, lambda path: path in (("messages",), ("events",)), source.start)
    for _ in stream.records():
        pass
    root = stream.root or Node("object", source.start, source.start)
    held = root.get("attachments")
    sequence = DraftSequence(reading, Calls(first_counts=True))
    shared = root.get("events_data", "messages") or root.get("message_pool")
    sample = _Sample(
        source, sequence, held.fields if held is not None else {}, shared.items if shared is not None else []
    )
    labels = [label for label in _LABELS if label in root.fields]
    if labels:
        reading.hide(", ".join(labels))
    for record in JsonRecords(source, reading, lambda path: path == ("events",)):
        if record.node.fields:
            yield from sample.read(record.node)
    sequence.time = None
    said = bool(sequence.events)
    messages = JsonStream(source, lambda path: path == ("messages",), source.start)
    listed = Node("array", source.start, source.start)
    for record in messages.records():
        listed.items.append(record.node)
    if not said and not listed.items:
        yield from sample.tell(root, sample.given(root.get("input")))
    sample.attach(listed)
    drafts = sample.say(listed, None)
    for draft in drafts:
        sequence.record += 1
        yield from sample.tell(listed, [draft])
    fault = root.get("error", "traceback") or root.get("error", "message")
    if fault is not None and fault.is_text:
        yield from sequence.tell([_error(fault, None)])
    sequence.end()


def _error(fault: Node, agent: str | None) -> Draft:
    piece = fault.piece(unfold=bool(fault.fields))
    return Draft(Kind.ERROR, fault.start, fault.end, actor=agent, pieces=(piece,), status="error")
