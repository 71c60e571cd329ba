"""A chat message in any of the shapes that providers use, as drafts: what was said, thought, called and returned."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.text_words import flat_words
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.unfold import Bytes

_THOUGHTS = ("thinking", "reasoning", "reasoning_text", "redacted_thinking")
_CALLS = ("tool_use", "tool_call", "function_call", "toolCall", "server_tool_use")
_RESULTS = ("tool_result", "tool_call_response", "function_call_output", "toolResult")
_ROLES = {
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
_RARE = frozenset({*_THINKING, "refusal", "tool_calls", "function_call", "finish_reason", "stop_reason"})
_HANDOFF = ("transfer_to_", "handoff_to_", "delegate_to_")
_CUT_OFF = ("length", "max_tokens", "content_filter", "incomplete")
USERS = ("user", "human")
MODELS = ("assistant", "ai", "model")


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
    elif _ROLES.get(role) is Kind.RESULT:
        actor = speaker or None
    else:
        actor = speaker or role or agent
    kind = _ROLES.get(role, Kind.SAY)
    call = first_text(source, node, "tool_call_id", "call_id") if kind is Kind.RESULT else None
    content = next((fields[key] for key in _CONTENTS if key in fields), None)
    drafts = read_content(source, content, kind, actor, call)
    # Most messages are a role and a content: the other fields are looked for only where there is one of them.
    rare = not _RARE.isdisjoint(fields)
    if rare:
        drafts = [*_thoughts(source, node, actor), *drafts, *_refused(node, actor), *_called(source, node, actor)]
    drafts = [draft for draft in drafts if not _is_empty(draft)] or [_draft(kind, node, actor, empty=True)]
    if rare and (cut_off := first_text(source, node, "finish_reason", "stop_reason")) in _CUT_OFF:
        drafts[-1].status = cut_off
    for draft in drafts:
        link(draft, calls, agent)
    drafts[0].start = node.start
    if len(drafts) == 1:
        drafts[0].end = node.end
    return drafts


def speaker_of(source: Bytes, node: Node) -> str | None:
    """The name that a message carries beside its role."""
    if _NAMES.isdisjoint(node.fields):
        return None
    return first_text(source, node, "name", "agent", "sender", "agent_name") or first_text(
        source, node.get("metadata"), "agent", "agent_name", "langgraph_node"
    )


def read_call(source: Bytes, node: Node, actor: str | None) -> Draft:
    """A call as any provider writes it: the tool, its arguments and the id that the result will carry."""
    node_of_call = node.get("tool_call") or node
    function = node_of_call.get("function") or node_of_call
    tool = text_of(source, function) or first_text(source, function, "name", "function_name")
    function = node_of_call if function.shape == "string" else function
    call = first_text(source, node_of_call, "call_id", "id", "tool_call_id")
    arguments = next((function.fields[key] for key in ("arguments", "input", "args") if key in function.fields), None)
    piece = Piece(node.start, node.start) if arguments is None else arguments_piece(source, arguments)
    kind, to = Kind.CALL, ()
    for start in _HANDOFF:
        if tool is not None and tool.startswith(start):
            return Draft(
                Kind.HANDOFF, node.start, node.end, actor=actor, to=(tool[len(start) :],), pieces=(piece,), tool=tool,
                call=call, title="" if arguments is not None and piece.end - piece.start > 4 else tool,
            )  # fmt: skip
    title = tool or "" if piece.end - piece.start <= 4 else title_of(source, piece)
    return Draft(kind, node.start, node.end, actor=actor, to=to, pieces=(piece,), tool=tool, call=call, title=title)


def title_of(source: Bytes, piece: Piece) -> str:
    """A title for JSON over several lines, whose first line would be a bracket; for anything else its own words."""
    data = source.read(piece.start, min(piece.end, piece.start + 400))
    return flat_words(data) if data[:2] in (b"{\n", b"[\n", b"{\r", b"[\r") else ""


def arguments_piece(source: Bytes, node: Node) -> Piece:
    """Arguments with the line breaks of the strings in them, if they are JSON; else as they stand."""
    if node.shape == "string" and not node.nested:
        text = source.read(node.start + 1, node.end - 1).strip()
        return node.piece(unfold=text[:1] in (b"{", b"[") and text[-1:] in (b"}", b"]"))
    return node.piece(unfold=node.shape in ("object", "array", "strings"))


def _thoughts(source: Bytes, node: Node, actor: str | None) -> Iterator[Draft]:
    for key in _THINKING:
        thought = node.get(key)
        if thought is not None and thought.is_text:
            yield _draft(Kind.THINK, thought, actor)
            return


def read_content(source: Bytes, content: Node | None, kind: Kind, actor: str | None, call: str | None) -> list[Draft]:
    """What the content of a message holds: one text, or parts of several kinds."""
    if content is None or content.shape == "literal":
        return []
    if content.shape == "object" and not content.members():
        return [_draft(kind, content, actor, call=call)]
    if content.is_text or not content.members():
        return [_draft(kind, content, actor, call=call)]
    drafts: list[Draft] = []
    for item in content.members():
        part = item.get("message_content") or item
        draft = _part(source, part, kind, actor, call)
        before = drafts[-1] if drafts else None
        if before is not None and draft.kind is before.kind is kind and draft.call == before.call:
            before.pieces += draft.pieces
            before.end, before.title = draft.end, before.title or draft.title
        else:
            drafts.append(draft)
    return drafts


def _part(source: Bytes, part: Node, kind: Kind, actor: str | None, call: str | None) -> Draft:
    """One part of a message's content."""
    what = first_text(source, part, "type") or ""
    if what in _CALLS or "functionCall" in part.fields or "toolUse" in part.fields:
        return read_call(source, part.get("functionCall") or part.get("toolUse") or part, actor)
    if what in _RESULTS:
        return _result(source, part)
    text = _text_node(part, what)
    if text is not None:
        return _draft(Kind.THINK if what in _THOUGHTS else kind, text, actor, call=call)
    if part.shape != "object":
        return _draft(kind, part, actor, call=call)
    return _attachment(source, part, kind, actor, call)


