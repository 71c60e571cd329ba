"""Antigravity's `transcript.jsonl`: steps of a person, of a model and of the tools that it calls."""

from collections.abc import Iterator
from typing import Any

from agent.trace.event import Kind, Piece
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json_logs.chat_table import ChatTable, TableReader
from agent.trace.formats.json_logs.json_log import JsonLog
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.json_logs.table_rules import Each, Part, Rule

_BECAUSE = "steps with `source`, `type` and `step_index`"
_OPENING = (pattern(rb'"source"\s*:\s*"(?:USER_EXPLICIT|USER_IMPLICIT|MODEL|SYSTEM)"'),
            pattern(rb'"type"\s*:\s*"(?:USER_INPUT|PLANNER_RESPONSE)"'))  # fmt: skip
_ASKED = pattern(
    rb"(?s)(?:<|\\u003c)USER_REQUEST(?:>|\\u003e)(?:\\n|\s)*(.*?)(?:\\n|\s)*(?:<|\\u003c)/USER_REQUEST(?:>|\\u003e)"
)
_CALLS = Each("tool_calls", {"*": (Part(Kind.CALL, "args arguments", tool="name", call="id"),)})
_SYSTEM: Rule = (Part(Kind.SYSTEM, "content", actor="system"),)


def _is_step(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    told = value.get("source")
    return told in ("USER_EXPLICIT", "USER_IMPLICIT") or (told in ("MODEL", "SYSTEM") and "step_index" in value)


_TABLE = ChatTable(
    "antigravity_transcript",
    _BECAUSE,
    _is_step,
    {
        "USER_INPUT": (Part(Kind.SAY, "content", actor="user"),),
        "PLANNER_RESPONSE": (Part(Kind.THINK, "thinking"), Part(Kind.SAY, "content"), _CALLS),
        "ERROR_MESSAGE": (Part(Kind.ERROR, "content error", actor="system"),),
        "MODEL": (_CALLS, Part(Kind.RESULT, "content", tool="type")),
        "SYSTEM": _SYSTEM,
        "USER_IMPLICIT": _SYSTEM,
    },
    tag="type source",
    agent="antigravity",
)


class _Reader(TableReader):
    """Reads the steps; what the program wrote around a person's words is no part of what was asked."""

    def _drafts(self, source: Bytes, node: Node, rules: Rule) -> Iterator[Draft]:
        for draft in super()._drafts(source, node, rules):
            if draft.actor == "user":
                draft.pieces = tuple(_asked(source, piece) for piece in draft.pieces)
            yield draft


def _asked(source: Bytes, piece: Piece) -> Piece:
    match = _ASKED.search(source.read(piece.start, piece.end))
    return piece._replace(start=piece.start + match.start(1), end=piece.start + match.end(1)) if match else piece


SESSION = JsonLog(
    "antigravity_transcript",
    RecordMark(_BECAUSE, _is_step, _OPENING),
    lambda source, reading: _Reader(_TABLE, reading),
)
