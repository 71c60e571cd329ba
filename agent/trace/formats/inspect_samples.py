"""The samples of an Inspect log: each is a run of its own, with its messages, and labels that nobody may see."""

from collections.abc import Iterator

from agent.trace.formats.format import Draft, Reading
from agent.trace.formats.json_records import JsonRecords
from agent.trace.formats.json_stream import JsonStream
from agent.trace.formats.openai_chat import Chat
from agent.trace.formats.run_ids import id_of
from agent.trace.source import Source
from agent.trace.window import Window

_LABELS = ("target", "scores", "score")


def find_samples(source: Source, reading: Reading) -> None:
    """Tell of every sample; one that was run in several epochs is told apart by their number."""
    stream = JsonStream(source, lambda path: path in (("samples",), ("samples", None, "messages")), source.start)
    found: list[tuple[str | None, int, int, int]] = []
    messages = 0
    for record in stream.records():
        if record.inside:
            messages += 1
            continue
        node, epoch = record.node, record.node.get("epoch")
        id = id_of(source, node)
        number = epoch.value(source) if epoch is not None else None
        found.append((f"{id}, epoch {number}" if number not in (None, 1) else id, messages, node.start, node.end))
        messages = 0
    for id, count, start, end in found if len(found) > 1 else ():
        reading.runs.add(id, count, start, end)
    if reading.runs.held:
        reading.warn(f"the file holds {len(found)} samples, one after the other")


def read_sample(source: Source, reading: Reading) -> Iterator[Draft]:
    """The messages of a sample."""
    records = JsonRecords(source, reading, lambda path: path == ("messages",))
    chat = Chat(Window(source), reading)
    for record in records:
        yield from chat.add(record.node)
    chat.end()
    held = [label for label in _LABELS if label in records.root.fields]
    if held:
        reading.hide(", ".join(held))
