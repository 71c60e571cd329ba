"""OTLP logs: the events that instrumentations and coding agents report, with what was asked, said and called."""

from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_lines import first_line, has_more_lines, line_ranges
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.json.json_records import or_plain_log, warn_of_break
from agent.trace.formats.json.json_stream import JsonStream, Path
from agent.trace.formats.messages.content_parts import arguments_piece
from agent.trace.formats.spans.attributes import flatten
from agent.trace.formats.spans.genai import GenAi
from agent.trace.formats.spans.otlp import unwrap, unwrapped_value
from agent.trace.formats.spans.span_drafts import SpanDrafts
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.spans import Span, moment
from agent.trace.source import Source

_CARRIER = pattern(rb'"(?:resourceLogs|resource_logs)"\s*:')
_RECORDS = ("logRecords", "log_records")
_TIMES = ("timeUnixNano", "time_unix_nano", "observedTimeUnixNano", "observed_time_unix_nano")
_PROMPT = ("prompt", "user_prompt", "message")
_TOOLS = ("tool_name", "function_name", "tool.name", "gen_ai.tool.name")
_CALLS = ("call_id", "tool_use_id", "tool_call_id", "gen_ai.tool.call.id")
_GIVEN = ("arguments", "function_args", "tool_input", "tool_parameters", "input", "gen_ai.tool.call.arguments")
_CAME = ("output", "result", "tool_output", "error", "gen_ai.tool.call.result")


class OtlpLogs:
    """Log records by resource and scope, in one object or in one on each line."""

    name = "otlp_logs"

    def recognise(self, head: Head) -> str | None:
        """The key `resourceLogs`."""
        begins = head.data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")
        return "JSON with `resourceLogs`" if begins and _CARRIER.search(head.data) else None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the records, in order of time."""
        yield from or_plain_log(self._cut(source, reading), source, reading)

    def _cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        calls: dict[str, Span] = {}
        held: dict[str, list[Node]] = {}
        for number, node in enumerate(_records(source, reading)):
            # What is reported within one span of a model call belongs together: its messages, then its answer.
            name = _name(source, node)
            within = first_text(source, node, "spanId", "span_id")
            id = f"{name.partition('.')[0]} {within}" if within and name.startswith("gen_ai.") else f"record {number}"
            time = moment(source, node, _TIMES)
            if id not in calls:
                calls[id] = _span(source, node, id, time)
            calls[id].closed = time
            held.setdefault(id, []).append(node)
        yield from SpanDrafts(source, reading, _Reader(held)).draw(list(calls.values()))


def _records(source: Source, reading: Reading) -> Iterator[Node]:
    head = Head(source.read(source.start, source.start + 64 * 1024), "", None)
    lines = isinstance(first_line(head), dict) and has_more_lines(head)
    for start, end in line_ranges(source) if lines else ((source.start, source.size),):
        stream = JsonStream(source, _holds_records, start, end)
        for record in stream.records():
            yield record.node
        if stream.broken_at is not None:
            warn_of_break(reading, stream.broken_at, stream.why)


def _holds_records(path: Path) -> bool:
    return bool(path) and path[-1] in _RECORDS


def _name(source: Source, node: Node) -> str:
    named = first_text(source, node, "eventName", "event_name")
    attributes = unwrap(source, node.get("attributes"))
    return named or first_text(source, attributes, "event.name") or ""


def _span(source: Source, node: Node, id: str, time: int | None) -> Span:
    name = _name(source, node)
    return Span(
        id=id,
        parent_id=None,
        trace_id="",
        name=name,
        kind="LLM" if name.startswith("gen_ai.") else "EVENT",
        start=node.start,
        end=node.end,
        body=(node.start, node.end),
        opened=time,
        agent=first_text(source, unwrap(source, node.get("attributes")), "gen_ai.agent.name", "agent.name"),
    )


class _Reader:
    """Reads the records of a model call together, any other by itself."""

    def __init__(self, held: dict[str, list[Node]]) -> None:
        self._held = held
        self._genai = GenAi()

    def read(self, source: Source, span: Span) -> SpanTexts:
        """The drafts of one call, or of one record."""
        texts = SpanTexts()
        for node in self._held[span.id]:
            attributes = unwrap(source, node.get("attributes")) or Node("object", node.start, node.start)
            body = node.get("body")
            if span.kind != "LLM":
                told = _event(source, span.name, flatten(attributes), body)
                texts.sent += [draft for draft in told if draft.kind is Kind.SAY]
                texts.opening += [draft for draft in told if draft.kind is not Kind.SAY]
                continue
            event = Node("object", node.start, node.end)
            event.fields["attributes"] = attributes
            event.fields["name"] = node.get("eventName") or node.get("event_name") or attributes.fields["event.name"]
            if body is not None:
                event.fields["body"] = unwrapped_value(source, body)
            self._genai.read_event(source, event, texts, span.agent)
        return texts


def _event(source: Source, name: str, attributes: dict[str, Node], body: Node | None) -> list[Draft]:
    """What an event of a coding agent tells: what was asked, or which tool ran and what came of it."""
    if name.endswith("user_prompt") and (asked := _first(attributes, _PROMPT)) is not None:
        return [Draft(Kind.SAY, asked.start, asked.end, actor="user", pieces=(asked.piece(),))]
    tool = text_of(source, _first(attributes, _TOOLS))
    if tool is None or not name.endswith(("tool_result", "tool_call", "tool.call")):
        words = unwrapped_value(source, body) if body is not None else None
        if words is None or not words.is_text:
            return []
        return [Draft(Kind.NOTE, words.start, words.end, pieces=(words.piece(),), salience=0.3)]
    call = text_of(source, _first(attributes, _CALLS))
    given, came = _first(attributes, _GIVEN), _first(attributes, _CAME)
    drafts = []
    if given is not None:
        piece = arguments_piece(source, given)
        drafts.append(Draft(Kind.CALL, given.start, given.end, pieces=(piece,), tool=tool, call=call))
    if came is not None:
        drafts.append(
            Draft(Kind.RESULT, came.start, came.end, actor=tool, pieces=(came.piece(),), tool=tool, call=call)
        )
    return drafts


def _first(attributes: dict[str, Node], keys: tuple[str, ...]) -> Node | None:
    return next((attributes[key] for key in keys if key in attributes), None)
