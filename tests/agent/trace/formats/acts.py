"""What tests of formats look at: a trace made of text, its acts, and whether its words lead back to the file."""

import json
from pathlib import Path
from typing import Any

from agent.trace.trace import Trace

Act = tuple[str, str | None, str]


def opened(folder: Path, text: str, name: str = "run.jsonl", *, form: str | None = None) -> Trace:
    """A trace of this text, read to its end."""
    path = folder / name
    path.write_text(text, "utf-8", newline="")
    return Trace.open(path, format_name=form).read()


def opened_document(folder: Path, document: Any, indent: int | None = 4) -> Trace:
    """A trace of one JSON document, read to its end."""
    return opened(folder, json.dumps(document, indent=indent), "run.json")


def lines(*records: Any) -> str:
    """Records as lines of JSON."""
    return "".join(json.dumps(record) + "\n" for record in records)


def acts(trace: Trace, *, asides: bool = False) -> list[Act]:
    """Who did what, each act once; without what is only noted, unless that is asked for."""
    quiet = () if asides else ("note", "noise", "usage")
    return [(e.kind.value, e.actor, trace.text(e)) for e in trace.events if e.is_act and e.kind.value not in quiet]


def check_places(trace: Trace) -> None:
    """Lines are numbered without a gap, and what can be read of an event stands at its bytes."""
    data = trace.source.read(0, trace.source.size)
    expected = 1
    for number, event in enumerate(trace.events, 1):
        assert event.number == number
        assert event.lines[0] == expected
        expected = event.lines[1] + 1
        start, end = event.bytes
        assert 0 <= start <= end <= len(data)
        assert event.source_lines[0] == data.count(b"\n", 0, start) + 1
        assert event.repeats is None or event.repeats < event.number
        unfolded = trace.unfold(event)
        words = unfolded.text[:40]
        if words and words.isascii() and '"' not in words and "\\" not in words and "\n" not in words:
            first, last = unfolded.bytes_of(0, len(words))
            assert words.encode() in data[first:last]
