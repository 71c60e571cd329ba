"""Tries a format on the beginning of a source: a guess by which nobody does anything gives way to the next format."""

from itertools import islice

from agent.trace.event import Kind
from agent.trace.formats.base.format import Format, Head, Reading
from agent.trace.formats.base.source_range import SourceRange
from agent.trace.formats.registry import candidates
from agent.trace.source import Source

_BYTES = 4 * 1024 * 1024
_DRAFTS = 64
_LEAST = 0.1
"""The share of what was read that must lie in acts."""
_QUIET = frozenset({Kind.NOTE, Kind.NOISE, Kind.USAGE, Kind.SYSTEM, Kind.EVALUATION})


def choose_format(source: Source, head: Head) -> tuple[Format, str]:
    """The first format that knows the head and, where it only guesses, finds that somebody does something."""
    return next(
        (form, because)
        for form, because in candidates(head)
        if not getattr(form, "is_guess", False) or _finds_acts(form, source, head)
    )


def _finds_acts(form: Format, source: Source, head: Head) -> bool:
    known = source.known_size
    end = source.start + len(head.data) if known is None else min(known, source.start + _BYTES)
    if end <= source.start:
        return True
    reading = Reading()
    drafts = list(islice(form.cut(SourceRange(source, source.start, end), reading), _DRAFTS))
    acts = [draft for draft in drafts if draft.kind not in _QUIET and draft.repeats is None]
    if reading.found_nothing or not acts:
        return False
    reached = max(draft.end for draft in drafts) if len(drafts) == _DRAFTS else end
    return sum(draft.end - draft.start for draft in acts) >= _LEAST * (reached - source.start)
