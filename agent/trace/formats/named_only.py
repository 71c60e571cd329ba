"""Formats that are recognised by name and read as any JSON: their own reader is still to come."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from agent.trace.formats.course import Course
from agent.trace.formats.file_lines import FileLine, LineCutter
from agent.trace.formats.format import Draft, Head, Reading
from agent.trace.formats.inspect_samples import find_samples, read_sample
from agent.trace.formats.json_lines import first_line, has_more_lines
from agent.trace.formats.jsonl import GenericJson, GenericJsonl
from agent.trace.formats.line_runs import LinesOfRuns
from agent.trace.formats.run import Run
from agent.trace.formats.stretch import Stretch
from agent.trace.source import Source

Line = dict[str, Any]
_MESSAGE_TYPES = ("TextMessage", "ToolCallRequestEvent", "ToolCallExecutionEvent", "HandoffMessage", "ThoughtEvent",
                  "StopMessage", "MultiModalMessage", "StructuredMessage", "MemoryQueryEvent")  # fmt: skip
_TRACE_ID = re.compile(rb'"trace_id"\s*:\s*"')
_AGENTS_TRACE_ID = re.compile(rb'"trace_id"\s*:\s*"|"object"\s*:\s*"trace"\s*,\s*"id"\s*:\s*"')
_RUN_TYPES = ("chain", "llm", "tool", "retriever", "prompt", "parser", "embedding")


@dataclass(slots=True)
class NamedOnly:
    """A format known by its keys; `scores` says which records are labels and have no lines.

    `run_id` is what stands before the id of the run that a line belongs to; a file may hold the lines of several.
    """

    name: str
    because: str
    line: Callable[[Line], bool] | None = None
    keys: tuple[str, ...] = ()
    scores: re.Pattern[bytes] | None = None
    run_id: re.Pattern[bytes] | None = None

    def recognise(self, head: Head) -> str | None:
        """The first line by itself for lines, the keys in the head for a document."""
        if self.line is not None:
            line = first_line(head)
            known = isinstance(line, dict) and has_more_lines(head) and self.line(line)
            return f"JSON lines: {self.because}" if known else None
        if head.data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"{", b"["):
            return None
        known = all(re.search(rb'"' + key.encode() + rb'"\s*:', head.data) for key in self.keys)
        return f"a JSON document: {self.because}" if known else None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events that a reader of any JSON finds."""
        course = self.begin(source, reading)
        if course is not None:
            yield from course.whole()
            return
        for draft in GenericJson().cut(source, reading):
            if self.scores is not None and self.scores.search(
                source.read(draft.start, min(draft.end, draft.start + 4096))
            ):
                reading.hide("scores")
                continue
            yield draft

    def begin(self, source: Source, reading: Reading) -> Course[FileLine] | None:
        """The same as a cut that can go on, where the records are lines."""
        reading.warn(f"{self.name} has no reader of its own yet: it is read as JSON, agents and results are guessed")
        if self.line is None:
            return None
        steps = LinesOfRuns(GenericJsonl().steps(source, reading), source, reading, self.run_id)
        return Course(source, reading, LineCutter(source.start), steps)

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the lines of one run."""
        yield from GenericJsonl().cut_lines(source, reading, run.ranges)


class InspectLog(NamedOnly):
    """An Inspect log, read as any JSON where it is read as a whole; a sample of it is read by its messages."""

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events that a reader of any JSON finds in all samples."""
        yield from NamedOnly.cut(self, source, reading)
        find_samples(source, reading)

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The messages of one sample."""
        yield from read_sample(Stretch(source, run.start, run.end), reading)


NAMED_LINES = (
    NamedOnly(
        "autogen04_core_events",
        "`delivery_stage` or `agent_id` of a runtime",
        lambda line: "delivery_stage" in line or (line.get("type") in ("LLMCall", "ToolCall") and "agent_id" in line),
    ),
    NamedOnly(
        "autogen04_stream",
        "`source` and `type` of a message",
        lambda line: "source" in line and line.get("type") in _MESSAGE_TYPES,
    ),
    NamedOnly("ag2_events", "tagged `__event__`", lambda line: "__event__" in line),
)

NAMED_DOCUMENTS = (
    NamedOnly("atif", "`schema_version` and `steps`", keys=("schema_version", "steps", "agent")),
    InspectLog("inspect_eval_json", "`version`, `status`, `eval` and `plan`",
              keys=("version", "status", "eval", "plan"),
              scores=re.compile(rb'"(?:scorer|scored_samples|unscored_samples)"\s*:')),
    NamedOnly("autogen04_team_state", "`agent_states` of a team", keys=("agent_states", "type")),
    NamedOnly("crewai_log_json", "`task_name`, `agent` and `status`",
              keys=("timestamp", "task_name", "agent", "status")),
)  # fmt: skip
