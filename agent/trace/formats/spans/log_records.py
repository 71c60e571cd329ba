"""Log records of OTLP: what an instrumentation or a coding agent reports, by itself or as a word of a model call."""

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.messages.content_parts import arguments_piece
from agent.trace.formats.spans.attributes import first_of, flatten
from agent.trace.formats.spans.genai import GenAi
from agent.trace.formats.spans.key_values import unwrap, unwrapped_value
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.spans import Span, moment
from agent.trace.source import Source

WORDS_OF_CALLS = "gen_ai."
"""How the names of records begin that tell the messages of a model call."""
_TIMES = ("timeUnixNano", "time_unix_nano", "observedTimeUnixNano", "observed_time_unix_nano")
_PROMPT = ("prompt", "user_prompt", "message")
_TOOLS = ("tool_name", "function_name", "tool.name", "gen_ai.tool.name")
_CALLS = ("call_id", "tool_use_id", "tool_call_id", "gen_ai.tool.call.id")
_GIVEN = ("arguments", "function_args", "tool_input", "tool_parameters", "input", "gen_ai.tool.call.arguments")
_CAME = ("output", "result", "tool_output", "error", "gen_ai.tool.call.result")


def record_name(source: Source, node: Node) -> str:
    """What a record is called."""
    named = first_text(source, node, "eventName", "event_name")
    attributes = unwrap(source, node.get("attributes"))
    return named or first_text(source, attributes, "event.name") or ""


def record_time(source: Source, node: Node) -> int | None:
    """When it was reported."""
    return moment(source, node, _TIMES)


def record_span(source: Source, node: Node, id: str, around: str | None = None) -> Span:
    """A record as a span of no length, in the span that it was reported in."""
    name, time = record_name(source, node), record_time(source, node)
    return Span(
        id=id,
        parent_id=around,
        trace_id="",
        name=name,
        kind="LLM" if name.startswith(WORDS_OF_CALLS) else "EVENT",
        start=node.start,
        end=node.end,
        body=(node.start, node.end),
        opened=time,
        agent=first_text(source, unwrap(source, node.get("attributes")), "gen_ai.agent.name", "agent.name"),
    )


class RecordReader:
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
            self._genai.read_event(source, as_event(source, node), texts, span.agent)
        return texts


def as_event(source: Source, node: Node) -> Node:
    """A record as the event of a span that older writers put its words into."""
    attributes = unwrap(source, node.get("attributes")) or Node("object", node.start, node.start)
    body, event = node.get("body"), Node("object", node.start, node.end)
    event.fields["attributes"] = attributes
    named = node.get("eventName") or node.get("event_name") or attributes.fields.get("event.name")
    if named is not None:
        event.fields["name"] = named
    if body is not None:
        event.fields["body"] = unwrapped_value(source, body)
    return event


def _event(source: Source, name: str, attributes: dict[str, Node], body: Node | None) -> list[Draft]:
    """What an event of a coding agent tells: what was asked, or which tool ran and what came of it."""
    if name.endswith("user_prompt") and (asked := first_of(attributes, _PROMPT)) is not None:
        return [Draft(Kind.SAY, asked.start, asked.end, actor="user", pieces=(asked.piece(),))]
    tool = text_of(source, first_of(attributes, _TOOLS))
    if tool is None or not name.endswith(("tool_result", "tool_call", "tool.call")):
        words = unwrapped_value(source, body) if body is not None else None
        if words is None or not words.is_text:
            return []
        return [Draft(Kind.NOTE, words.start, words.end, pieces=(words.piece(),), salience=0.3)]
    call = text_of(source, first_of(attributes, _CALLS))
    given, came = first_of(attributes, _GIVEN), first_of(attributes, _CAME)
    drafts = []
    if given is not None:
        piece = arguments_piece(source, given)
        drafts.append(Draft(Kind.CALL, given.start, given.end, pieces=(piece,), tool=tool, call=call))
    if came is not None:
        drafts.append(
            Draft(Kind.RESULT, came.start, came.end, actor=tool, pieces=(came.piece(),), tool=tool, call=call)
        )
    return drafts
