"""A run in numbers as tables of words, each number with the lines it was counted at; all surfaces draw these."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.number_words import count, duration, money
from agent.statistics.run_statistics import ActorCounts, RunStatistics
from agent.trace.trace import Trace

NOBODY = "(nobody named)"
SHOWN_HANDOFFS = 30
_LISTED = 8


@dataclass(frozen=True, slots=True)
class Cell:
    """A word or a number of a table, and the lines that it comes from."""

    text: str
    lines: tuple[int, ...] = ()
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a heading over each column; a heading may be empty."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def tables(trace: Trace, statistics: RunStatistics) -> list[Table]:
    """All tables that have rows, in the order in which a person reads them."""
    made = (
        agent_table(statistics),
        _handoff_table(statistics),
        _slowest_table(trace, statistics),
        _place_table(statistics),
        _context_table(statistics),
    )
    return [table for table in made if table.rows]


def opening(trace: Trace, statistics: RunStatistics) -> str:
    """The run in one line."""
    spending = statistics.spending
    agents = sum(counts.is_agent for counts in statistics.actors)
    parts = [count(agents, "agent"), count(len(trace.events), "event"), count(trace.lines_count, "line")]
    if statistics.seconds is not None:
        parts.append(duration(statistics.seconds))
    if spending.sent is not None or spending.answered is not None:
        parts.append(f"{spending.sent or 0:,} tokens in, {spending.answered or 0:,} out")
    if spending.cost is not None:
        parts.append(price(spending.cost) + (" at list prices" if spending.is_estimate else ""))
    return " · ".join(parts)


def price(dollars: float | None) -> str:
    """An amount of money, to the point where its first two digits are seen."""
    if dollars is None or dollars == 0 or dollars >= 0.995:
        return "" if dollars is None else money(dollars)
    return f"${dollars:.2f}" if dollars >= 0.0995 else f"${dollars:.2g}" if dollars >= 0.0001 else "< $0.0001"


def agent_table(statistics: RunStatistics) -> Table:
    """A row for each actor; a column in which the trace tells nothing is left out."""
    actors = statistics.actors
    columns = [("", [_actor_cell(counts) for counts in actors])]
    columns.append(("events", [_number(counts.events, (counts.lines[0],)) for counts in actors]))
    columns.append(("words", [_number(counts.words, (counts.lines[0],)) for counts in actors]))
    known = {"failed": statistics.failures_known, "retries": statistics.failures_known}
    for what in ("calls", "failed", "repeated", "retries") if any(counts.calls for counts in actors) else ():
        if known.get(what, True):
            columns.append((what, [_number(getattr(c, what), tuple(c.places.get(what, ()))) for c in actors]))
    timed = [counts.seconds for counts in actors]
    if any(seconds is not None for seconds in timed):
        words = [Cell(duration(each) if each is not None else "", is_number=True) for each in timed]
        columns.append(("time", words))
    if any(counts.spending.calls for counts in actors):
        columns.append(("tokens in", [_told(counts.spending.sent) for counts in actors]))
        columns.append(("out", [_told(counts.spending.answered) for counts in actors]))
    if any(counts.spending.cost is not None for counts in actors):
        columns.append(("cost", [Cell(price(counts.spending.cost), is_number=True) for counts in actors]))
    columns.append(("lines", [Cell(f"L{c.lines[0]}-{c.lines[1]}", c.lines, is_number=True) for c in actors]))
    rows = tuple(zip(*(cells for _, cells in columns), strict=True))
    return Table("Who did what", tuple(heading for heading, _ in columns), rows)


def _actor_cell(counts: ActorCounts) -> Cell:
    return Cell(counts.actor if counts.actor is not None else NOBODY, (counts.lines[0],))


def _number(value: int, lines: tuple[int, ...]) -> Cell:
    return Cell(f"{value:,}", lines if value else (), is_number=True)


def _told(value: int | None) -> Cell:
    return Cell(f"{value:,}" if value is not None else "", is_number=True)


def _handoff_table(statistics: RunStatistics) -> Table:
    asked = any(each.unanswered is not None for each in statistics.handoffs)
    rows = []
    for each in statistics.handoffs[:SHOWN_HANDOFFS]:
        cells = [Cell(each.sender), Cell(f"→ {each.receiver}"), _number(each.count, tuple(each.lines))]
        if asked:
            none = each.unanswered is None
            cells.append(
                Cell("", is_number=True) if none else _number(each.unanswered or 0, tuple(each.unanswered_lines))
            )
        cells.append(Cell(line_list(each.lines), tuple(each.lines)))
        rows.append(tuple(cells))
    title = "Who turns to whom" if statistics.handoffs_by == "address" else "Who acts after whom"
    left = len(statistics.handoffs) - len(rows)
    title += f" ({left:,} more pairs are not shown)" if left > 0 else ""
    return Table(title, ("", "", "times", *(["unanswered"] if asked else []), "at"), tuple(rows))


def _slowest_table(trace: Trace, statistics: RunStatistics) -> Table:
    rows = []
    for gap in statistics.slowest:
        event, before = trace.events[gap.event], trace.events[gap.before]
        what = " ".join(filter(None, (event.actor or NOBODY, event.kind.value, event.tool)))
        after = f"after {before.actor or NOBODY} {before.kind.value} L{before.lines[0]}"
        cells = (Cell(duration(gap.seconds), is_number=True), Cell(f"L{event.lines[0]}", (event.lines[0],)))
        rows.append((*cells, Cell(what), Cell(after, (before.lines[0],))))
    return Table("Longest waits; the first is the longest silence", ("time", "until", "", ""), tuple(rows))


def _place_table(statistics: RunStatistics) -> Table:
    rows = [
        (Cell(counts.actor or NOBODY), Cell(words), Cell(line_list(lines, getattr(counts, what)), tuple(lines)))
        for what, words in (("failed", "failed calls"), ("repeated", "repeated calls"), ("retries", "retries"))
        for counts in statistics.actors
        if (lines := counts.places.get(what))
    ]
    for each in statistics.handoffs:
        if each.unanswered:
            lines = each.unanswered_lines
            words = f"did nothing between an ask of {each.sender} and the next, or the end"
            rows.append((Cell(each.receiver), Cell(words), Cell(line_list(lines, each.unanswered), tuple(lines))))
    return Table("Places to look at", ("", "", "at"), tuple(rows))


def _context_table(statistics: RunStatistics) -> Table:
    points = statistics.context
    if len(points) < 2:
        return Table("", (), ())
    highest = max(points, key=lambda point: point.tokens)
    named = (("first", points[0]), ("highest", highest), ("last", points[-1]))
    rows = tuple(
        (Cell(name), Cell(f"{p.tokens:,}", is_number=True), Cell(f"L{p.line}", (p.line,)), Cell(p.actor or NOBODY))
        for name, p in named
    )
    return Table("Context of model calls, in tokens", ("", "tokens", "at", ""), rows)


def line_list(lines: Sequence[int], total: int | None = None) -> str:
    """The first lines of many: `L12, L40, L41 and 5 more`."""
    words = ", ".join(f"L{line}" for line in lines[:_LISTED])
    left = (len(lines) if total is None else total) - min(_LISTED, len(lines))
    return f"{words} and {left:,} more" if left > 0 else words


def steps(statistics: RunStatistics, width: int) -> Iterator[int]:
    """The size of the context over the run, in eighths of the highest, one for each column."""
    points = statistics.context
    highest = max((point.tokens for point in points), default=0)
    if highest <= 0:
        return
    width = min(width, len(points))
    for column in range(width):
        part = points[column * len(points) // width : (column + 1) * len(points) // width]
        yield max(1, round(8 * max(point.tokens for point in part) / highest))
