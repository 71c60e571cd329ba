"""Inspect logs, `.json` or `.eval`: an evaluation with its samples, each a run of its own; nobody may see scores."""

from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.source_range import SourceRange
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.inspect.inspect_sample import read_sample
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_records import JsonRecords, or_hidden
from agent.trace.formats.json.json_stream import Path
from agent.trace.formats.json.run_ids import id_of
from agent.trace.source import Source

_KEYS = tuple(pattern(rb'"(?:' + key + rb')"\s*:') for key in (b"version", b"status", b"eval", b"plan|eval_id"))
_SAMPLE = tuple(pattern(rb'"' + key + rb'"\s*:') for key in (b"epoch", b"target", b"messages", b"input"))


class InspectLog:
    """A log whose samples are runs; the longest is read."""

    name = "inspect_eval_json"

    def recognise(self, head: Head) -> str | None:
        """The keys of an evaluation, or of one sample of it."""
        if head.opens != b"{":
            return None
        if all(key.search(head.data) for key in _KEYS):
            return "a JSON document: `version`, `status`, `eval` and `plan`"
        if all(key.search(head.data) for key in _SAMPLE):
            return "a JSON document: a sample with `epoch`, `input` and `target`"
        return None

    @or_hidden
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the longest sample, and why the evaluation failed, if it did."""
        root = _find(source, reading)
        reading.runs.complete = True
        if reading.runs.all:
            yield from self.cut_run(reading.longest_run("samples"), source, reading)
        elif "epoch" in root.fields:
            yield from read_sample(source, reading)
        fault = root.get("error", "traceback") or root.get("error", "message")
        if fault is not None and fault.is_text:
            yield Draft(Kind.ERROR, fault.start, fault.end, pieces=(fault.piece(),), status="error")

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one sample."""
        yield from read_sample(SourceRange(source, run.start, run.end), reading)


def _find(source: Source, reading: Reading) -> Node:
    """Tell of every sample; one that was run in several epochs is told apart by their number."""
    records = JsonRecords(source, reading, _holds)
    messages = 0
    for record in records:
        if record.path != ("samples", None):
            messages += record.path[-2] == "messages"
            continue
        node, epoch = record.node, record.node.get("epoch")
        id = id_of(source, node)
        number = epoch.value(source) if epoch is not None else None
        name = f"{id}, epoch {number}" if number not in (None, 1) else id
        reading.runs.add(name, messages, node.start, node.end)
        messages = 0
    if records.root.get("results") is not None:
        reading.hide("results")
    return records.root


def _holds(path: Path) -> bool:
    lists = (("messages",), ("events",))
    return path == ("samples",) or path in lists or (path[:2] == ("samples", None) and path[2:] in lists)
