"""LangSmith runs: what chains, models and tools were given and gave back; by lines, in a list, or in each other."""

from typing import Any

from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.langgraph.langgraph_state import agent_in
from agent.trace.formats.spans.inputs_outputs import InputsOutputs, told
from agent.trace.formats.spans.span_log import SpanLog
from agent.trace.formats.spans.span_names import agent_called, is_routine
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.spans import Nodes, Span, parse_time
from agent.trace.source import Source

_RUN_TYPES = ("chain", "llm", "tool", "retriever", "prompt", "parser", "embedding")
_KINDS = {"llm": "LLM", "tool": "TOOL", "retriever": "RETRIEVER", "embedding": "EMBEDDING", "prompt": "CHAIN",
          "parser": "CHAIN", "chain": "CHAIN"}  # fmt: skip
_OPENING = (pattern(rb'"run_type"\s*:\s*"(?:chain|llm|tool|retriever|prompt|parser|embedding)"'),
            pattern(rb'"(?:inputs|dotted_order|trace_id)"\s*:'))  # fmt: skip
_ORDER = pattern(r"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{6})Z[^.]*\Z")


def _is_run(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("run_type") not in _RUN_TYPES:
        return False
    return "inputs" in value or "dotted_order" in value or "trace_id" in value


def _span(source: Source, node: Node, nodes: Nodes) -> Span | None:
    if "run_type" not in node.fields and "inputs" not in node.fields:
        return None
    name, what = node.get("name"), (first_text(source, node, "run_type") or "chain").lower()
    title = first_text(source, node, "name") or ""
    parents = node.get("parent_run_ids")
    above = parents.value(source) if parents is not None else None
    last = str(above[-1]) if isinstance(above, list) and above else None
    error = node.get("error")
    return Span(
        id=first_text(source, node, "id") or "",
        parent_id=first_text(source, node, "parent_run_id") or last,
        trace_id=first_text(source, node, "trace_id") or "",
        name=title,
        kind=_KINDS.get(what, "CHAIN"),
        start=node.start,
        end=node.end,
        body=(node.start, node.end),
        name_piece=name.piece() if name is not None and title else None,
        opened=moment(source, node.get("start_time")) or _ordered(first_text(source, node, "dotted_order")),
        closed=moment(source, node.get("end_time")),
        agent=_agent(source, node, what, title),
        failed=first_text(source, node, "status") == "error" or (error is not None and error.is_text),
        node=nodes.keep(node),
    )


def _agent(source: Source, node: Node, what: str, name: str) -> str | None:
    """The node of the graph, else the chain that goes by a name of its own."""
    named = agent_in(source, node.get("extra", "metadata") or node.get("metadata"))
    if what != "chain":
        return named
    return named or agent_called(name) or (None if is_routine(name) else name)


def moment(source: Source, node: Node | None) -> int | None:
    """A time as text, or as milliseconds since 1970."""
    value = node.value(source) if node is not None else None
    if isinstance(value, str):
        return parse_time(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and 1e11 < value < 1e14:
        return round(value * 1000)
    return None


def _ordered(order: str | None) -> int | None:
    """The start of a run, which its place in the order begins with."""
    match = _ORDER.search(order or "")
    if match is None:
        return None
    year, month, day, hour, minute, second, micros = match.groups()
    return parse_time(f"{year}-{month}-{day}T{hour}:{minute}:{second}.{micros}")


class _Reader:
    """Reads what went into a run and what came out."""

    def __init__(self) -> None:
        self._spans = InputsOutputs()

    def read(self, source: Source, span: Span) -> SpanTexts:
        """The drafts of a run by its kind."""
        node = span.parsed(source)
        texts = self._spans.read(source, span, node.get("inputs"), node.get("outputs"))
        texts.errors = told(node.get("error"), span)
        return texts


LANGSMITH = SpanLog(
    "langsmith_runs",
    RecordMark("`run_type` with `inputs`", _is_run, _OPENING, ("runs", "data", "child_runs"), document=True),
    _span,
    _Reader,
    nested="child_runs",
    labels=("feedback_stats", "reference_example", "feedback"),
    silent="the runs of models hold no text: leave LANGSMITH_HIDE_INPUTS and _OUTPUTS unset and run again",
)
