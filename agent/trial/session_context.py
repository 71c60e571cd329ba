"""What a coding agent had before an act: messages, calls and results to the letter, as its session keeps them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from agent.trace.event import Event
from agent.trace.trace import Trace
from agent.trial.sent_messages import SentMessages

LARGEST = 64 * 1024 * 1024
"""Bytes of a session before an act that are looked through."""
RULE = "the messages, calls and results of the session, to the letter; {missing} and thoughts are not in it"
Record = Mapping[str, Any]
_INPUTS = frozenset({"function_call_output", "custom_tool_call_output", "local_shell_call_output"})


def session_before(trace: Trace, act: Event) -> tuple[SentMessages, str, str | None] | None:
    """The messages before an act, the rule by which they were taken, and the model; None where there is no session."""
    read = {"claude_code_session": _claude_code, "codex_rollout": _codex}.get(trace.format.name)
    index = trace.events.index()
    end = index.offset_of(act.source_lines[0] + 1)
    if read is None or end > LARGEST:
        return None
    records = [each for each in _records(trace.source.read(0, end)) if isinstance(each, dict)]
    with suppress(KeyError, TypeError, ValueError, AttributeError):
        return read(records)
    return None


def _records(data: bytes) -> Iterator[Any]:
    for line in data.split(b"\n"):
        with suppress(ValueError, RecursionError):
            yield json.loads(line)


def _claude_code(records: Sequence[Record]) -> tuple[SentMessages, str, str | None] | None:
    """The way back from the act by what each record answers, with all parts and results of each reply on it."""
    act = records[-1]
    said = {each["uuid"]: each for each in records if each.get("uuid") and isinstance(each.get("message"), dict)}
    links = {each["uuid"]: each.get("parentUuid") for each in records if each.get("uuid")}
    way: list[Record] = []
    reply, at = act["message"].get("id", act["uuid"]), act.get("parentUuid")
    while at is not None and at in links and len(way) <= len(links):
        if at in said and said[at]["message"].get("id", at) != reply:
            way.append(said[at])
        at = links[at]
    results = {part["tool_use_id"]: part for each in said.values() for part in _parts(each) if _is_result(part)}
    replies: dict[str, list[dict[str, Any]]] = {}
    for uuid, each in said.items():
        replies.setdefault(each["message"].get("id", uuid), []).extend(_parts(each))
    sent, told = SentMessages(), set[str]()
    for each in reversed(way):
        message = each["message"]
        known = message.get("id", each["uuid"])
        parts = [part for part in _parts(each) if not _is_result(part)]
        if message.get("role") == "assistant":
            parts = replies[known]
        if known in told or not parts:
            continue
        told.add(known)
        sent.add({"role": message.get("role"), "content": parts})
        calls = [part["id"] for part in parts if part.get("type") == "tool_use"]
        sent.add_all([{"role": "user", "content": [results[call]]} for call in calls if call in results])
    missing = "the system prompt, the tools"
    return (sent, RULE.format(missing=missing), act["message"].get("model")) if sent.read else None


def _parts(record: Record) -> list[dict[str, Any]]:
    content = record["message"].get("content")
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content or ())


def _is_result(part: Record) -> bool:
    return part.get("type") == "tool_result"


def _codex(records: Sequence[Record]) -> tuple[SentMessages, str, str | None] | None:
    """The items of the rollout up to the last that was not the model's own reply, from the last compaction on."""
    items: list[Record] = []
    instructions, model = None, None
    for record in records[:-1]:
        held = record.get("payload") or {}
        kind = record.get("type")
        if kind == "session_meta":
            base = held.get("base_instructions")
            instructions = (base.get("text") if isinstance(base, dict) else base) or held.get("instructions")
        elif kind == "turn_context":
            model = held.get("model") or model
        elif kind == "compacted":
            items = list(held.get("replacement_history") or [{"role": "user", "content": held.get("message")}])
        elif kind == "response_item" and held.get("type") != "reasoning":
            items.append(held)
    while items and items[-1].get("role", "assistant") == "assistant" and items[-1].get("type") not in _INPUTS:
        items.pop()
    sent = SentMessages()
    sent.add_all([{"role": "system", "content": instructions}] if instructions else [])
    sent.add_all([{**each, "type": "function_call_output"} if each.get("type") in _INPUTS else each for each in items])
    missing = "tools" if instructions else "the system prompt, the tools"
    return (sent, RULE.format(missing=missing), model) if items else None
