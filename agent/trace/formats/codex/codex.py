"""Codex rollouts: response items, and the events that tell the screen the same once more."""

from collections.abc import Iterator
from typing import Any

from agent.trace.event import Kind
from agent.trace.event_text import Bytes, read_text
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.codex.codex_items import AGENT, hand_over, read_output
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json_logs.json_log import JsonLog, RecordReader
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.messages.chat_messages import Calls
from agent.trace.formats.messages.draft_sequence import PROMPT, DraftSequence, aside
from agent.trace.formats.messages.openai_items import read_item
from agent.trace.source import Source

_TYPES = frozenset({"session_meta", "turn_context", "response_item", "event_msg", "compacted"})
_ITEMS = frozenset({"message", "reasoning", "function_call", "function_call_output", "custom_tool_call",
                    "custom_tool_call_output", "local_shell_call", "web_search_call"})  # fmt: skip
_OPENING = (pattern(rb'"type"\s*:\s*"(?:session_meta|turn_context|response_item|event_msg|compacted)"'),
            pattern(rb'"payload"\s*:\s*\{'))  # fmt: skip
_GIVEN = pattern(r"<(?:environment_context|user_instructions|permissions|INSTRUCTIONS|collaboration_mode|skills?|"
                    r"personality_spec|app-context|model_switch)\b|# AGENTS\.md")  # fmt: skip
_ADDED = pattern(r"<[a-z]+(?:[_-][a-z]+)+>")
"""How an item begins that the program adds in the person's name; what a person has typed comes as an event too."""
_SPOKEN = {"user_message": Kind.SAY, "agent_message": Kind.SAY, "agent_reasoning": Kind.THINK,
           "agent_reasoning_raw_content": Kind.THINK}  # fmt: skip
_FAULTS = frozenset({"error", "stream_error", "turn_failed"})
_ENDS = frozenset({"task_complete", "turn_complete"})
_TOLD = ("message", "text", "last_agent_message", "reason", "instructions", "summary")


