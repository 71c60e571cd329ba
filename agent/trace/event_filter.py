"""Which events of a trace fit a filter: `agent:Planner kind:call tool:bash status:failed -text /pattern/ L200-900`."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from agent.errors import WrongUse
from agent.terms import Term, terms_of
from agent.trace.event import FAILED, Event, Kind
from agent.trace.events import EventTable
from agent.trace.matcher import Query
from agent.trace.timed_pattern import TimedPattern
from agent.trace.trace import Trace

FIELDS = ("agent", "to", "kind", "tool", "status", "phase", "event", "lines")
"""What an event can be asked for by name."""
_RANGE = re.compile(r"[LleE]?(\d{1,15})(?:(-)(?:[LleE]?(\d{1,15}))?)?")
_LINES = re.compile(r"[Ll]\d{1,15}(?:-(?:[Ll]?\d{1,15})?)?")
_LAST = 10**15
_STEP = 64
Stop = Callable[[], bool]


def _never() -> bool:
    return False


class EventFilter:
    """Terms of which every one must hold; a word alone is looked for in agent, kind and text."""

    def __init__(self, text: str) -> None:
        self.terms = [_line_term(term) for term in terms_of(text, FIELDS)]
        for term in self.terms:
            _check(term)

    @property
    def names_fields(self) -> bool:
        """Whether anything is asked for by name or by lines, so that it is more than words to look for."""
        return any(term.field not in (None, "lines", "event") for term in self.terms)

    @property
    def words(self) -> list[Term]:
        """What must stand in the text of an event."""
        return [term for term in self.terms if term.field is None and not term.is_not]

    def events(self, trace: Trace, stop: Stop = _never, after: int = 0) -> Iterator[Event]:
        """The events beyond a line that fit, in order; fewer where it is stopped."""
        table = trace.events
        if after >= table.lines:
            return
        holding = [self._holding(trace, term, stop, after) for term in self.terms]
        failing = _failing(table, stop) if any(term.field == "status" for term in self.terms) else set()
        first = table.at_line(after + 1).number if after else 1
        for event in table.between(first, len(table)):
            if event.number % _STEP == 0 and stop():
                return
            if all(
                term.is_not != _holds(term, event, holders, failing)
                for term, holders in zip(self.terms, holding, strict=True)
            ):
                yield event

    @staticmethod
    def _holding(trace: Trace, term: Term, stop: Stop, after: int) -> set[int | None]:
        """The numbers of the events in whose text a word or a pattern stands."""
        return {hit.event for hit in trace.search(query_of(term), stop, after).hits()} if term.field is None else set()


def query_of(term: Term) -> Query:
    """How the words of a term are searched for."""
    return Query.smart(term.words, regex=term.is_regex)


def _line_term(term: Term) -> Term:
    """`L200-900` is short for a field."""
    is_lines = term.field is None and not (term.is_quoted or term.is_regex) and _LINES.fullmatch(term.words)
    return Term(term.words, "lines", term.is_not) if is_lines else term


def _check(term: Term) -> None:
    """Refuse what no event can be."""
    if term.is_regex:
        pattern_of(term.words)
    if term.field in ("lines", "event") and not term.is_regex and _span(term.words) is None:
        what = f'"{term.words}" is no range of {"lines" if term.field == "lines" else "events"}.'
        raise WrongUse(what, "A range is one number or two with a dash.", f"Type {term.field}:200-900.")
    if term.field == "kind" and not term.is_regex:
        kinds = [kind.value for kind in Kind]
        told = f"Kinds: {', '.join(kinds)}."
        for choice in term.choices:
            if not any(kind.startswith(choice.lower()) for kind in kinds):
                raise WrongUse(f'No event is of the kind "{choice}".', told, "Name one of them.")


def _span(words: str) -> tuple[int, int] | None:
    match = _RANGE.fullmatch(words)
    return (int(match[1]), int(match[3] or (_LAST if match[2] else match[1]))) if match else None


def _holds(term: Term, event: Event, holding: set[int | None], failing: set[int]) -> bool:
    """Whether a term is true of an event, whatever stands before it."""
    match term.field:
        case None:
            name = term.words.casefold()
            return event.number in holding or (
                not (term.is_regex or term.is_quoted)
                and (name in (event.actor or "").casefold() or name == event.kind.value)
            )
        case "lines" | "event":
            first, last = _span(term.words) or (0, -1)
            low, high = event.lines if term.field == "lines" else (event.number, event.number)
            return low <= last and high >= first
        case "kind":
            return value_fits(term, event.kind.value, begins=True)
        case "status":
            return _has_status(term, event, failing)
    values = {"agent": (event.actor,), "to": event.to, "tool": (event.tool,), "phase": (event.section,)}
    return any(value_fits(term, value) for value in values[term.field] if value)


def _has_status(term: Term, event: Event, failing: set[int]) -> bool:
    has_failed = event.has_failed or event.number in failing
    for choice in term.choices:
        if choice.lower() in FAILED and (has_failed or event.status == choice):
            return True
        if choice.lower() in ("ok", "success") and event.kind in (Kind.CALL, Kind.RESULT) and not has_failed:
            return True
    return value_fits(term, event.status or "")


@lru_cache(32)
def pattern_of(words: str) -> TimedPattern:
    """The pattern of a term; one that is wrong is refused."""
    return TimedPattern(words, ignore_case=words == words.lower())


def value_fits(term: Term, value: str, *, begins: bool = False) -> bool:
    """Whether a value holds what is asked for, or begins with it; capitals make no difference."""
    if term.is_regex:
        return pattern_of(term.words).matches(value)
    value = value.casefold()
    return any(value.startswith(each) if begins else each in value for each in map(str.casefold, term.choices))


def _failing(table: EventTable, stop: Stop) -> set[int]:
    """The calls whose result says that they failed: by the id of the call, else the last call before the result."""
    failing: set[int] = set()
    by_id: dict[str, int] = {}
    last: Event | None = None
    for event in table:
        if event.number % _STEP == 0 and stop():
            return failing
        if event.kind is Kind.CALL:
            last = event
            if event.call:
                by_id[event.call] = event.number
        elif event.has_failed and event.kind in (Kind.RESULT, Kind.ERROR):
            number = by_id.get(event.call) if event.call else None
            if number is None and last is not None and event.tool in (None, last.tool):
                number = last.number
            if number is not None:
                failing.add(number)
    return failing
