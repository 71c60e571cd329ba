"""Claude Code sessions, as files and as `--output-format stream-json`: a main agent, and agents that it sends out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.claude_code.claude_agents import MAIN, Agents
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json_logs.json_log import JsonLog, RecordReader
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.messages.chat_messages import read_message
from agent.trace.formats.messages.content_parts import read_content
from agent.trace.formats.messages.draft_sequence import PROMPT, DraftSequence, aside
from agent.trace.formats.messages.tool_records import read_tool_record
from agent.trace.source import Source

_TYPES = ("user", "assistant", "system", "summary", "progress", "queue-operation", "attachment", "result",
          "file-history-snapshot")  # fmt: skip
_IDS = frozenset({"sessionId", "leafUuid", "parentUuid", "session_id", "messageId"})
_SESSION_ID = pattern(rb'"session(?:Id|_id)"\s*:\s*"')
_OPENING = (_SESSION_ID, pattern(rb'"(?:parentUuid|parent_tool_use_id|isSidechain|leafUuid)"\s*:'))
_SIDE = (*_OPENING, pattern(rb'"isSidechain"\s*:\s*true'), pattern(rb'"agentId"\s*:'))
_WRITTEN_BY_TOOL = pattern(
    r"<(?:system-reminder|command-\w+|local-command-\w+|bash-(?:input|stdout|stderr)|task-notification|ide_\w+)\b"
)
_TEAMMATE = pattern(r'<teammate-message\b[^>]{0,200}?\bteammate_id="([^"]{1,80})"')
_STOPPED = "[Request interrupted by user"
_LIMITS = {"error_max_turns": "max_turns", "error_max_budget_usd": "budget"}
_WORDS = ("subtype", "operation", "type")
_TOOL_TYPES = ("tool", "tool_use", "tool_result")
"""Records of their own in sessions that other programs write in this form."""
_LOOKED_AT = 400


class ClaudeCode(RecordReader):
    """What has to be remembered from line to line."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self.sequence = DraftSequence(reading)
        self._agents = Agents(self.sequence.calls)
        self._compacted = self._rewound = 0
        self._asked_after: set[str] = set()
        reading.companions += _subagent_files(source.path)

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one line."""
        sequence = self.sequence
        sequence.time, sequence.depth, sequence.parent = first_text(source, node, "timestamp"), 0, None
        sequence.inside = False
        what, uuid = first_text(source, node, "type") or "", first_text(source, node, "uuid")
        drafts = self._read(source, node, what)
        if drafts:
            drafts[0].start, drafts[-1].end = node.start, max(drafts[-1].end, node.end if len(drafts) == 1 else 0)
        else:
            word = next((node.fields[key] for key in _WORDS if key in node.fields), None)
            drafts = [aside(node.start, node.end, word.piece() if word is not None else None)]
        before = sequence.first(uuid) if uuid is not None else None
        if before is None and uuid is not None:
            sequence.keep(uuid)
        for draft in sequence.tell(drafts, before):
            if draft.repeats is None and draft.kind is Kind.HANDOFF:
                self._agents.sent_at(draft.call, sequence.events)
            yield draft

    def _read(self, source: Bytes, node: Node, what: str) -> list[Draft]:
        message = node.get("message")
        if what in ("user", "assistant") and message is not None and message.fields:
            return self._message(source, node, message, what, node)
        inner = node.get("data", "message")
        if what == "progress" and inner is not None and inner.get("message") is not None:
            said = first_text(source, inner, "type") or "assistant"
            return self._message(source, node, inner.fields["message"], said, inner)
        if what == "system":
            return self._system(source, node)
        if what == "result":
            return self._result(source, node)
        if what == "attachment":
            return self._attachment(source, node)
        if what in _TOOL_TYPES and message is not None and message.fields:
            return read_tool_record(source, message, self.sequence.calls, self._agents.at_work(source, node, message))
        told = node.get("summary") if what == "summary" else node.get("content")
        if told is not None and told.is_text:
            return [aside(node.start, node.end, told.piece(), Kind.NOTE)]
        return []

    def _message(self, source: Bytes, line: Node, message: Node, what: str, flags: Node) -> list[Draft]:
        agents, sequence = self._agents, self.sequence
        actor = agents.at_work(source, line, message)
        sent = agents.sending(actor)
        if actor != MAIN:
            sequence.depth, sequence.parent, sequence.inside = 1, sent, True
        if what == "assistant":
            drafts = read_message(source, message, sequence.calls, actor)
            for draft in drafts:
                agents.send(source, draft, message)
            if _is(source, flags, "isApiErrorMessage"):
                for draft in drafts:
                    draft.kind, draft.status = Kind.ERROR, "error"
            return drafts
        drafts = _whose(source, read_content(source, message.get("content"), Kind.SAY, None, None, joined=False))
        for draft in drafts:
            if draft.kind is Kind.RESULT:
                agents.answer(draft, actor)
            else:
                self._ask(source, line, flags, draft, actor)
        return drafts

    def _ask(self, source: Bytes, line: Node, flags: Node, draft: Draft, actor: str) -> None:
        """What stands in a message of the user: a person's words, a parent's, or a note of the program."""
        head = draft.pieces[0]
        words = source.read(head.start, min(head.end, head.start + _LOOKED_AT)).decode("utf-8", "replace").lstrip()
        words = words.replace('\\"', '"')
        teammate = _TEAMMATE.match(words)
        if _is(source, flags, "isCompactSummary"):
            self._compacted += 1
            self.sequence.section = f"after the history was summed up ({self._compacted})"
            draft.kind, draft.actor, draft.salience = Kind.SYSTEM, "system", PROMPT
        elif teammate is not None:
            draft.actor, draft.to = teammate[1], (actor,)
        elif _is(source, flags, "isMeta") or words.startswith(("<system-reminder", "Caveat: The messages below")):
            draft.kind, draft.actor, draft.salience = Kind.SYSTEM, "system", 0.3
        elif words.startswith(_STOPPED):
            draft.kind, draft.actor, draft.status = Kind.NOTE, "user", "interrupted"
        elif _WRITTEN_BY_TOOL.match(words):
            draft.kind, draft.actor, draft.salience = Kind.NOTE, "user", 0.3
        elif actor != MAIN:
            draft.actor, draft.to = MAIN, (actor,)
            draft.repeats = self._agents.sending(actor)
            draft.kind = Kind.SAY if draft.repeats is None else Kind.HANDOFF
            self.sequence.state_task(draft)
        else:
            draft.actor, draft.to = "user", (MAIN,)
            self._notice_rewind(source, line)
            self.sequence.state_task(draft)

    def _notice_rewind(self, source: Bytes, line: Node) -> None:
        """A person who asks again behind the same message has gone back to it."""
        after = first_text(source, line, "parentUuid")
        if after is None:
            return
        if after in self._asked_after:
            self._rewound += 1
            self.sequence.section = f"after going back ({self._rewound})"
            self.sequence.reading.warn("the user went back and asked anew: what was left behind is shown as well")
        self._asked_after.add(after)

    def _system(self, source: Bytes, node: Node) -> list[Draft]:
        subtype = first_text(source, node, "subtype") or ""
        told = next((node.fields[key] for key in ("content", "error", "message") if key in node.fields), None)
        word = told if told is not None and told.shape != "literal" else node.get("subtype") or node.get("type")
        draft = aside(node.start, node.end, word.piece(unfold=True) if word is not None else None, Kind.NOTE)
        draft.actor = "system"
        if subtype == "api_error" or first_text(source, node, "level") == "error":
            draft.kind, draft.status, draft.salience = Kind.ERROR, "error", 1.0
        elif subtype == "init":
            draft.kind = Kind.SYSTEM
        return [draft]

    def _result(self, source: Bytes, node: Node) -> list[Draft]:
        """The last line of a stream: what came out, or why nothing did."""
        subtype = first_text(source, node, "subtype") or ""
        told = next((node.fields[key] for key in ("result", "error", "errors", "subtype") if key in node.fields), None)
        draft = aside(node.start, node.end, told.piece() if told is not None else None, Kind.ANSWER)
        draft.actor, draft.salience = MAIN, 1.0
        if _is(source, node, "is_error") or subtype.startswith("error"):
            draft.kind, draft.status = Kind.ERROR, _LIMITS.get(subtype, "error")
        return [draft]

    def _attachment(self, source: Bytes, node: Node) -> list[Draft]:
        held = node.get("attachment")
        prompt = held.get("prompt") if held is not None else None
        if prompt is not None and first_text(source, held, "type") == "queued_command":
            drafts = read_content(source, prompt, Kind.SAY, "user", None)
            for draft in drafts:
                draft.to = (MAIN,)
                self.sequence.state_task(draft)
            return drafts
        told = next((held.fields[key] for key in ("content", "type") if key in held.fields), None) if held else None
        if told is None:
            return []
        return [aside(node.start, node.end, told.piece() if told.is_text else held.piece(unfold=True), Kind.NOTE)]  # type: ignore[union-attr]


def _whose(source: Bytes, drafts: list[Draft]) -> list[Draft]:
    """The parts of a message: those of a person as one, apart from what the program wrote beside them."""
    whole: list[Draft] = []
    by_program = False
    for draft in drafts:
        head = draft.pieces[0]
        words = source.read(head.start, min(head.end, head.start + _LOOKED_AT)).decode("utf-8", "replace").lstrip()
        before, by_program = by_program, _WRITTEN_BY_TOOL.match(words) is not None
        if whole and draft.kind is whole[-1].kind is Kind.SAY and before is by_program:
            whole[-1].pieces += draft.pieces
            whole[-1].end, whole[-1].title = draft.end, whole[-1].title or draft.title
        else:
            whole.append(draft)
    return whole


def _is(source: Bytes, node: Node, key: str) -> bool:
    flag = node.get(key)
    return flag is not None and flag.value(source) is True


def _subagent_files(path: Path) -> list[str]:
    """The sessions of agents that a session sent out, where they lie beside it; they are named, not read."""
    folder = path.with_suffix("") / "subagents"
    try:
        return sorted(f"subagents/{file.name}" for file in folder.glob("agent-*.jsonl"))
    except (OSError, ValueError):
        return []


def _is_claude(line: Any) -> bool:
    if not isinstance(line, dict) or line.get("type") not in _TYPES:
        return False
    message = line.get("message")
    told = isinstance(message, dict) and message.get("role") == line["type"] and "content" in message
    return not _IDS.isdisjoint(line) or (told and "timestamp" in line)


def _is_subagent(line: Any) -> bool:
    return _is_claude(line) and line.get("isSidechain") is True and "agentId" in line


SUBAGENT = JsonLog("claude_code_subagent", RecordMark("a side chain with `agentId`", _is_subagent, _SIDE), ClaudeCode)
SESSION = JsonLog(
    "claude_code_session",
    RecordMark("`type` with `sessionId` or `parentUuid`", _is_claude, _OPENING),
    ClaudeCode,
    _SESSION_ID,
)
