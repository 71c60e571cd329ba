"""The parts of a message's content, in any provider's shape: text, thought, call, result, attachment."""

from agent.trace.event import Kind, Piece
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.text_words import flat_words
from agent.trace.formats.json.json_nodes import Node, first_text, text_of

CALL_IDS = ("tool_call_id", "call_id", "tool_use_id", "toolCallId", "toolUseId", "callID", "callId", "action_id",
            "tool_id", "id")  # fmt: skip
_THOUGHTS = ("thinking", "reasoning", "reasoning_text", "redacted_thinking", "think")
_CALL_TYPES = frozenset({"tool_use", "tool_call", "function_call", "toolCall", "server_tool_use", "mcp_tool_use",
                         "toolRequest", "tool-call"})  # fmt: skip
_RESULT_TYPES = frozenset({"tool_call_response", "function_call_output", "toolResult", "toolResponse", "tool-result"})
CALL_KEYS = ("functionCall", "function_call", "toolUse", "tool_call", "toolCall")
RESULT_KEYS = ("functionResponse", "function_response", "toolResult", "tool_result")
_ARGUMENTS = ("arguments", "input", "args", "arguments_json", "parameters", "params")
_RETURNED = ("content", "response", "result", "output", "output_preview", "value")
_SAID = ("output", "result", "content", "text", "stdout", "error", "llmContent")
_TOLD = frozenset({"systemNotification", "actionRequired", "toolConfirmationRequest", "contextLengthExceeded"})
"""What a program tells in between: nobody's words."""
_MEDIA = frozenset({"image", "audio", "video", "input_image", "input_audio", "media"})
"""Parts whose field of that name is no text, but bytes or where they lie."""
_HANDOFF = ("transfer_to_", "handoff_to_", "delegate_to_")


def read_call(source: Bytes, node: Node, actor: str | None) -> Draft:
    """A call as any provider writes it: the tool, its arguments and the id that the result will carry."""
    inner = _inside(node, CALL_KEYS) or node
    function = inner.get("function") or inner
    tool = text_of(source, function) or first_text(source, function, "name", "function_name", "tool_name", "toolName")
    function = inner if function.shape == "string" else function
    call = first_text(source, inner, "call_id", "id", *CALL_IDS) or first_text(source, node, *CALL_IDS)
    arguments = next((function.fields[key] for key in _ARGUMENTS if key in function.fields), None)
    piece = Piece(node.start, node.start) if arguments is None else arguments_piece(source, arguments)
    for start in _HANDOFF:
        if tool is not None and tool.startswith(start):
            return Draft(
                Kind.HANDOFF, node.start, node.end, actor=actor, to=(tool[len(start) :],), pieces=(piece,), tool=tool,
                call=call, title="" if arguments is not None and piece.end - piece.start > 4 else tool,
            )  # fmt: skip
    title = tool or "" if piece.end - piece.start <= 4 else title_of(source, piece)
    return Draft(Kind.CALL, node.start, node.end, actor=actor, pieces=(piece,), tool=tool, call=call, title=title)


def is_call(source: Bytes, part: Node) -> bool:
    """Whether an object is a call, by its type or by what it wraps."""
    if "toolName" in part.fields and "type" not in part.fields:
        return "input" in part.fields or "args" in part.fields
    return (first_text(source, part, "type") or "") in _CALL_TYPES or _inside(part, CALL_KEYS) is not None


def is_result(source: Bytes, part: Node) -> bool:
    """Whether an object is what a tool returned, by its type or by what it wraps."""
    what = first_text(source, part, "type") or ""
    return what in _RESULT_TYPES or what.endswith("tool_result") or _inside(part, RESULT_KEYS) is not None


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


def read_content(
    source: Bytes, content: Node | None, kind: Kind, actor: str | None, call: str | None, *, joined: bool = True
) -> list[Draft]:
    """What the content of a message holds: one text, or parts of several kinds; parts of one kind are one event."""
    if content is None or content.shape == "literal" or (content.shape == "array" and not content.items):
        return []
    if content.is_text or not content.members():
        if content.fields:
            return [_part(source, content, kind, actor, call)]
        return [new_draft(kind, content, actor, call=call)]
    drafts: list[Draft] = []
    for item in content.members():
        part = item.get("message_content") or item
        draft = _part(source, part, kind, actor, call)
        before = drafts[-1] if drafts and joined else None
        if before is not None and draft.kind is before.kind is kind and draft.call == before.call:
            before.pieces += draft.pieces
            before.end, before.title = draft.end, before.title or draft.title
        else:
            drafts.append(draft)
    return drafts


