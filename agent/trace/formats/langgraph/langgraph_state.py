"""What a LangGraph node did to the state: messages once each, words and decisions in other channels."""

from collections import Counter
from dataclasses import dataclass, field

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.messages.chat_messages import Calls
from agent.trace.formats.messages.draft_sequence import aside
from agent.trace.formats.messages.langchain_messages import message_id, messages_in, read_langchain

_NEXT = ("next", "goto", "next_agent", "next_node", "next_step")
_INNER = frozenset({"agent", "model", "call_model", "tools", "LangGraph", "chatbot", "generate", "llm"})
_HIDDEN = frozenset({"__pregel_tasks", "__interrupt__", "__start__", "remaining_steps", "is_last_step", "managed"})


@dataclass(slots=True)
class Messages:
    """The messages that were shown, by id and by their words, with the event of each."""

    _by_id: dict[str, int] = field(default_factory=dict)
    _by_words: dict[int, list[tuple[int, str | None]]] = field(default_factory=dict)

    def __deepcopy__(self, memo: dict[int, object]) -> "Messages":
        """A copy to go on with."""
        by_words = {words: events.copy() for words, events in self._by_words.items()}
        twin = memo[id(self)] = Messages(self._by_id.copy(), by_words)
        return twin

    def find(self, id: str | None, words: int, nth: int | None) -> int | None:
        """The event that showed a message; in a list of all messages so far, the n-th of those words is the n-th."""
        if id is not None and id in self._by_id:
            return self._by_id[id]
        if nth is None:
            return None
        alike = [event for event, known in self._by_words.get(words, ()) if id is None or known is None]
        event = alike[nth - 1] if len(alike) >= nth else None
        if event is not None and id is not None:
            self._by_id[id] = event
        return event

    def keep(self, id: str | None, words: int, event: int) -> None:
        """Know that an event shows a message."""
        if id is not None:
            self._by_id[id] = event
        self._by_words.setdefault(words, []).append((event, id))


@dataclass(slots=True)
class State:
    """Reads what nodes write; `events` is how many events there were before."""

    calls: Calls
    messages: Messages = field(default_factory=Messages)

    def read_messages(
        self, source: Bytes, held: Node | None, agent: str | None, events: int, *, all_so_far: bool
    ) -> list[Draft]:
        """The drafts of messages: of a list of all so far only the new ones, else each, with what it writes again."""
        drafts: list[Draft] = []
        counts = Counter[int]()
        for message in messages_in(source, held):
            id = message_id(source, message)
            if all_so_far and id is not None and self.messages.find(id, 0, None) is not None:
                continue
            read = read_langchain(source, message, self.calls, agent)
            if not read:
                continue
            words = _words(source, read)
            counts[words] += 1
            known = self.messages.find(id, words, counts[words] if all_so_far else None)
            if known is None:
                self.messages.keep(id, words, events + len(drafts) + 1)
            elif all_so_far:
                continue
            for number, draft in enumerate(read):
                draft.repeats = known + number if known is not None else None
            drafts += read
        return drafts

    def read_channels(self, source: Bytes, written: Node, agent: str | None) -> list[Draft]:
        """The drafts of channels that hold no messages."""
        drafts = []
        for name, value in written.fields.items():
            if name in _HIDDEN or value.shape == "literal" or messages_in(source, value):
                continue
            if value.is_text and value.end - value.start > 2:
                drafts.append(self._words(source, name, value, agent))
            elif value.fields or value.items:
                draft = aside(value.start, value.end, value.piece(unfold=True), Kind.NOTE)
                draft.actor, draft.title, draft.salience = agent, name[:80], 0.5
                drafts.append(draft)
        return drafts

    def _words(self, source: Bytes, name: str, value: Node, agent: str | None) -> Draft:
        draft = Draft(Kind.SAY, value.start, value.end, actor=agent, pieces=(value.piece(),), title=name[:80])
        if name in _NEXT and value.shape == "string" and value.end - value.start < 100:
            draft.kind, draft.to = Kind.HANDOFF, (value.text(source),)
        return draft


def _words(source: Bytes, drafts: list[Draft]) -> int:
    """A number for what a message says and does, and whose role it has."""
    return hash(
        tuple(
            (draft.kind, draft.actor == "user", draft.call, *(source.read(p.start, p.end) for p in draft.pieces))
            for draft in drafts
        )
    )


def agent_of(node: str | None, around: list[str]) -> str | None:
    """Whose work a node's is: its own name, or that of the graph around it where its own says nothing."""
    if node in _INNER and around:
        return around[-1]
    return node


def namespace(source: Bytes, held: Node | None) -> list[str]:
    """The names of the graphs around a node, outermost first: written as a list, or as one string with bars."""
    if held is None:
        return []
    value = held.value(source)
    parts = value.split("|") if isinstance(value, str) else value if isinstance(value, list) else []
    return [part.partition(":")[0] for part in parts if isinstance(part, str) and part]


def agent_in(source: Bytes, metadata: Node | None) -> str | None:
    """Whose work the metadata of a run says it is."""
    if metadata is None:
        return None
    named = first_text(source, metadata, "lc_agent_name")
    if named is not None:
        return named
    around = namespace(source, metadata.get("langgraph_checkpoint_ns") or metadata.get("checkpoint_ns"))
    node = first_text(source, metadata, "langgraph_node")
    return agent_of(node, around[:-1])
