"""Turns of an agent that writes each command into its message and is told what came of it in a user's name."""

import re
from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.event_text import Bytes, EventText
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.json.json_paths import at, flag
from agent.trace.formats.json.moments import moment_of
from agent.trace.formats.json_logs.json_log import RecordReader
from agent.trace.formats.messages.chat_messages import NO_TEXT, link, read_message, speaker_of
from agent.trace.formats.messages.content_parts import read_content, read_result
from agent.trace.formats.messages.draft_sequence import PROMPT, DraftSequence, aside
from agent.trace.formats.messages.openai_items import read_item
from agent.trace.formats.messages.text_parts import part_of, words_around

SHELL = "bash"
_OWN_TOOLS = pattern(
    r"\s*(open|goto|scroll_up|scroll_down|create|edit|insert|append|search_dir|search_file|find_file|submit"
    r"|str_replace_editor|exit_\w+)\b"
)
_REFUSED = pattern(
    r"\s*(?:<\w+>\s*)?(?:Your proposed edit has introduced new syntax error|No replacement was performed"
    r"|No changes were made|Invalid `?(?:path|command|view_range|insert_line)|Error: |Usage: |File \S+ not found"
    r"|No file open|Text not found|EXECUTION TIMED OUT|Command [^\n]{0,200}timed out|Parameter `\w+` )",
    re.IGNORECASE,
)
"""How the agent's own tools begin to say that they did not do what they were told."""
_REFUSED_BELOW = pattern(r"^Your (?:changes|edits?) (?:have|has) NOT been applied", re.IGNORECASE | re.MULTILINE)
_TOLD = 4_000
"""Characters of a result in which that is looked for."""


