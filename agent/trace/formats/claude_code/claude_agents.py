"""The agents of a Claude Code session: who is at work in a line, and who was sent out by which call."""

from dataclasses import dataclass, field

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.messages.chat_messages import Calls, link

MAIN = "main"
_SENDERS = ("Task", "Agent")
_CALL_IDS = ("parent_tool_use_id", "parentToolUseID", "parentToolUseId")


@dataclass(slots=True)
class Agents:
    """Names by call, by id, and by the messages that a side chain is made of."""

    calls: Calls
    _by_call: dict[str, str] = field(default_factory=dict)
    _by_id: dict[str, str] = field(default_factory=dict)
    _by_message: dict[str, str] = field(default_factory=dict)
    _by_prompt: dict[int, str] = field(default_factory=dict)
    _sent: dict[str, int] = field(default_factory=dict)
    _named: dict[str, int] = field(default_factory=dict)

    def at_work(self, source: Bytes, line: Node, message: Node) -> str:
        """Whose line this is."""
        call = first_text(source, line, *_CALL_IDS)
        id = first_text(source, line, "agentId") or first_text(source, line.get("data"), "agentId")
        if call is not None and call in self._by_call:
            name = self._by_call[call]
            if id is not None:
                self._by_id.setdefault(id, name)
            return name
        if id is not None:
            return self._by_id.get(id, id)
        side = line.get("isSidechain")
        if side is None or side.value(source) is not True:
            return call or MAIN
        return self._on_side(source, line, message)

    def _on_side(self, source: Bytes, line: Node, message: Node) -> str:
        """A side chain without an id, as older versions write them, begins with what its agent was told."""
        before = first_text(source, line, "parentUuid")
        name = self._by_message.get(before or "")
        if name is None:
            content = message.get("content")
            told = content.items[0].get("text") if content is not None and content.items else content
            key = hash(told.text(source)) if told is not None and told.is_text else 0
            name = self._by_prompt.get(key, "subagent")
        uuid = first_text(source, line, "uuid")
        if uuid is not None:
            self._by_message[uuid] = name
        return name

    def send(self, source: Bytes, draft: Draft, message: Node) -> None:
        """A call that sends out an agent hands over to it."""
        if draft.kind is not Kind.CALL or draft.tool not in _SENDERS:
            return
        given = next(
            (part.get("input") for part in _parts(message) if first_text(source, part, "id") == draft.call), None
        )
        prompt = given.get("prompt") if given is not None else None
        if prompt is None or not prompt.is_text:
            return
        kind = first_text(source, given, "subagent_type", "name") or "subagent"
        count = self._named[kind] = self._named.get(kind, 0) + 1
        name = kind if count == 1 else f"{kind} {count}"
        draft.kind, draft.to, draft.pieces = Kind.HANDOFF, (name,), (prompt.piece(),)
        self._by_prompt[hash(prompt.text(source))] = name
        if draft.call is not None:
            self._by_call[draft.call] = name

    def sent_at(self, call: str | None, event: int) -> None:
        """Know which event handed over."""
        if call in self._by_call:
            self._sent[self._by_call[call]] = event

    def sending(self, name: str) -> int | None:
        """The event that sent an agent out."""
        return self._sent.get(name)

    def answer(self, draft: Draft, actor: str) -> None:
        """What a call returned comes from the tool, or from the agent that was sent out."""
        link(draft, self.calls, actor)
        name = self._by_call.get(draft.call or "")
        if name is not None:
            draft.actor = name
        draft.to = draft.to or (actor,)


def _parts(message: Node) -> list[Node]:
    content = message.get("content")
    return content.items if content is not None else []
