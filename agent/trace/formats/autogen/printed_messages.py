"""Messages of AutoGen and AG2 as Python prints them: one after the other, in a TaskResult or in a ChatResult."""

import re
from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.formats.autogen.autogen_messages import IN_CONTEXT, SPOKEN, is_message
from agent.trace.formats.autogen.autogen_stream import Team
from agent.trace.formats.autogen.python_reprs import read_fields, read_repr
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import HeldBytes, Node, first_text
from agent.trace.formats.messages.chat_messages import NO_TEXT, link, read_message
from agent.trace.formats.messages.content_parts import read_result
from agent.trace.formats.messages.draft_sequence import aside
from agent.trace.source import Source

_LARGEST = 64 * 1024 * 1024
_NAMES = "|".join((*SPOKEN, *IN_CONTEXT, r"StructuredMessage\[\w+\]")).encode()
_RESULT = rb"(?:\w+ ?=? ?)?(?:TaskResult|ChatResult|TeamResult)\("
_BARE = rb"(?:(?:" + _NAMES + rb")[ \t]+)?(?:id='[^']*' )?source='[^'\n]*' models_usage="
_STARTS = pattern(
    rb"^[ \t]*(?:" + _RESULT + rb"|\[?(?:" + _NAMES + rb")\(|" + _BARE + rb"|\[\{'(?:content|role|name|tool_calls)':)",
    re.MULTILINE,
)
_ASSIGNED = pattern(rb"[ \t]*(?:\w+ ?= ?(?=[A-Z\[])|(?:TaskResult|ChatResult)[ \t]+(?=T|C))?")
_TYPED = pattern(rb"[ \t]*(\w+)[ \t]+(?=(?:id|source)=')")


class PrintedMessages:
    """What `print` shows of messages and results."""

    name = "autogen_printed"

    def recognise(self, head: Head) -> str | None:
        """The first line that says anything is a message or a result as Python prints it."""
        begins = _STARTS.match(head.trimmed)
        return "it begins with a message or a result of AutoGen as Python prints it" if begins else None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of each message in turn; what stands between them is a note."""
        data = source.read(0, min(source.size, _LARGEST))
        if source.size > _LARGEST:
            reading.warn(f"only the first {_LARGEST:,} bytes of what Python printed are read")
        held = HeldBytes(data)
        team, reached, told = Team(source, reading), source.start, False
        for start in _STARTS.finditer(data, source.start):
            if start.start() < reached:
                continue
            node = _value(data, start.start())
            if node is None or not (node.fields or node.items):
                continue
            yield from _between(data, reached, start.start(), team)
            team.sequence.record += 1
            yield from _told(held, node, team, again=told)
            told, reached = True, node.end
        yield from _between(data, reached, len(data), team)
        team.sequence.end()


def _value(data: bytes, at: int) -> Node | None:
    """The value that begins in a line."""
    assigned = _ASSIGNED.match(data, at)
    at = assigned.end() if assigned is not None else at
    value = read_repr(data, at)
    if value is not None and value.shape != "literal":
        return value
    typed = _TYPED.match(data, at)
    end = data.find(b"\n", at)
    node = read_fields(data, typed.end() if typed is not None else at, len(data) if end < 0 else end)
    if typed is not None:
        node.fields.setdefault("type", Node("string", typed.start(1) - 1, typed.end(1) + 1))
        node.start = typed.start(1)
    return node


def _told(held: HeldBytes, node: Node, team: Team, *, again: bool) -> Iterator[Draft]:
    """A message, or a result with all of them; after a stream that is the same once more."""
    result = node.get("task_result") or node
    listed = result.get("messages") or result.get("chat_history") or (node if node.items else None)
    if listed is None:
        yield from _timed(held, [node], team)
    elif again:
        yield from team.sequence.tell([aside(node.start, node.end, None)])
    elif any(is_message(item, held) for item in listed.items):
        yield from _timed(held, listed.items, team)
        yield from team.beside(held, result)
    else:
        for item in listed.items:
            yield from team.sequence.tell(_chat(held, item, team))


def _timed(held: HeldBytes, nodes: list[Node], team: Team) -> Iterator[Draft]:
    """Messages of AutoGen 0.4, each with the time at which it was made."""
    for node in nodes:
        for draft in team.messages(held, [node]):
            draft.time = _moment(held, node.get("created_at"))
            yield draft


def _chat(held: HeldBytes, node: Node, team: Team) -> list[Draft]:
    """A message of AutoGen 0.2 or AG2: it is by its name, its role is how the other side sees it."""
    who = first_text(held, node, "name", "role")
    returned = node.get("tool_responses")
    if returned is not None and returned.items:
        drafts = [read_result(held, item) for item in returned.items]
    else:
        drafts = [draft for draft in read_message(held, node, team.sequence.calls, who) if draft.title != NO_TEXT]
    for draft in drafts:
        draft.actor = draft.actor if draft.kind is Kind.RESULT else who
        link(draft, team.sequence.calls, who)
    if drafts and drafts[0].kind is Kind.SAY:
        team.sequence.state_task(drafts[0])
    return drafts or [aside(node.start, node.end, None)]


def _between(data: bytes, start: int, end: int, team: Team) -> Iterator[Draft]:
    if data[start:end].strip():
        yield from team.sequence.tell([Draft(Kind.NOTE, start, end, salience=0.5)])


def _moment(held: HeldBytes, node: Node | None) -> str | None:
    """A `datetime.datetime(...)` in ISO form."""
    if node is None or "2" not in node.fields:
        return None
    parts = [int(text) for key in "0123456" if (text := _written(held, node.get(key))).isdigit()]
    date, clock = (
        "-".join(f"{part:02}" for part in parts[:3]),
        ":".join(f"{part:02}" for part in [*parts[3:6], 0, 0, 0][:3]),
    )
    zone = "Z" if "utc" in _written(held, node.get("tzinfo")).lower() else ""
    return f"{date}T{clock}{f'.{parts[6]:06}' if len(parts) > 6 else ''}{zone}"


def _written(held: HeldBytes, node: Node | None) -> str:
    return held.read(node.start, node.end).decode("utf-8", "replace") if node is not None else ""
