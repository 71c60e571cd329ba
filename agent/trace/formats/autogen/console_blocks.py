"""The blocks of an AutoGen console, which begin with `---------- name ----------`: who speaks, and in which way."""

import re

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.text_words import first_words
from agent.trace.formats.text.text_records import Header, TextRecord

BLOCK_HEADER = Header(pattern(rb"\n-{10} ([^\s-]\S*)(?: \((\S+)\))? -{10}[ \t]*\r?(?=\n|\Z)"))
_CALLS = pattern(rb"\s*\[FunctionCall\(")
_RESULTS = pattern(rb"\s*\[FunctionExecutionResult\(")
_CALL_ID = pattern(rb"\b(?:call_)?id='([^']+)'")
_TOOL = pattern(rb"\bname='([^']+)'")
_CODE = pattern(rb"```(?:python|py|sh|bash|shell)\b")
_TARGET = pattern(rb"\b[Tt]ransferred to (\w+)")
_KINDS = {
    "ToolCallRequestEvent": Kind.CALL,
    "ToolCallExecutionEvent": Kind.RESULT,
    "ToolCallSummaryMessage": Kind.RESULT,
    "CodeGenerationEvent": Kind.CALL,
    "CodeExecutionEvent": Kind.RESULT,
    "MemoryQueryEvent": Kind.RESULT,
    "ThoughtEvent": Kind.THINK,
    "HandoffMessage": Kind.HANDOFF,
    "SelectSpeakerEvent": Kind.HANDOFF,
    "SelectorEvent": Kind.HANDOFF,
    "StopMessage": Kind.NOTE,
    "UserInputRequestedEvent": Kind.SYSTEM,
}


def speaker(header: re.Match[bytes]) -> str:
    """Who the block belongs to; newer consoles write `TypeOfMessage (name)`."""
    name, source = header.groups()
    return str((source or name).decode("utf-8", "replace"))


def read_block(record: TextRecord, header: re.Match[bytes], number: int) -> Draft:
    """A block as an event, by the type of its message or by how its text begins."""
    name, source = header.groups()
    data, body = record.data, record.body
    draft = Draft(Kind.SAY, record.start, record.end, number, speaker(header))
    if source is not None:
        draft.kind = _KINDS.get(name.decode("utf-8", "replace"), Kind.SAY)
        draft.salience = 0.2 if name == b"ToolCallSummaryMessage" else 1.0
    if _CALLS.match(data, body):
        draft.kind = Kind.CALL
    elif _RESULTS.match(data, body):
        draft.kind = Kind.RESULT
        draft.status = "error" if b"is_error=True" in data else "ok"
    elif draft.kind is Kind.SAY and _CODE.search(data, body):
        draft.kind, draft.tool = Kind.CALL, "python"
    elif draft.kind is Kind.HANDOFF:
        draft.to = tuple(target.decode("utf-8", "replace") for target in _TARGET.findall(data))[:1]
    if draft.kind in (Kind.CALL, Kind.RESULT) and draft.tool is None:
        call, tool = _CALL_ID.search(data, body), _TOOL.search(data, body)
        draft.call = call[1].decode("utf-8", "replace") if call else None
        draft.tool = tool[1].decode("utf-8", "replace") if tool else None
    draft.title = first_words(data, body)
    return draft
