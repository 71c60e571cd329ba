"""What the questions that close a case share: the checks of the outline, quotes that count, findings as rows."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from agent.analyst.case import Case
from agent.analyst.closing_view import whole_lines
from agent.analyst.shown_trace import ShownTrace
from agent.chunk.render import harmless
from agent.clean import clean
from agent.diagnosis.claim import Grounded
from agent.diagnosis.evidence import Evidence
from agent.diagnosis.quote import Quote
from agent.injection.injections import suspicious
from agent.model.reply_schemas import QuoteReply

Ask = Callable[..., Awaitable[Any]]
"""Asks a closing question: its name, what is shown, the parts of its prompt, the shape of the reply, what it lacks."""

MOST_ROWS = 40


def orders(case: Case, evidence: Evidence) -> bool:
    """Whether the words of a piece of evidence stand where the trace speaks to its reader."""
    text = case.trace.text(case.trace.events[evidence.event])
    line_start = text.rfind("\n", 0, evidence.start) + 1
    line_end = text.find("\n", evidence.end)
    return any(True for _ in suspicious(text[line_start : line_end if line_end >= 0 else len(text)]))


def found_in(case: Case, quote: QuoteReply | None) -> Evidence | None:
    """The evidence for a quote of a reply; words that give orders to the reader prove nothing."""
    evidence = case.finder.find(quote_of(case, quote), "act") if quote is not None else None
    return evidence if evidence is not None and not orders(case, evidence) else None


def quote_of(case: Case, quote: QuoteReply) -> Quote:
    """A quote of a reply in the words of the trace."""
    lines = (quote.line, quote.line) if 1 <= quote.line <= case.trace.events.lines else None
    return Quote(case.restore(quote.quote, quote.line), lines, said=quote.quote)


def code_of(name: str) -> str:
    """An id as a reply writes it, as we write it."""
    return name.strip().upper()


def rows_of(shown: ShownTrace, findings: Iterable[Grounded], unsure: frozenset[str] = frozenset()) -> str:
    """Findings as a prompt lists them: what, where, who, how grave, whether they are sure, and their first words."""
    rows = []
    for one in list(findings)[:MOST_ROWS]:
        doubtful = ", unsure" if one.id in unsure else ""
        quoted = next((whole_lines(shown, place) for place in one.places if place.part == "act"), "")
        rows.append(
            f"- {one.id} {one.called} {one.severity}{doubtful}, L{one.onset}, {one.actor or '-'}: {one.title}"
            + (f" | {quoted}" if quoted else "")
        )
    return shown.fenced(harmless(clean("\n".join(rows) or "none")))
