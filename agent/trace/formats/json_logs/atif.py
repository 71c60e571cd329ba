"""ATIF trajectories: steps of a system, a user or an agent; one step holds words, calls and what was observed."""

from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json.json_records import JsonRecords, or_plain_log
from agent.trace.formats.json.json_stream import JsonStream, Path
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.formats.messages.chat_messages import Calls, link
from agent.trace.formats.messages.content_parts import read_call, read_content
from agent.trace.formats.messages.draft_sequence import PROMPT, DraftSequence, aside
from agent.trace.source import Source

_VERSION = pattern(rb'"schema_version"\s*:\s*"ATIF')
_KEYS = tuple(pattern(rb'"' + key + rb'"\s*:') for key in (b"schema_version", b"steps", b"agent"))
_INNER = "subagent_trajectories"


class Atif:
    """One trajectory, which may hold those of the agents that it sent out."""

    name = "atif"

    def recognise(self, head: Head) -> str | None:
        """The version of the schema, or its keys."""
        if head.opens != b"{":
            return None
        if _VERSION.search(head.data) or all(key.search(head.data) for key in _KEYS):
            return "a JSON document: `schema_version` and `steps`"
        return None

    @or_plain_log
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of each step in turn."""
        names = _names(source)
        steps = _Steps(source, reading)
        for record in JsonRecords(source, reading, _holds):
            if record.path[-2] == "steps" and record.node.shape == "object":
                inner = _INNER in record.path
                yield from steps.read(record.node, names.get(record.node.start, names.get(-1)), inside=inner)
        steps.sequence.end()


def _holds(path: Path) -> bool:
    return path[-1:] == ("steps",) and (len(path) == 1 or _INNER in path)


def _names(source: Source) -> dict[int, str]:
    """The name of the agent of each step, by where the step begins; under -1 that of the trajectory itself."""
    stream = JsonStream(source, lambda path: _holds(path) or path[-1:] == (_INNER,), source.start)
    names: dict[int, str] = {}
    steps: list[int] = []
    for record in stream.records():
        if record.path[-2] == "steps":
            steps.append(record.node.start)
            continue
        name = first_text(source, record.node.get("agent"), "name") or first_text(source, record.node, "agent_name")
        within = [start for start in steps if record.node.start <= start < record.node.end and start not in names]
        names.update(dict.fromkeys(within, name) if name is not None else {})
    own = first_text(source, stream.root.get("agent"), "name") if stream.root is not None else None
    names[-1] = own or "agent"
    return names


class _Steps:
    """What has to be remembered from step to step."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self._source = source
        self.sequence = DraftSequence(reading, Calls())

    def read(self, step: Node, agent: str | None, *, inside: bool) -> Iterator[Draft]:
        """The drafts of one step: thoughts, words, calls, and what was observed."""
        source, sequence = self._source, self.sequence
        sequence.record += 1
        sequence.time = first_text(source, step, "timestamp")
        sequence.depth, sequence.inside = int(inside), inside
        who = first_text(source, step, "source") or "agent"
        actor = agent if who == "agent" else who
        drafts = [*self._thoughts(step, actor), *self._said(step, who, actor)]
        drafts += [read_call(source, call, actor) for call in _items(step, "tool_calls")]
        for draft in drafts:
            link(draft, sequence.calls, actor)
        drafts += [
            draft for result in _items(step, "observation", "results") for draft in self._observed(result, actor)
        ]
        if not drafts:
            drafts = [aside(step.start, step.end, None, Kind.NOTE)]
        drafts[0].start, drafts[-1].end = step.start, max(drafts[-1].end, step.end if len(drafts) == 1 else 0)
        key = hash(tuple(source.read(p.start, p.end) for draft in drafts for p in draft.pieces))
        copied = step.get("is_copied_context")
        again = copied is not None and copied.value(source) is True
        before = sequence.first(key) if again else None
        sequence.keep(key)
        for draft in drafts:
            if again:
                draft.salience = 0.3
            if draft.kind is Kind.SAY and who == "user" and not inside:
                sequence.state_task(draft)
        yield from sequence.tell(drafts, before)

    def _thoughts(self, step: Node, actor: str | None) -> list[Draft]:
        thought = step.get("reasoning_content")
        if thought is None or not thought.is_text or thought.end - thought.start <= 2:
            return []
        return [Draft(Kind.THINK, thought.start, thought.end, actor=actor, pieces=(thought.piece(),))]

    def _said(self, step: Node, who: str, actor: str | None) -> list[Draft]:
        kind = Kind.SYSTEM if who == "system" else Kind.SAY
        drafts = read_content(self._source, step.get("message"), kind, actor, None)
        for draft in drafts if kind is Kind.SYSTEM else ():
            draft.salience = PROMPT
        return [draft for draft in drafts if any(start < end for start, end, _ in draft.pieces)]

    def _observed(self, result: Node, actor: str | None) -> list[Draft]:
        call = first_text(self._source, result, "source_call_id")
        drafts = read_content(self._source, result.get("content"), Kind.RESULT, None, call)
        if not drafts:
            held = result.get("subagent_trajectory_ref") or result
            drafts = [Draft(Kind.RESULT, held.start, held.end, pieces=(held.piece(unfold=True),), call=call)]
        for draft in drafts:
            link(draft, self.sequence.calls, actor)
            draft.to = draft.to or ((actor,) if actor else ())
        return drafts


def _items(step: Node, *path: str) -> list[Node]:
    held = step.get(*path)
    return [item for item in held.items if item.fields] if held is not None else []


ATIF = Documents(Atif())