class Rollout(RecordReader):
    """What has to be remembered from line to line."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self.sequence = DraftSequence(reading, Calls())
        self._waiting: dict[tuple[bool, Kind, bool, int], list[int]] = {}
        self._compacted = self._rolled_back = 0

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one line."""
        sequence = self.sequence
        sequence.time = first_text(source, node, "timestamp")
        what, payload = first_text(source, node, "type") or "", node.get("payload")
        drafts: list[Draft] = []
        if what in _ITEMS and payload is None:
            drafts = self._item(source, node, what)
        elif payload is not None and payload.fields:
            drafts = self._read(source, payload, what)
        if not drafts:
            word = (payload.get("type") if payload is not None else None) or node.get("type") or node.get("record_type")
            drafts = [aside(node.start, node.end, word.piece() if word is not None else None)]
        drafts[0].start, drafts[-1].end = node.start, node.end
        yield from sequence.tell(drafts)

    def _read(self, source: Bytes, payload: Node, what: str) -> list[Draft]:
        of = first_text(source, payload, "type") or ""
        if what == "response_item":
            return self._item(source, payload, of)
        if what == "event_msg":
            return self._event(source, payload, of)
        if what == "compacted":
            self._sum_up()
            return self._told(payload, Kind.SYSTEM, "system")
        if what == "session_meta":
            base = payload.get("base_instructions")
            return self._told(base if base is not None and base.fields else payload, Kind.SYSTEM, "system")
        return []

    def _item(self, source: Bytes, item: Node, of: str) -> list[Draft]:
        if of in ("ghost_snapshot", "other"):
            return []
        if of in ("compaction", "compaction_summary"):
            self._sum_up()
            return self._told(item, Kind.SYSTEM, "system")
        drafts = read_item(source, item, self.sequence.calls, AGENT)
        for draft in drafts:
            if draft.kind is Kind.RESULT:
                read_output(source, item, draft)
            elif draft.kind is Kind.CALL:
                hand_over(source, item, draft)
            elif draft.actor == "user":
                self._heard(source, draft, added=True)
            elif draft.actor == "assistant":
                draft.actor = AGENT
        return self._pair(source, drafts, of_item=True)

    def _heard(self, source: Bytes, draft: Draft, *, added: bool = False) -> None:
        """What is sent as the user's: a person's words, or what the program adds to them."""
        words = read_text(source, draft.pieces[:1])[:200].lstrip()
        if words.startswith("<turn_aborted>"):
            draft.kind, draft.status = Kind.NOTE, "interrupted"
        elif _GIVEN.match(words) or (added and _ADDED.match(words)):
            draft.kind, draft.actor, draft.salience = Kind.SYSTEM, "system", 0.3

    def _event(self, source: Bytes, payload: Node, of: str) -> list[Draft]:
        if of in _SPOKEN:
            drafts = self._told(payload, _SPOKEN[of], "user" if of == "user_message" else AGENT, salience=1.0)
            for draft in drafts:
                if draft.actor == "user":
                    self._heard(source, draft)
            return self._pair(source, drafts, of_item=False)
        if of == "token_count":
            return [aside(payload.start, payload.end, payload.fields["type"].piece(), Kind.USAGE)]
        if of == "turn_aborted":
            drafts = self._told(payload, Kind.NOTE, "user", salience=1.0)
            for draft in drafts:
                draft.status = "interrupted"
            return drafts
        if of == "thread_rolled_back":
            self._rolled_back += 1
            self.sequence.section = f"after going back ({self._rolled_back})"
            self.sequence.reading.warn("the user went back: what was left behind is shown as well")
            return []
        if of == "context_compacted":
            return []
        if of in _ENDS:
            return self._end(source, payload)
        kind = Kind.ERROR if of in _FAULTS else Kind.NOTE
        drafts = self._told(payload, kind, AGENT if kind is Kind.ERROR else None)
        for draft in drafts if kind is Kind.ERROR else ():
            draft.status, draft.salience = "error", 1.0
        return drafts

    def _end(self, source: Bytes, payload: Node) -> list[Draft]:
        """The last words of a turn, which were mostly said before."""
        drafts = self._told(payload, Kind.ANSWER, AGENT, salience=1.0)
        for draft in drafts:
            said = hash(read_text(source, draft.pieces))
            draft.repeats = self.sequence.first(("said", said))
        return drafts

    def _told(self, held: Node, kind: Kind, actor: str | None, *, salience: float = PROMPT) -> list[Draft]:
        text = next((held.fields[key] for key in _TOLD if key in held.fields and held.fields[key].is_text), None)
        if text is None or text.end - text.start <= 2:
            return []
        draft = aside(text.start, text.end, text.piece(), kind)
        draft.actor, draft.salience = actor, salience
        return [draft]

    def _pair(self, source: Bytes, drafts: list[Draft], *, of_item: bool) -> list[Draft]:
        """What is written as an item and as an event is one act: whichever comes first."""
        events = self.sequence.events
        for number, draft in enumerate(drafts, 1):
            if draft.kind not in (Kind.SAY, Kind.THINK):
                continue
            keys = [
                (draft.kind, draft.actor == "user", hash(read_text(source, (piece,)).strip())) for piece in draft.pieces
            ]
            before = [self._waiting.get((not of_item, *key), []) for key in keys]
            if all(before):
                draft.repeats = min([told.pop(0) for told in before])
            else:
                for key in keys:
                    self._waiting.setdefault((of_item, *key), []).append(events + number)
                if draft.actor == "user":
                    self.sequence.state_task(draft)
                elif number == 1:
                    self.sequence.keep(("said", hash(read_text(source, draft.pieces))))
        return drafts

    def _sum_up(self) -> None:
        self._compacted += 1
        self.sequence.section = f"after the history was summed up ({self._compacted})"


def _is_rollout(line: Any) -> bool:
    if not isinstance(line, dict):
        return False
    if str(line.get("type")) in _TYPES and isinstance(line.get("payload"), dict):
        return True
    return {"id", "timestamp", "instructions"} <= set(line) <= {"id", "timestamp", "instructions", "git", "cwd"}


ROLLOUT = JsonLog("codex_rollout", RecordMark("`type` and `payload` of a session", _is_rollout, _OPENING), Rollout)
