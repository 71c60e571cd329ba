"""Cline and Roo Code: what is sent to the model (`api_conversation_history.json`), with calls and results among it."""

import re
from collections.abc import Iterator
from typing import Any

from agent.trace.event import Kind
from agent.trace.event_text import Bytes, EventText
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json.moments import moment_of
from agent.trace.formats.json_logs.json_log import JsonLog, RecordReader
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.messages.chat_messages import link
from agent.trace.formats.messages.content_parts import read_content
from agent.trace.formats.messages.draft_sequence import DraftSequence, aside
from agent.trace.formats.messages.text_parts import part_of
from agent.trace.source import Source

AGENT = "cline"
_TASK = pattern(r"\s*<(task|feedback|user_message|answer)>\s*(.*?)\s*(?:</\1>|\Z)", re.DOTALL)
_PROMPT = pattern(
    r"\s*(?:<environment_details>|<explicit_instructions|# task_progress|# Todo List|\[TASK RESUMPTION\]|\[ERROR\]"
    r"|# Reminder: Instructions for Tool Use)"
)
_RESULT = pattern(r"\s*\[(\w+)(?: for [^\n]*)?\] Result:?\s*")
_TOOLS = (
    "read_file|write_to_file|replace_in_file|apply_diff|insert_content|search_and_replace|execute_command|list_files"
    "|search_files|list_code_definition_names|browser_action|use_mcp_tool|access_mcp_resource|ask_followup_question"
    "|attempt_completion|plan_mode_respond|new_task|switch_mode|fetch_instructions|update_todo_list|codebase_search"
    "|load_mcp_documentation|web_fetch|web_search"
)
_CALL = pattern(rf"<({_TOOLS})>\s*(.*?)\s*(?:</\1>|\Z)", re.DOTALL)
_THOUGHT = pattern(r"\s*<thinking>\s*(.*?)\s*</thinking>", re.DOTALL)
_FEEDBACK = pattern(r"<feedback>\s*(.*?)\s*</feedback>", re.DOTALL)
_FAILED = pattern(r"\s*(?:The tool execution failed|Error\b|<error>)")


class _History(RecordReader):
    """What has to be remembered from message to message."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self.sequence = DraftSequence(reading)
        self._waiting: dict[str, list[str]] = {}

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one message."""
        self.sequence.time = moment_of(source, node.get("ts"))
        said = first_text(source, node, "role") == "assistant"
        parts = read_content(source, node.get("content"), Kind.SAY, AGENT if said else "user", None, joined=False)
        drafts = [draft for part in parts for draft in (self._said if said else self._heard)(source, part)]
        drafts = drafts or [aside(node.start, node.end, None)]
        drafts[0].start = min(node.start, drafts[0].start)
        for draft in drafts:
            link(draft, self.sequence.calls, AGENT)
            if draft.kind is Kind.CALL and draft.call and draft.tool:
                self._waiting.setdefault(draft.tool, []).append(draft.call)
            if draft.actor == "user":
                self.sequence.state_task(draft)
        yield from self.sequence.tell(drafts)

    def _said(self, source: Bytes, part: Draft) -> Iterator[Draft]:
        """Words of the model, with the thoughts and calls that are written among them as tags."""
        if part.kind is not Kind.SAY:
            yield part
            return
        held = EventText(source, part.pieces)
        at = 0
        while (call := _CALL.search(held.text, at)) is not None:
            yield from _words(held, part, at, call.start())
            draft = part_of(held, part, Kind.CALL, *call.span(2))
            draft.tool = call[1]
            yield draft
            at = call.end()
        yield from _words(held, part, at, len(held.text))

    def _heard(self, source: Bytes, part: Draft) -> Iterator[Draft]:
        """What is sent as the user's: a person's words, what a tool returned, or what the program adds."""
        if part.kind is not Kind.SAY:
            yield part
            return
        held = EventText(source, part.pieces)
        if (result := _RESULT.match(held.text)) is not None:
            draft = part_of(held, part, Kind.RESULT, result.end(), len(held.text))
            waiting = self._waiting.get(result[1])
            draft.actor, draft.tool, draft.call = None, result[1], waiting.pop(0) if waiting else None
            draft.status = "error" if _FAILED.match(held.text, result.end()) else None
            yield draft
            if (feedback := _FEEDBACK.search(held.text, result.end())) is not None:
                yield part_of(held, part, Kind.SAY, *feedback.span(1))
        elif (task := _TASK.match(held.text)) is not None:
            yield part_of(held, part, Kind.SAY, *task.span(2))
        else:
            if _PROMPT.match(held.text):
                part.kind, part.actor, part.salience = Kind.SYSTEM, "system", 0.3
            yield part


def _words(held: EventText, part: Draft, start: int, end: int) -> Iterator[Draft]:
    """The words between two calls, with a thought at their head apart."""
    thought = _THOUGHT.match(held.text, start, end)
    if thought is not None:
        yield part_of(held, part, Kind.THINK, *thought.span(1))
        start = thought.end()
    if held.text[start:end].strip():
        yield part_of(held, part, Kind.SAY, start, end)


def _is_message(value: Any) -> bool:
    content = value.get("content") if isinstance(value, dict) and value.get("role") == "user" else None
    texts = [part.get("text") for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    return any(isinstance(text, str) and "<environment_details>" in text for text in texts)


HISTORY = JsonLog(
    "cline_api_history",
    RecordMark(
        "messages with `<environment_details>`", _is_message, (pattern(rb"<task>"), pattern(rb"<environment_details>"))
    ),
    _History,
)
