"""CrewAI's `output_log_file` as JSON: the start and the end of each task, in a list that is written anew each time."""

from collections.abc import Iterator
from typing import Any

from agent.trace.event import Kind, Piece
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json_logs.json_log import JsonLog
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.messages.draft_sequence import DraftSequence
from agent.trace.source import Source

_OPENING = tuple(pattern(rb'"' + key + rb'"\s*:') for key in (b"task_name", b"agent", b"status"))
_FAILED = ("failed", "error")


class Crew:
    """What has to be remembered from task to task."""

    def __init__(self, source: Source, reading: Reading) -> None:
        reading.warn("this log has the beginnings and ends of tasks only: no calls, and nothing said in between")
        self.sequence = DraftSequence(reading)
        self._reading = reading
        self._runs = 0
        self._first: str | None = None

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """A start or an end of a task."""
        sequence = self.sequence
        sequence.time = (first_text(source, node, "timestamp") or "").replace(" ", "T", 1) or None
        name, agent = first_text(source, node, "task_name") or "", first_text(source, node, "agent")
        agent = agent.strip() if agent is not None else None
        started = first_text(source, node, "status") == "started"
        if started and self._first in (None, name):
            self._runs += 1
            self._first = name
        sequence.section = f"run {self._runs}: {name}" if self._runs > 1 else name or None
        yield from sequence.tell([self._draft(source, node, agent, name, started=started)])

    def _draft(self, source: Bytes, node: Node, agent: str | None, name: str, *, started: bool) -> Draft:
        output, asked = node.get("output"), node.get("task")
        came = output is not None and output.is_text
        text = output if came else asked if asked is not None and asked.is_text else node
        piece = text.piece() if text is not None else Piece(node.start, node.start)
        draft = Draft(Kind.NOTE, node.start, node.end, actor=agent, pieces=(piece,))
        if started:
            draft.kind, draft.actor, draft.to, draft.title = Kind.HANDOFF, None, (agent,) if agent else (), name
            if self._reading.task is None and asked is not None and asked.is_text:
                draft.kind, draft.actor, draft.title = Kind.TASK, "user", ""
                self._reading.task = Statement(draft.pieces)
        elif came:
            draft.kind = Kind.SAY
        if first_text(source, node, "status") in _FAILED:
            draft.status = "error"
        return draft

    def end(self) -> Iterator[Draft]:
        """Calls are never written, so that none says nothing."""
        self._reading.records_tool_results = False
        return iter(())


def _is_task(value: Any) -> bool:
    return isinstance(value, dict) and {"task_name", "agent", "status"} <= set(value)


CREWAI_JSON = JsonLog("crewai_log_json", RecordMark("`task_name`, `agent` and `status`", _is_task, _OPENING), Crew)