def new_draft(kind: Kind, node: Node, actor: str | None, *, call: str | None = None) -> Draft:
    """A draft with the text of a node."""
    return Draft(kind, node.start, node.end, actor=actor, pieces=(node.piece(),), call=call)


def _part(source: Bytes, part: Node, kind: Kind, actor: str | None, call: str | None) -> Draft:
    """One part of a message's content."""
    what = first_text(source, part, "type") or ""
    if what == "text" and (text := part.get("text")) is not None and text.shape == "string":
        return new_draft(kind, text, actor, call=call)
    if is_result(source, part):
        return read_result(source, part)
    if is_call(source, part):
        return read_call(source, part, actor)
    if (reasoning := part.fields.get("reasoningContent")) is not None:
        return _part(source, reasoning.get("reasoningText") or reasoning, Kind.THINK, actor, call)
    if what in _TOLD:
        told = part.get("msg") or part.get("type") or part
        return new_draft(Kind.NOTE, told, "system")
    text = _text_node(part, what) if what not in _MEDIA else None
    if text is not None:
        thought = part.get("thought")
        thinks = _is_thought(what) or (thought is not None and thought.value(source) is True)
        return new_draft(Kind.THINK if thinks else kind, text, actor, call=call)
    if part.shape != "object":
        return new_draft(kind, part, actor, call=call)
    if _is_thought(what):
        return Draft(Kind.THINK, part.start, part.end, actor=actor, pieces=(Piece(part.start, part.start),))
    return _attachment(source, part, kind, actor, call)


def _inside(part: Node, keys: tuple[str, ...]) -> Node | None:
    """The object that a part wraps in its own name, and that once more in how it went."""
    for key in keys:
        inner = part.fields.get(key)
        if inner is not None and inner.fields:
            value = inner.get("value")
            return value if value is not None and value.fields and "status" in inner.fields else inner
    return None


def _text_node(part: Node, what: str) -> Node | None:
    for key in (what, "text", "content", "refusal", "thinking", "value"):
        node = part.get(key)
        if node is not None and node.is_text:
            return node
        if node is not None and key == "text" and node.get("value") is not None:
            return node.get("value")
        if node is not None and key in (what, "content") and (text := node.get("text")) is not None and text.is_text:
            return text
    return None


def _is_thought(what: str) -> bool:
    """Whether a part of this type is the model's own thought; some names say where they come from."""
    return what in _THOUGHTS or what.endswith("ReasoningContent")


def read_result(source: Bytes, part: Node) -> Draft:
    """What a tool returned, with the id of the call."""
    inner = _inside(part, RESULT_KEYS) or part
    call = first_text(source, inner, *CALL_IDS) or first_text(source, part, *CALL_IDS)
    held = next((inner.fields[key] for key in _RETURNED if key in inner.fields), None)
    for failed in (part.get("is_error"), part.get("isError"), inner.get("is_error"), inner.get("isError")):
        if failed is not None and failed.value(source) is True:
            break
    else:
        failed = inner.get("error") if held is None else None
    held = held or failed
    return Draft(
        Kind.RESULT, part.start, part.end, pieces=returned_pieces(part, held), call=call,
        status="error" if failed is not None else None, tool=first_text(source, inner, "name", "tool_name", "toolName"),
    )  # fmt: skip


def returned_pieces(part: Node, held: Node | None) -> tuple[Piece, ...]:
    """The words of what a tool returned: texts in a list, the one text of an object, else all of it."""
    if held is None or (held.shape == "array" and not held.items):
        return (Piece(part.start, part.start),)
    if held.fields:
        listed = held.get("content")
        if listed is not None and listed.items:
            return returned_pieces(part, listed)
        said = [held.fields[key] for key in _SAID if key in held.fields and held.fields[key].is_text]
        if len(said) == 1 and (len(held.fields) <= 2 or said[0] is held.get("output")):
            return (said[0].piece(),)
        return (held.piece(unfold=True),)
    texts = [text for item in held.members() if (text := _text_node(item, "text")) is not None]
    return tuple(text.piece() for text in texts) if texts else (held.piece(unfold=bool(held.items)),)


def _attachment(source: Bytes, part: Node, kind: Kind, actor: str | None, call: str | None) -> Draft:
    """An image, a sound or a file: its bytes are no text, so only its type is shown."""
    name = part.get("type") or part.get("mime_type") or part.get("modality")
    size = max((node.end - node.start for node in part.walk() if node.shape == "string"), default=0)
    title = f"{text_of(source, name) or 'attachment'}, {size:,} bytes as written"
    piece = name.piece() if name is not None else Piece(part.start, part.start)
    return Draft(kind, part.start, part.end, actor=actor, pieces=(piece,), call=call, title=title)
