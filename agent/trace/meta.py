"""What a trace says of itself as a whole, as plain values for a script."""

from typing import Any

from agent.trace.event import Event
from agent.trace.trace import Trace


def describe(trace: Trace) -> dict[str, Any]:
    """The facts about a trace that has been read, in the order of the contract.

    `answer` is the text of the final answer, or None where the trace holds none.
    """
    events, reading = trace.events, trace.reading
    actors: dict[str, None] = {}
    records: set[int] = set()
    for event in events:
        if event.actor:
            actors.setdefault(event.actor)
        if event.record is not None:
            records.add(event.record)
    task, answer = trace.task(), trace.answer()
    return {
        "format": trace.format.name,
        "because": trace.because,
        "bytes": trace.source.size,
        "source_lines": count_source_lines(trace),
        "lines": events.lines,
        "records": len(records),
        "events": len(events),
        "acts": events.acts,
        "actors": list(actors),
        "task": None
        if task is None
        else {
            "text": task.text,
            "source_lines": list(task.source_lines) if task.source_lines else None,
            "complete": task.complete,
        },
        "answer": None if answer is None else answer.text,
        "records_tool_results": reading.records_tool_results,
        "companions": trace.companions,
        "hidden": list(reading.hidden),
        "warnings": list(dict.fromkeys(trace.warnings)),
    }


def count_source_lines(trace: Trace) -> int:
    """Line breaks of the file, and one more where the last line has none."""
    index = trace.events.index()
    index.build()
    return index.lines


def describe_event(trace: Trace, event: Event, *, text: bool = False) -> dict[str, Any]:
    """One event of a trace, in the order of the contract, with its text where that is wanted."""
    facts: dict[str, Any] = {
        "event": event.number,
        "record": event.record,
        "kind": event.kind.value,
        "actor": event.actor,
        "to": list(event.to),
        "title": trace.title(event),
        "lines": list(event.lines),
        "source_lines": list(event.source_lines),
        "bytes": list(event.bytes),
        "time": event.time,
        "tool": event.tool,
        "call": event.call,
        "status": event.status,
        "parent": event.parent,
        "depth": event.depth,
        "repeats": event.repeats,
        "copies": event.copies,
        "salience": event.salience,
    }
    if text:
        facts["text"] = "".join(trace.pages.whole_text(event))
    return facts
