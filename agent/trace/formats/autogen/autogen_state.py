"""A saved state of AutoGen agents or teams: the thread that all of them saw, then what only one of them knows."""

from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.event_text import read_text
from agent.trace.formats.autogen.autogen_messages import is_message, read_autogen
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.json.json_records import JsonRecords, or_plain_log
from agent.trace.formats.json.json_stream import Path, parse
from agent.trace.formats.messages.chat_messages import Calls
from agent.trace.formats.messages.draft_sequence import PROMPT, DraftSequence, aside
from agent.trace.source import Source

_STATE = pattern(rb'"type"\s*:\s*"(?:TeamState|\w*AgentState|\w*ManagerState|\w*OrchestratorState)"')
_HOLDERS = pattern(rb'"(?:agent_states|llm_context|message_thread|message_buffer)"\s*:')
_LISTS = ("message_thread", "messages", "message_buffer")
_TEXTS = ("task", "facts", "plan")


class TeamState:
    """The state of a team, or of one agent."""

    name = "autogen04_team_state"

    def recognise(self, head: Head) -> str | None:
        """The type of a state, and what it holds."""
        begins = head.opens == b"{"
        if begins and _STATE.search(head.data) and _HOLDERS.search(head.data):
            return "a JSON document: `agent_states` of a team"
        return None

    @or_plain_log
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The common thread first, then the contexts, where most is written again."""
        places: list[tuple[bool, str | None, int, int, int]] = []
        records = JsonRecords(source, reading, _holds)
        for number, record in enumerate(records, 1):
            path, node = record.path, record.node
            places.append((path[-2] != "message_thread", _agent(path), number, node.start, node.end))
        shared = {agent for later, agent, *_ in places if not later}
        places.sort(key=lambda place: place[0])
        state = _State(source, reading)
        for text in _stated(records.root):
            yield from state.note(text)
        for later, agent, number, start, end in places:
            item = parse(source, start, end)
            if item is not None and item.shape == "object":
                state.sequence.record = number
                whose = agent if agent not in shared or later else None
                state.sequence.section = f"what {agent} knows" if later and whose and shared else None
                yield from state.read(item, whose)
        state.sequence.end()


def _holds(path: Path) -> bool:
    return path[-1:] != () and path[-1] in _LISTS and None not in path


def _agent(path: Path) -> str | None:
    """Whose state a list lies in: the name that comes after the last `agent_states`."""
    names = [path[n + 1] for n, key in enumerate(path[:-1]) if key == "agent_states"]
    return names[-1] if names else None


def _stated(root: Node) -> list[tuple[str, Node]]:
    """The task, the facts and the plan of an orchestrator that keeps them."""
    texts = []
    for node in root.walk():
        for key in _TEXTS:
            held = node.fields.get(key)
            if held is not None and held.is_text and held.end - held.start > 2:
                texts.append((key, held))
    return texts


class _State:
    """What has to be remembered from message to message."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self._source = source
        self.sequence = DraftSequence(reading, Calls(first_counts=True))

    def note(self, stated: tuple[str, Node]) -> Iterator[Draft]:
        """What an orchestrator keeps for itself."""
        key, held = stated
        kind = {"task": Kind.SAY, "plan": Kind.PLAN}.get(key, Kind.NOTE)
        draft = aside(held.start, held.end, held.piece(), kind)
        draft.salience, draft.actor = 1.0, "user" if key == "task" else "orchestrator"
        self.sequence.state_task(draft)
        draft.kind = Kind.NOTE if draft.kind is Kind.SAY else draft.kind
        draft.title = "" if draft.kind is Kind.TASK else key
        yield from self.sequence.tell([draft])

    def read(self, item: Node, agent: str | None) -> Iterator[Draft]:
        """One message, which is an act where nobody has said the same yet."""
        source, sequence = self._source, self.sequence
        if not is_message(item, source):
            yield from sequence.tell([aside(item.start, item.end, item.piece(unfold=True), Kind.NOTE)])
            return
        what = first_text(source, item, "type") or ""
        whose = agent if what in ("AssistantMessage", "FunctionExecutionResultMessage") else None
        drafts = read_autogen(source, item, sequence.calls, whose)
        id = first_text(source, item, "id")
        for number, draft in enumerate(drafts):
            text = draft.call if draft.kind is Kind.CALL else read_text(source, draft.pieces).strip()
            key = (
                "call" if draft.kind is Kind.CALL else draft.kind is Kind.RESULT,
                text or text_of(source, item) or "",
            )
            known = sequence.first((id, number)) if id is not None else None
            draft.repeats = known or (sequence.first(key) if id is None or agent is not None else None)
            sequence.keep(key)
            if id is not None:
                sequence.keep((id, number))
            if draft.kind is Kind.SYSTEM:
                draft.salience = PROMPT
            elif draft.kind is Kind.SAY:
                sequence.state_task(draft)
            yield from sequence.tell([draft])
