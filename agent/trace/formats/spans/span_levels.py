"""Finds the spans that say again what lies in them: whatever is around a model call, and one model call in another."""

from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.spans.spans import Span
from agent.trace.source import Source

_ROLE = pattern(rb'\\*"role\\*"\s*:|[._]role\\*"\s*:|"parts\\*"\s*:')
_LOOKED_AT = 256 * 1024


def mark_levels(source: Source, roots: list[Span]) -> None:
    """Tell which spans hold a model call, and which model calls are told better by the one around them."""
    order: list[Span] = []
    stack = list(roots)
    while stack:
        span = stack.pop()
        order.append(span)
        stack.extend(span.children)
    for span in reversed(order):
        span.holds_model = any(child.holds_model or (child.kind == "LLM" and child.speaks) for child in span.children)
        if span.kind == "LLM" and span.holds_model and span.speaks:
            same = _same_call(span)
            if not any(_names_roles(source, inner) for inner in same):
                span.holds_model = False
                for inner in same:
                    inner.echoes = True


def _same_call(span: Span) -> list[Span]:
    """The model calls in a model call; one in a tool or an agent is another's."""
    inner: list[Span] = []
    stack = list(span.children)
    while stack:
        child = stack.pop()
        if child.kind == "LLM" and child.speaks:
            inner.append(child)
        elif child.kind in ("CHAIN", "LLM"):
            stack.extend(child.children)
    return inner


def _names_roles(source: Source, span: Span) -> bool:
    """Whether a model call keeps messages with roles, and not only what they look like as one text."""
    start, end = span.body
    return _ROLE.search(source.read(start, min(end, start + _LOOKED_AT))) is not None
