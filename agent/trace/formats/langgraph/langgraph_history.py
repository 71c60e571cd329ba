"""A LangGraph state history: snapshots, newest first, each with all messages so far; read from the oldest on."""

from array import array
from collections.abc import Iterator
from typing import Any

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.file_lines import FileLine, HeldLine, file_lines
from agent.trace.formats.base.format import BLANKS, Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.json.json_lines import JsonLines, first_line, is_of_lines
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.json.json_records import JsonRecords, or_plain_log
from agent.trace.formats.json.json_stream import parse
from agent.trace.formats.langgraph.langgraph_state import State
from agent.trace.formats.messages.chat_messages import Calls
from agent.trace.formats.messages.draft_sequence import DraftSequence, aside
from agent.trace.formats.messages.langchain_messages import messages_in
from agent.trace.source import Source

_KEYS = tuple(pattern(rb'"' + key + rb'"\s*:') for key in (b"values", b"next", b"(?:config|checkpoint|metadata)"))
_START = pattern(rb'\[?\s*\{\s*"(?:values|config|checkpoint|next)"\s*:')
_MESSAGES = pattern(
    rb'\[?\s*\{\s*"values"\s*:\s*\{[^\[]{0,2000}"messages"\s*:\s*\[\s*'
    rb'(?:\{\s*"(?:lc|type|content|role|id)"|\[\s*"(?:user|human|system)")'
)
_INPUT = frozenset({"__start__", "__input__"})


