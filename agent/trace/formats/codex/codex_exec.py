"""What `codex exec --json` prints: items of a thread as they start and as they are complete."""

from collections.abc import Iterator
from typing import Any

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.codex.codex_items import AGENT
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json_logs.json_log import JsonLog, RecordReader
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.messages.draft_sequence import DraftSequence, aside
from agent.trace.source import Source

_TYPES = ("thread.started", "turn.started", "turn.completed", "turn.failed", "item.started", "item.updated",
          "item.completed")  # fmt: skip
_OPENING = (pattern(rb'\A\s*\{\s*"type"\s*:\s*"(?:thread|turn|item)\.(?:started|updated|completed|failed)"'),)
_CALLS = {"command_execution": ("shell", ("command",)), "mcp_tool_call": ("", ("arguments",)),
          "web_search": ("web_search", ("query", "action")), "file_change": ("file_change", ("changes",)),
          "collab_tool_call": ("", ("prompt", "arguments")), "dynamic_tool_call": ("", ("arguments",))}  # fmt: skip
_RETURNED = ("aggregated_output", "result", "output", "error")
_SPOKEN = {"agent_message": Kind.SAY, "reasoning": Kind.THINK}
_FAILED = ("failed", "declined", "error")


class ExecStream(RecordReader):
    """What has to be remembered from line to line."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self.sequence = DraftSequence(reading)
        self._started: dict[str, int] = {}
        self._plan = 0

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one line."""
        what, item = first_text(source, node, "type") or "", node.get("item")
        drafts = self._item(source, item, what) if item is not None and item.fields else self._other(node, what)
        if not drafts:
            word = (item or node).get("type") or node.get("type")
            drafts = [aside(node.start, node.end, word.piece() if word is not None else None)]
        drafts[0].start, drafts[-1].end = node.start, node.end
        yield from self.sequence.tell(drafts)

    def _other(self, node: Node, what: str) -> list[Draft]:
        if what == "turn.completed":
            return [aside(node.start, node.end, node.fields["type"].piece(), Kind.USAGE)]
        told = node.get("error", "message") or node.get("message")
        if what in ("turn.failed", "error") and told is not None:
            return [_fault(told)]
        return []

    def _item(self, source: Bytes, item: Node, what: str) -> list[Draft]:
        of = first_text(source, item, "type") or first_text(source, item, "item_type") or ""
        done = what == "item.completed"
        if of in _SPOKEN or of == "assistant_message":
            text = item.get("text")
            if not done or text is None:
                return []
            return [Draft(_SPOKEN.get(of, Kind.SAY), text.start, text.end, actor=AGENT, pieces=(text.piece(),))]
        if of == "error":
            told = item.get("message")
            return [_fault(told)] if told is not None else []
        if of == "todo_list":
            return self._todo(source, item)
        return self._call(source, item, of, what, done=done) if of in _CALLS else []

    def _todo(self, source: Bytes, item: Node) -> list[Draft]:
        held = item.get("items") or item
        now = hash(source.read(held.start, held.end))
        again, self._plan = self._plan == now, now
        if again:
            return []
        return [Draft(Kind.PLAN, held.start, held.end, actor=AGENT, pieces=(held.piece(unfold=True),), title="plan")]

    def _call(self, source: Bytes, item: Node, of: str, what: str, *, done: bool) -> list[Draft]:
        named, keys = _CALLS[of]
        id, tool = first_text(source, item, "id"), named or first_text(source, item, "tool", "name") or of
        given = next((item.fields[key] for key in keys if key in item.fields), None)
        before = self._started.pop(id, None) if id is not None and done else self._started.get(id or "")
        drafts: list[Draft] = []
        if before is None or what == "item.started":
            piece = (given or item).piece(unfold=given is not None and not given.is_text)
            drafts = [Draft(Kind.CALL, item.start, item.end, actor=AGENT, tool=tool, call=id, pieces=(piece,))]
            self._address(source, item, drafts[0])
            if id is not None and not done:
                self._started[id] = self.sequence.events + 1
        return drafts + (self._result(source, item, tool, id) if done else [])

    def _address(self, source: Bytes, item: Node, draft: Draft) -> None:
        """A call to another thread hands over to it."""
        receivers = item.get("receiver_thread_ids")
        named = receivers.value(source) if receivers is not None else None
        if draft.tool in ("spawn_agent", "send_input"):
            draft.kind = Kind.HANDOFF
            draft.to = tuple(str(one) for one in named) if isinstance(named, list) and named else ("agent",)

    def _result(self, source: Bytes, item: Node, tool: str, id: str | None) -> list[Draft]:
        held = [item.fields[key] for key in _RETURNED if key in item.fields]
        came = next((node for node in held if node.shape != "literal"), None)
        code, status = item.get("exit_code"), first_text(source, item, "status") or ""
        exited = code.value(source) if code is not None else None
        word = came if came is not None else item.get("status") or item.get("type")
        if word is None or tool == "web_search":
            return []
        content = came.get("content") if came is not None else None
        texts = [part.fields["text"] for part in (content.items if content is not None else ()) if part.get("text")]
        pieces = tuple(node.piece() for node in texts) or (word.piece(unfold=not word.is_text),)
        draft = Draft(Kind.RESULT, word.start, word.end, actor=tool, to=(AGENT,), tool=tool, call=id, pieces=pieces)
        draft.status = "error" if status in _FAILED or (isinstance(exited, int) and exited != 0) else None
        return [draft]


def _fault(told: Node) -> Draft:
    return Draft(Kind.ERROR, told.start, told.end, actor=AGENT, pieces=(told.piece(),), status="error")


def _is_exec(line: Any) -> bool:
    return isinstance(line, dict) and line.get("type") in _TYPES


EXEC_STREAM = JsonLog(
    "codex_exec_stream", RecordMark("`type` of a thread, turn or item", _is_exec, _OPENING), ExecStream
)
