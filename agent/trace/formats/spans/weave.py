"""Calls that Weave logs: each run of an operation, with what went in and what came out; scorers are never read."""

from typing import Any

from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.spans.inputs_outputs import InputsOutputs, told
from agent.trace.formats.spans.span_log import SCORER, SpanLog
from agent.trace.formats.spans.span_names import is_routine
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.spans import Nodes, Span, moment
from agent.trace.source import Source

_OP = pattern(r"(?:weave:///.*/op/)?(.*?)(?::[\w*]+)?\Z")
_MODEL = pattern(r"(?i).*(?:completions?\.\w*create|chat\.\w*complet\w*|messages\.create|responses\.create"
                 r"|generate_content\w*|litellm\.a?completion|chat_model|\bllm\b).*")  # fmt: skip
_SCORES = pattern(r"(?i)(?:.*[._])?(?:score\w*|scorer\w*|summarize|grade\w*)\Z")
_KINDS = {"llm": "LLM", "tool": "TOOL", "agent": "AGENT", "search": "RETRIEVER"}


def _is_call(value: Any) -> bool:
    return isinstance(value, dict) and "op_name" in value and "inputs" in value and "started_at" in value


def _span(source: Source, node: Node, nodes: Nodes) -> Span | None:
    op = first_text(source, node, "op_name")
    if op is None:
        return None
    match = _OP.match(op)
    name = match[1] if match is not None else op
    kind = _KINDS.get(first_text(source, node.get("attributes"), "kind") or "", "CHAIN")
    if _SCORES.match(name):
        kind = SCORER
    elif kind == "CHAIN" and _MODEL.match(name):
        kind = "LLM"
    named = node.get("op_name")
    exception = node.get("exception")
    return Span(
        id=first_text(source, node, "id") or "",
        parent_id=first_text(source, node, "parent_id"),
        trace_id=first_text(source, node, "trace_id") or "",
        name=first_text(source, node, "display_name") or name,
        kind=kind,
        start=node.start,
        end=node.end,
        body=(node.start, node.end),
        name_piece=named.piece() if named is not None else None,
        opened=moment(source, node, ("started_at",)),
        closed=moment(source, node, ("ended_at",)),
        agent=name if kind == "AGENT" and not is_routine(name) else None,
        failed=exception is not None and exception.is_text,
        node=nodes.keep(node),
    )


class _Reader:
    """Reads what went into a call and what came out."""

    def __init__(self) -> None:
        self._spans = InputsOutputs()

    def read(self, source: Source, span: Span) -> SpanTexts:
        """The drafts of a call by its kind."""
        node = span.parsed(source)
        if span.kind == SCORER or any(around.kind == SCORER for around in span.ancestors):
            return SpanTexts()
        texts = self._spans.read(source, span, node.get("inputs"), node.get("output"))
        texts.errors = told(node.get("exception"), span)
        return texts


WEAVE = SpanLog(
    "weave_calls",
    RecordMark(
        "`op_name` with `inputs` and `started_at`",
        _is_call,
        (pattern(rb'"op_name"\s*:'), pattern(rb'"started_at"\s*:')),
        ("calls", "data"),
    ),
    _span,
    _Reader,
    labels=("feedback", "scores"),
)