class CommandTurns(RecordReader):
    """What has to be remembered from message to message: the task, and the calls that wait for their result."""

    def __init__(self, reading: Reading, fence: re.Pattern[str]) -> None:
        self.sequence = DraftSequence(reading)
        self._fence = fence
        self.agent = "assistant"
        self._waiting: list[Draft] = []
        self._called = True
        self.turns = 0
        """How often the agent has spoken."""

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one message."""
        self.sequence.time = moment_of(source, at(source, node, "extra.timestamp"), node.get("timestamp"))
        role = first_text(source, node, "role") or ""
        if flag(source, node, "is_demo") or role in ("system", "developer"):
            drafts = _all(source, node, Kind.SYSTEM, "system")
        elif role == "exit":
            drafts = list(self._exit(source, node))
        elif role == "assistant" or (node.get("output") is not None and role == ""):
            drafts = self._said(source, node, speaker_of(source, node) or self.agent)
        else:
            drafts = list(self._heard(source, node))
        drafts = drafts or [aside(node.start, node.end, None)]
        drafts[0].start = min(node.start, drafts[0].start)
        for draft in drafts:
            link(draft, self.sequence.calls, self.agent)
        yield from self.sequence.tell(drafts)

    def beside(self, source: Bytes, root: Node) -> Iterator[Draft]:
        """How the run ended, where the file says so beside the messages."""
        self.sequence.reading.ending = text_of(source, at(source, root, "info.exit_status"))
        return iter(())

    def step(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of a thought, an action and an observation that stand in one record."""
        drafts = self._said(source, node, self.agent)
        observation = node.get("observation")
        yield from self.sequence.tell(drafts)
        if observation is not None and observation.is_text:
            yield from self.sequence.tell(self.observed(source, observation))

    def observed(self, source: Bytes, node: Node) -> list[Draft]:
        """What came of the call that still waits, where it stands apart from the messages."""
        draft = Draft(Kind.RESULT, node.start, node.end, pieces=(node.piece(),))
        waiting = bool(self._waiting)
        self._answer(draft)
        draft.status = _refused(node.text(source), draft)
        link(draft, self.sequence.calls, self.agent)
        return [draft] if waiting else []

    def _said(self, source: Bytes, node: Node, agent: str) -> list[Draft]:
        """Thoughts, words, and the commands among them."""
        self.turns += 1
        self.agent = agent
        action, thoughts = node.get("action"), _thoughts(node, agent)
        if action is not None and action.is_text:
            drafts = thoughts + _all(source, node, Kind.SAY, agent, "thought" if node.get("thought") else "content")
            drafts = [draft for draft in drafts if _says(source, draft)] + [_command(source, node, action, agent)]
        elif node.get("tool_calls") is not None and node.fields["tool_calls"].items:
            drafts = thoughts + [
                d for d in read_message(source, node, self.sequence.calls, agent) if d.title != NO_TEXT
            ]
        elif node.get("output") is not None:
            drafts = [
                d for item in node.fields["output"].items for d in read_item(source, item, self.sequence.calls, agent)
            ]
        else:
            drafts = thoughts + [
                draft
                for part in read_content(source, node.get("content"), Kind.SAY, agent, None, joined=False)
                for draft in self._fenced(source, part)
            ]
        calls = [draft for draft in drafts if draft.kind in (Kind.CALL, Kind.HANDOFF)]
        self._waiting, self._called = calls, bool(calls)
        return drafts

    def _fenced(self, source: Bytes, part: Draft) -> Iterator[Draft]:
        """A text with the command that is fenced in it as a call of the shell."""
        held = EventText(source, part.pieces)
        fenced = self._fence.search(held.text) if part.kind is Kind.SAY else None
        if fenced is None:
            yield part
            return
        yield from words_around(held, part, Kind.SAY, *fenced.span())
        call = part_of(held, part, Kind.CALL, *fenced.span(1))
        call.tool = SHELL
        yield call

    def _heard(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The task, what came of a command, or what the program says in between."""
        if first_text(source, node, "type") == "function_call_output":
            draft = read_result(source, node)
            self._answer(draft)
            yield draft
            return
        for number, draft in enumerate(_all(source, node, Kind.SAY, "user")):
            if self._waiting and number == 0:
                draft.kind, draft.actor = Kind.RESULT, None
                draft.call = first_text(source, node, "tool_call_id") or _first_id(source, node)
                self._answer(draft)
                draft.status = draft.status or _refused(EventText(source, draft.pieces).text, draft)
            elif self.sequence.reading.task is not None and not self._called:
                draft.kind, draft.actor, draft.salience = Kind.SYSTEM, "system", PROMPT
            else:
                self.sequence.state_task(draft)
            yield draft

    def _answer(self, draft: Draft) -> None:
        """The call that a result answers: the one it names, or the one that has waited longest."""
        named = [call for call in self._waiting if draft.call and call.call == draft.call]
        for call in (named or self._waiting)[:1]:
            draft.tool, draft.call = call.tool, call.call
            self._waiting.remove(call)

    def _exit(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """How the run ended: what was handed in, or why it stopped."""
        submission = at(source, node, "extra.submission")
        if submission is not None and submission.is_text and submission.end - submission.start > 2:
            yield Draft(Kind.ANSWER, node.start, node.end, actor=self.agent, pieces=(submission.piece(),))
            return
        yield from _all(source, node, Kind.NOTE, "system")


def _refused(text: str, result: Draft) -> str | None:
    """`error` where a tool of the agent says that it did not do what it was told; what a shell prints tells nothing."""
    if result.tool == SHELL:
        return None
    said = text[:_TOLD]
    return "error" if _REFUSED.match(said) or _REFUSED_BELOW.search(said) else None


def _all(source: Bytes, node: Node, kind: Kind, actor: str, key: str = "content") -> list[Draft]:
    """The whole content of a message as one kind of event."""
    return read_content(source, node.get(key), kind, actor, None)


def _thoughts(node: Node, agent: str) -> list[Draft]:
    """What the model thought before it spoke, where the message keeps it apart."""
    blocks = node.get("thinking_blocks")
    held = [block.get("thinking") for block in blocks.items] if blocks is not None else [node.get("reasoning_content")]
    return [
        Draft(Kind.THINK, text.start, text.end, actor=agent, pieces=(text.piece(),))
        for text in held
        if text is not None and text.is_text and text.end - text.start > 2 and not node.get("tool_calls")
    ]


def _command(source: Bytes, node: Node, action: Node, agent: str) -> Draft:
    """A command that the program has taken out of the message, with the id of the call where there is one."""
    called = at(source, node, "tool_calls.0")
    name = first_text(source, at(source, node, "tool_calls.0.function"), "name")
    own = _OWN_TOOLS.match(action.text(source)[:80])
    tool = name or (own[1] if own is not None else SHELL)
    call = first_text(source, called, "id")
    return Draft(Kind.CALL, action.start, action.end, actor=agent, pieces=(action.piece(),), tool=tool, call=call)


def _first_id(source: Bytes, node: Node) -> str | None:
    ids = node.get("tool_call_ids")
    value = ids.value(source) if ids is not None else None
    return value[0] if isinstance(value, list) and value and isinstance(value[0], str) else None


def _says(source: Bytes, draft: Draft) -> bool:
    return any(source.read(start, min(end, start + 200)).strip(b"\\n \t\r") for start, end, _ in draft.pieces)
