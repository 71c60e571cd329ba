"""A log of model calls: requests with the whole history each time, and the response to each."""

import re
from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.formats.base.format import BLANKS, Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_lines import first_line, json_lines
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json.json_records import JsonRecords, or_plain_log
from agent.trace.formats.messages.chat_messages import Calls, speaker_of
from agent.trace.formats.messages.openai_items import read_item
from agent.trace.formats.spans.span_drafts import SpanDrafts
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.spans import Nodes, Span, parse_time
from agent.trace.source import Source

_REQUEST = ("request", "body", "kwargs", "params", "payload")
_RESPONSE = ("response", "completion", "result", "output")
_SENT = ("messages", "input", "contents", "prompt")
_KEYS = tuple(pattern(rb'"' + key + rb'"\s*:') for key in (b"request", b"response", b"messages"))


class ApiCallLog:
    """Calls line by line, or in one list; only what is new in a call is an act."""

    name = "openai_api_call_log"

    def recognise(self, head: Head) -> str | None:
        """A request with messages beside its response."""
        line = first_line(head)
        if isinstance(line, dict):
            if _is_call(line):
                return "JSON lines, each a request with its messages and the response"
            return None
        start = head.trimmed[:400]
        if start[:1] == b"{" and re.match(rb'[^\[]{0,300}"request"\s*:\s*\{', start):
            return "JSON lines that begin with a `request`"
        if start[:1] == b"[" and all(key.search(head.data) for key in _KEYS):
            return "a JSON list of requests with their responses"
        return None

    @or_plain_log
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """What each call sent that was new, and what came back, in order of time."""
        nodes = Nodes()
        if source.read(0, 64).lstrip(BLANKS)[:1] == b"[":
            records = (record.node for record in JsonRecords(source, reading, lambda path: path == ()))
        else:
            records = (node for node, _ in json_lines(source, reading))
        spans = [_span(source, node, nodes) for node in records if node.shape == "object"]
        yield from SpanDrafts(source, reading, _Reader()).draw(spans)


def _is_call(line: dict[str, object]) -> bool:
    request = next((line[key] for key in _REQUEST if isinstance(line.get(key), dict)), line)
    if not isinstance(request, dict) or not any(isinstance(request.get(key), list) for key in _SENT):
        return False
    return request is not line or any(isinstance(line.get(key), dict | str | list) for key in _RESPONSE)


def _span(source: Source, node: Node, nodes: Nodes) -> Span:
    return Span(
        id=f"call at {node.start}",
        parent_id=None,
        trace_id="",
        name="",
        kind="LLM",
        start=node.start,
        end=node.end,
        body=(node.start, node.end),
        opened=_moment(source, node),
        agent=speaker_of(source, node) or _speaker(source, node),
        node=nodes.keep(node),
    )


def _speaker(source: Source, node: Node) -> str | None:
    """The name that the answer carries."""
    return next((name for message in _answers(node) if (name := speaker_of(source, message))), None)


def _moment(source: Source, node: Node) -> int | None:
    """When the call was made: ISO text, or seconds since 1970."""
    for key in ("ts", "timestamp", "time", "created_at", "start_time", "started_at", "created"):
        held = node.get(key) or (node.get("response") or node).get(key)
        value = held.value(source) if held is not None else None
        if isinstance(value, str) and (moment := parse_time(value)) is not None:
            return moment
        if isinstance(value, int | float) and not isinstance(value, bool) and 1e8 < value < 1e14:
            return round(value * 1_000_000) if value < 1e11 else round(value * 1000)
    return None


def _sent(node: Node) -> list[Node]:
    request = next((held for key in _REQUEST if (held := node.get(key)) is not None and held.fields), node)
    system = request.get("system") or request.get("instructions")
    messages = next((request.fields[key] for key in _SENT if key in request.fields), None)
    listed = [] if messages is None else messages.members() if not messages.is_text else [messages]
    return [*([system] if system is not None and system.shape != "literal" else []), *listed]


def _answers(node: Node) -> list[Node]:
    """The messages or items that came back."""
    for key in _RESPONSE:
        response = node.get(key)
        if response is None or response.shape == "literal":
            continue
        response = response.get("body") or response
        choices = response.get("choices")
        if choices is not None:
            return [choice.get("message") or choice.get("delta") or choice for choice in choices.members()]
        items = response.get("output")
        if items is not None:
            return items.members() or [items]
        return [response.get("message") or response]
    return []


class _Reader:
    """Reads one call."""

    def __init__(self) -> None:
        self._calls = Calls()

    def read(self, source: Source, span: Span) -> SpanTexts:
        """What was sent, what came back, and what went wrong."""
        node, spoken = span.parsed(source), SpanTexts()
        for message in _sent(node):
            spoken.sent += self._drafts(source, message, None, Kind.SAY)
        for message in _answers(node):
            spoken.closing += self._drafts(source, message, span.agent or "assistant", Kind.SAY)
        for draft in spoken.sent:
            if draft.actor is None:
                draft.kind, draft.actor = Kind.SYSTEM, "system"
        error = node.get("error") or (node.get("response") or node).get("error")
        if error is not None and error.shape != "literal":
            message = error.get("message") or error
            span.failed = True
            spoken.errors = [Draft(Kind.ERROR, error.start, error.end, pieces=(message.piece(),), status="error")]
        choice = (node.get("response") or node).get("choices")
        for one in choice.members() if choice is not None else ():
            reason = first_text(source, one, "finish_reason")
            if reason in ("length", "content_filter") and spoken.closing:
                spoken.closing[-1].status = reason
        return spoken

    def _drafts(self, source: Source, message: Node, agent: str | None, kind: Kind) -> list[Draft]:
        if message.shape == "object":
            return read_item(source, message, self._calls, agent)
        return [Draft(kind, message.start, message.end, actor=agent, pieces=(message.piece(),))]