def _text_node(part: Node, what: str) -> Node | None:
    for key in (what, "text", "content", "refusal", "thinking", "value"):
        node = part.get(key)
        if node is not None and node.is_text:
            return node
        if node is not None and key == "text" and node.get("value") is not None:
            return node.get("value")
    return None


def _result(source: Bytes, part: Node) -> Draft:
    call = first_text(source, part, "tool_use_id", "call_id", "id", "tool_call_id", "toolUseId")
    held = next((part.fields[key] for key in ("content", "response", "result", "output") if key in part.fields), None)
    texts = [] if held is None else [text for item in held.members() if (text := _text_node(item, "text")) is not None]
    pieces = tuple(text.piece() for text in texts) if texts else (_whole(part, held),)
    failed = part.get("is_error")
    status = "error" if failed is not None and failed.value(source) is True else None
    return Draft(Kind.RESULT, part.start, part.end, pieces=pieces, call=call, status=status)


def _whole(part: Node, held: Node | None) -> Piece:
    return held.piece() if held is not None else Piece(part.start, part.start)


def _attachment(source: Bytes, part: Node, kind: Kind, actor: str | None, call: str | None) -> Draft:
    """An image, a sound or a file: its bytes are no text, so only its type is shown."""
    name = part.get("type") or part.get("mime_type") or part.get("modality")
    size = max((node.end - node.start for node in part.walk() if node.shape == "string"), default=0)
    title = f"{text_of(source, name) or 'attachment'}, {size:,} bytes as written"
    piece = name.piece() if name is not None else Piece(part.start, part.start)
    return Draft(kind, part.start, part.end, actor=actor, pieces=(piece,), call=call, title=title)


def _refused(node: Node, actor: str | None) -> Iterator[Draft]:
    refusal = node.fields.get("refusal")
    if refusal is not None and refusal.shape == "string":
        yield _draft(Kind.SAY, refusal, actor)


def _called(source: Bytes, node: Node, actor: str | None) -> Iterator[Draft]:
    calls = node.get("tool_calls")
    for item in calls.members() if calls is not None else ():
        if item.shape == "object":
            yield read_call(source, item, actor)
    older = node.get("function_call")
    if older is not None and older.shape == "object":
        yield read_call(source, older, actor)


def _draft(kind: Kind, node: Node, actor: str | None, *, call: str | None = None, empty: bool = False) -> Draft:
    piece = Piece(node.start, node.start) if empty else node.piece()
    return Draft(kind, node.start, node.end, actor=actor, pieces=(piece,), call=call)


def _is_empty(draft: Draft) -> bool:
    texts = draft.kind not in (Kind.CALL, Kind.HANDOFF, Kind.RESULT) and not draft.title
    return texts and all(start >= end for start, end, _ in draft.pieces)


def link(draft: Draft, calls: Calls, agent: str | None) -> None:
    """Link calls and results by the id of the call."""
    if draft.kind in (Kind.CALL, Kind.HANDOFF):
        calls.note(draft.call, draft.tool, draft.actor or agent)
    elif draft.kind is Kind.RESULT:
        draft.tool = draft.tool or calls.tool(draft.call)
        draft.actor = draft.actor or draft.tool or "tool"
        caller = calls.caller(draft.call)
        draft.to = draft.to or ((caller,) if caller else ())