class StateHistory:
    """Snapshots one per line, or in a list."""

    name = "langgraph_state_history"

    def recognise(self, head: Head) -> str | None:
        """A snapshot has `values`, what comes `next`, and how it was made."""
        line = first_line(head)
        if isinstance(line, dict):
            return "JSON lines: `values` with `next` and `config`" if _is_snapshot(line) else None
        data = head.trimmed
        whole = all(key.search(data) for key in _KEYS)
        if _START.match(data) and (whole or (not head.whole and _MESSAGES.match(data))):
            return "a JSON document: `values` with `next` and `config`"
        return None

    @or_plain_log
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """What each snapshot has that the one before it had not."""
        places, threads = _snapshots(source, reading)
        if len(threads) > 1:
            for thread, numbers in threads.items():
                ranges = array("Q", (place for n in numbers for place in (places[2 * n], places[2 * n + 1])))
                reading.runs.add(thread or None, len(numbers), min(ranges), max(ranges), places=ranges)
            reading.warn(f"the file holds the histories of {len(threads)} threads, one after the other")
        reading.runs.complete = True
        yield from _read(source, reading, places, threads.values())

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The history of one thread."""
        places = array("Q", (place for pair in run.ranges for place in pair))
        yield from _read(source, reading, places, [list(range(len(places) // 2))])


def _is_snapshot(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and "values" in value
        and "next" in value
        and bool({"config", "metadata", "checkpoint"} & set(value))
    )


def _snapshots(source: Source, reading: Reading) -> "tuple[array[int], dict[str, list[int]]]":
    """Where the snapshots lie, and which of them each thread has."""
    places: array[int] = array("Q")
    threads: dict[str, list[int]] = {}
    for node, bytes_ in _nodes(source, reading):
        config = node.get("config", "configurable") or node.get("checkpoint")
        thread = first_text(bytes_, config, "thread_id") or ""
        threads.setdefault(thread, []).append(len(places) // 2)
        places.extend((node.start, node.end))
    return places, threads


def _nodes(source: Source, reading: Reading) -> Iterator[tuple[Node, Bytes]]:
    head = source.read(source.start, source.start + 64).lstrip(BLANKS)
    if head[:1] == b"[" or not is_of_lines(source):
        number = 0
        records = JsonRecords(source, reading, lambda path: path == ())
        for record in records:
            number += 1
            yield record.node, source
        if not number and records.root.fields:
            yield records.root, source
        return
    lines = JsonLines(source, reading)
    for line in file_lines(source):
        value = lines.value(line)
        if value is not None:
            yield value[0], _bytes(line, source)


def _bytes(line: FileLine, source: Source) -> Bytes:
    return HeldLine(line) if line.data else source


def _read(source: Source, reading: Reading, places: "array[int]", threads: Any) -> Iterator[Draft]:
    sequence = DraftSequence(reading, Calls(first_counts=True))
    for numbers in threads:
        ordered = _by_time(source, places, list(numbers))
        history = _History(sequence, len(ordered))
        for number in ordered:
            start, end = places[2 * number], places[2 * number + 1]
            held = HeldLine(FileLine(start, end, source.read(start, end)))
            node = parse(held, start, end)
            if node is not None:
                sequence.record = number + 1
                yield from history.read(held, node)
    sequence.end()


def _by_time(source: Source, places: "array[int]", numbers: list[int]) -> list[int]:
    """The snapshots, oldest first: they are kept newest first unless their times say otherwise."""
    times = []
    for number in (numbers[0], numbers[-1]):
        node = parse(source, places[2 * number], places[2 * number + 1])
        times.append((first_text(source, node, "created_at") or "", _step(source, node)))
    return numbers[::-1] if times[0] >= times[1] else numbers


def _step(source: Bytes, node: Node | None) -> int:
    step = node.get("metadata", "step") if node is not None else None
    value = step.value(source) if step is not None else None
    return value if isinstance(value, int) else -2


class _History:
    """What has to be remembered from snapshot to snapshot."""

    def __init__(self, sequence: DraftSequence, count: int) -> None:
        self._sequence = sequence
        self._state = State(sequence.calls)
        self._left = count
        self._channels: dict[str, int] = {}
        self._working: list[str] = []
        self._wrote: dict[int, str] = {}

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """What is new in a snapshot is the work of the nodes that were to come next in the one before."""
        self._left -= 1
        sequence = self._sequence
        sequence.time = first_text(source, node, "created_at")
        drafts = self._changes(source, node.get("values"))
        self._working, self._wrote = _next(source, node), {}
        for task in _tasks(node):
            drafts += self._task(source, task)
        if not drafts:
            made = node.get("metadata", "source") or node.get("next")
            drafts = [aside(node.start, node.end, made.piece() if made is not None else None, Kind.NOTE)]
            drafts[0].title = f"step {_step(source, node)}"
        if len(drafts) == 1:
            drafts[0].start, drafts[0].end = node.start, node.end
        for draft in drafts:
            if draft.actor == "user":
                sequence.state_task(draft)
        yield from sequence.tell(drafts)
        if not self._left and self._working:
            sequence.reading.warn(f"the last snapshot still has work to do: {', '.join(self._working)[:200]}")

    def _changes(self, source: Bytes, values: Node | None) -> list[Draft]:
        if values is None or not values.fields:
            return []
        agent = self._working[0] if len(self._working) == 1 else None
        agent = "user" if agent in _INPUT or not (self._channels or self._working) else agent
        drafts: list[Draft] = []
        for name, value in values.fields.items():
            key = hash(source.read(value.start, value.end))
            if self._channels.get(name) == key:
                continue
            self._channels[name] = key
            if messages_in(source, value):
                drafts += self._said(source, value, agent, len(drafts))
            else:
                fresh = Node("object", value.start, value.end)
                fresh.fields[name] = value
                drafts += self._state.read_channels(source, fresh, agent or self._wrote.get(key))
        return drafts

    def _said(self, source: Bytes, value: Node, agent: str | None, before: int) -> list[Draft]:
        drafts: list[Draft] = []
        for message in messages_in(source, value) if not agent else (value,):
            writer = agent or self._wrote.get(_key(source, message))
            events = self._sequence.events + before + len(drafts)
            drafts += self._state.read_messages(source, message, writer, events, all_so_far=True)
        return drafts

    def _task(self, source: Bytes, task: Node) -> list[Draft]:
        """What went wrong in a task, and, where several ran at once, which of them wrote what."""
        fields = _task_fields(task)
        name = text_of(source, fields.get("name"))
        if name is not None and name not in self._working:
            self._working.append(name)
        result = fields.get("result")
        for node in result.walk() if result is not None and name is not None else ():
            if node.is_text or node.fields:
                self._wrote[_key(source, node)] = name or ""
        error = fields.get("error")
        if error is not None and error.shape == "string":
            piece = error.piece()
            return [Draft(Kind.ERROR, error.start, error.end, actor=name, pieces=(piece,), status="error")]
        interrupts = fields.get("interrupts")
        if interrupts is not None and interrupts.items:
            draft = aside(interrupts.start, interrupts.end, interrupts.piece(unfold=True), Kind.NOTE)
            draft.actor, draft.title, draft.salience = name, "interrupt", 1.0
            return [draft]
        return []


def _key(source: Bytes, node: Node) -> int:
    return hash(source.read(node.start, node.end))


def _next(source: Bytes, node: Node) -> list[str]:
    held = node.get("next")
    value = held.value(source) if held is not None else None
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def _tasks(node: Node) -> list[Node]:
    held = node.get("tasks")
    return held.items if held is not None else []


def _task_fields(task: Node) -> dict[str, Node]:
    """The fields of a task: by name, or by their place in what was a named tuple."""
    if task.fields:
        return task.fields
    return dict(zip(("id", "name", "path", "error", "interrupts", "state", "result"), task.items, strict=False))
