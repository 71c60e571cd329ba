"""Two runs side by side as Markdown."""

from collections.abc import Iterator

from agent.divergence.divergences import Differences
from agent.divergence.told_differences import ToldPlace, ToldSide, told_differences
from agent.report.markdown_escape import code, inline
from agent.trace.trace import Trace

KNOWN_BY = "# Where two runs part\n"


def report(good: Trace, bad: Trace, differences: Differences) -> str:
    """The place where the runs part, then the other differences, the heaviest first."""
    return "\n".join(_lines(good, bad, differences)) + "\n"


def _lines(good: Trace, bad: Trace, differences: Differences) -> Iterator[str]:
    told = told_differences(good, bad, differences)
    yield from (KNOWN_BY, f"- good: {code(good.source.name)}", f"- bad: {code(bad.source.name)}", "", told.opening)
    if told.until:
        yield from ("", inline(told.until))
    if told.first is not None:
        yield from ("", "## Where they part", "", *_place(told.first))
    if told.others:
        yield from ("", "## Other differences, the heaviest first")
    for place in told.others:
        yield from ("", f"### {place.number}. {place.title}", "", *_place(place, titled=False))
    if told.left_out:
        yield from ("", f"{told.left_out:,} more are left out; `mast-tui diff --json` has them all.")


def _place(place: ToldPlace, *, titled: bool = True) -> Iterator[str]:
    if titled:
        yield from (f"{place.title}.", "")
    yield f"- good: {_side(place.good)}"
    yield f"- bad: {_side(place.bad)}"
    if place.follows:
        yield from ("", place.follows)


def _side(side: ToldSide | None) -> str:
    if side is None:
        return "nothing here"
    quote = f": {code(side.quote)}" if side.quote else ""
    return f"{side.lines}, {inline(side.act)}{quote}"
