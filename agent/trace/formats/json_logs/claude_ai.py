"""The export of Claude.ai: conversations of a person and Claude, each a run."""

from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json_logs.chat_table import ChatTable, TableReader
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.formats.json_logs.listed_run import ListedRun
from agent.trace.formats.json_logs.table_rules import Each, Part, Rule

_TEXT = Part(Kind.SAY, "text")
_TABLE = ChatTable(
    "claude_ai_export",
    "`chat_messages` with a `sender`",
    lambda value: False,
    {
        "human": (Part(Kind.SAY, "text content.0.text", actor="user"),),
        "assistant": (
            Each(
                "content",
                {
                    "thinking": (Part(Kind.THINK, "thinking"),),
                    "text": (_TEXT,),
                    "tool_use": (Part(Kind.CALL, "input", tool="name", call="id"),),
                    "tool_result": (Part(Kind.RESULT, "content", tool="name", call="tool_use_id"),),
                },
            ),
        ),
    },
    tag="sender",
    agent="claude",
)


class _Reader(TableReader):
    """Reads the messages; older ones hold their text beside an empty list of parts."""

    def _drafts(self, source: Bytes, node: Node, rules: Rule) -> Iterator[Draft]:
        drafts = list(super()._drafts(source, node, rules))
        listed = node.get("content")
        if rules is self.table.rules["assistant"] and not (listed is not None and listed.items):
            drafts = list(super()._drafts(source, node, (_TEXT,)))
        yield from drafts


EXPORT = Documents(
    ListedRun(
        _TABLE.name,
        _TABLE.because,
        (pattern(rb'"chat_messages"\s*:\s*\['), pattern(rb'"sender"\s*:\s*"(?:human|assistant)"')),
        ("chat_messages",),
        lambda source, reading: _Reader(_TABLE, reading),
    )
)
