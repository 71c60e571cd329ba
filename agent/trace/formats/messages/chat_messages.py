"""A chat message in any of the shapes that providers use, as drafts: what was said, thought, called and returned."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from agent.trace.event import Kind, Piece
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.messages.content_parts import CALL_IDS, new_draft, read_call, read_content, read_result

ROLES = {
    "toolresult": Kind.RESULT,
    "tool_result": Kind.RESULT,
    "environment": Kind.RESULT,
    "system": Kind.SYSTEM,
    "developer": Kind.SYSTEM,
    "tool": Kind.RESULT,
    "function": Kind.RESULT,
    "ipython": Kind.RESULT,
    "tool-response": Kind.RESULT,
    "tool-call": Kind.CALL,
}
_NAMES = frozenset({"name", "agent", "sender", "agent_name", "metadata"})
_THINKING = ("reasoning_content", "reasoning", "thinking", "thought")
_CONTENTS = ("content", "contents", "parts", "text")
_RARE = frozenset(
    {*_THINKING, "refusal", "tool_calls", "tool_results", "function_call", "finish_reason", "stop_reason"}
)
_CUT_OFF = ("length", "max_tokens", "content_filter", "incomplete")
USERS = ("user", "human")
NO_TEXT = "no text"
MODELS = ("assistant", "ai", "model", "gemini", "bot", "gpt", "chatgpt")


@dataclass(slots=True)
class Calls:
    """Who called which tool, by the id of the call; where messages are sent again, the first to be read counts."""

    first_counts: bool = False
    _made: dict[str, tuple[str | None, str | None]] = field(default_factory=dict)

    def __deepcopy__(self, memo: dict[int, object]) -> "Calls":
        """A copy of its own; what is in it never changes."""
        twin = memo[id(self)] = Calls(self.first_counts, self._made.copy())
        return twin

    def note(self, call: str | None, tool: str | None, caller: str | None) -> None:
        """Keep a call that was made."""
        if call and not (self.first_counts and call in self._made):
            self._made[call] = (tool, caller)

    def tool(self, call: str | None) -> str | None:
        """The tool that a call went to."""
        return self._made.get(call or "", (None, None))[0]

    def caller(self, call: str | None) -> str | None:
        """Who made a call."""
        return self._made.get(call or "", (None, None))[1]


def read_message(source: Bytes, node: Node, calls: Calls, agent: str | None = None) -> list[Draft]:
    """What one message holds, in the order in which it was done; `agent` is who speaks for the model."""
    fields = node.fields
    role = (first_text(source, node, "role", "type") or "").lower()
    speaker = speaker_of(source, node)
    actor: str | None
    if role in MODELS:
        actor = speaker or agent or role
    elif ROLES.get(role) is Kind.RESULT:
        actor = speaker or None
    else:
        actor = speaker or role or agent
    kind = ROLES.get(role, Kind.SAY)
    call = first_text(source, node, *CALL_IDS[:-1]) if kind is Kind.RESULT else None
    content = next((fields[key] for key in _CONTENTS if key in fields), None)
    drafts = read_content(source, content, kind, actor, call)
    # Most messages are a role and a content: the other fields are looked for only where there is one of them.
    rare = not _RARE.isdisjoint(fields)
    if rare:
        drafts = [*_thoughts(node, actor), *drafts, *_refused(node, actor), *_called(source, node, actor)]
    if kind is Kind.RESULT and (tool := first_text(source, node, "toolName", "tool_name")):
        for draft in drafts:
            draft.tool = tool
    if kind is Kind.RESULT and any(_is(source, node, key) for key in ("isError", "is_error")):
        for draft in drafts:
            draft.status = "error"
    drafts = [draft for draft in drafts if not _is_empty(draft)] or [_nothing(kind, node, actor)]
    if rare and (cut_off := first_text(source, node, "finish_reason", "stop_reason")) in _CUT_OFF:
        drafts[-1].status = cut_off
    return linked(drafts, node, calls, agent)


def speaker_of(source: Bytes, node: Node) -> str | None:
    """The name that a message carries beside its role."""
    if _NAMES.isdisjoint(node.fields):
        return None
    return first_text(source, node, "name", "agent", "sender", "agent_name") or first_text(
        source, node.get("metadata"), "agent", "agent_name", "langgraph_node"
    )


def _thoughts(node: Node, actor: str | None) -> Iterator[Draft]:
    for key in _THINKING:
        thought = node.get(key)
        if thought is not None and thought.is_text:
            yield new_draft(Kind.THINK, thought, actor)
            return


def _is(source: Bytes, node: Node, key: str) -> bool:
    flag = node.fields.get(key)
    return flag is not None and flag.value(source) is True


def _refused(node: Node, actor: str | None) -> Iterator[Draft]:
    refusal = node.fields.get("refusal")
    if refusal is not None and refusal.shape == "string":
        yield new_draft(Kind.SAY, refusal, actor)


def _called(source: Bytes, node: Node, actor: str | None) -> Iterator[Draft]:
    calls = node.get("tool_calls")
    for item in calls.members() if calls is not None else ():
        if item.shape == "object":
            yield read_call(source, item, actor)
    results = node.get("tool_results")
    for item in results.members() if results is not None else ():
        if item.shape == "object":
            yield read_result(source, item)
    older = node.get("function_call")
    if older is not None and older.shape == "object":
        yield read_call(source, older, actor)


def _nothing(kind: Kind, node: Node, actor: str | None) -> Draft:
    """A message without words: nobody said anything, but it is written."""
    shown = kind if kind is Kind.RESULT else Kind.NOTE
    return Draft(shown, node.start, node.end, actor=actor, pieces=(Piece(node.start, node.start),), title=NO_TEXT)


def _is_empty(draft: Draft) -> bool:
    texts = draft.kind not in (Kind.CALL, Kind.HANDOFF, Kind.RESULT) and not draft.title
    return texts and all(start >= end for start, end, _ in draft.pieces)


def linked(drafts: list[Draft], node: Node, calls: Calls, agent: str | None) -> list[Draft]:
    """What a message or an item tells, with its calls and results linked, from its beginning on."""
    for draft in drafts:
        link(draft, calls, agent)
    drafts[0].start = node.start
    if len(drafts) == 1:
        drafts[0].end = node.end
    return drafts


def link(draft: Draft, calls: Calls, agent: str | None) -> None:
    """Link calls and results by the id of the call."""
    if draft.kind in (Kind.CALL, Kind.HANDOFF):
        calls.note(draft.call, draft.tool, draft.actor or agent)
    elif draft.kind is Kind.RESULT:
        draft.tool = draft.tool or calls.tool(draft.call)
        draft.actor = draft.actor or draft.tool or "tool"
        caller = calls.caller(draft.call)
        draft.to = draft.to or ((caller,) if caller else ())
