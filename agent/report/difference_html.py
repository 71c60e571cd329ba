"""Two runs side by side as an HTML page: two lanes, marked where the runs differ, and each of those places."""

from agent.divergence.divergences import Differences
from agent.divergence.told_differences import ToldPlace, ToldSide, told_differences
from agent.report.html_document import html_document
from agent.report.html_elements import Html, element, joined
from agent.report.wording import one_line
from agent.trace.trace import Trace

KNOWN_BY = "<title>Where two runs part"
WIDTH, HEIGHT, TOP, BOTTOM = 960, 170, 40, 130
LEFT = 60
MOST_MARKS = 400


def report(good: Trace, bad: Trace, differences: Differences) -> str:
    """The page."""
    told = told_differences(good, bad, differences)
    first = [element("h2", "Where they part"), _place(told.first)] if told.first is not None else []
    others = [element("h2", "Other differences, the heaviest first")] if told.others else []
    left = f"{told.left_out:,} more are left out; mast-tui diff --json has them all."
    names = f"good: {one_line(good.source.name)} · bad: {one_line(bad.source.name)}"
    body = element(
        "body",
        element("header", element("p", names, class_="facts"), element("h1", "Where two runs part")),
        element(
            "main",
            element("p", told.opening),
            *([element("p", one_line(told.until), class_="quiet")] if told.until else []),
            _lanes(good, bad, differences),
            *first,
            *others,
            *map(_place, told.others),
            *([element("p", left)] if told.left_out else []),
        ),
    )
    return html_document("Where two runs part", body)


def _place(place: ToldPlace) -> Html:
    return element(
        "section",
        element("h3", f"{place.number}. {place.title}"),
        element("dl", *_side("good", place.good), *_side("bad", place.bad), class_="summary"),
        *([element("p", place.follows, class_="quiet")] if place.follows else []),
    )


def _side(name: str, side: ToldSide | None) -> list[Html]:
    if side is None:
        return [element("dt", name), element("dd", "nothing here")]
    quote = [element("pre", side.quote)] if side.quote else []
    return [element("dt", name), element("dd", f"{side.lines}, {one_line(side.act)}", *quote)]


def _lanes(good: Trace, bad: Trace, differences: Differences) -> Html:
    """The two runs along their lines; what differs is marked, and a line ties the places together."""
    marks = [*differences.divergences][:MOST_MARKS]
    drawn = []
    for number, place in enumerate(marks):
        ends = []
        for trace, side, y in ((good, place.good, TOP), (bad, place.bad, BOTTOM)):
            if side is not None:
                start, end = (_x(trace, line) for line in side.lines)
                kind = "a4" if number == differences.first else "a1"
                drawn.append(element("rect", x=start, y=y - 8, width=max(2.0, end - start), height=16, class_=kind))
                ends.append((start, y))
        if len(ends) == len((TOP, BOTTOM)):
            (x1, y1), (x2, y2) = ends
            drawn.append(element("line", x1=x1, y1=y1 + 8, x2=x2, y2=y2 - 8, class_="stem"))
    lanes = [
        joined(
            element("line", x1=LEFT, y1=y, x2=WIDTH, y2=y, class_="rule"),
            element("text", name, x=LEFT - 10, y=y + 4, class_="name"),
        )
        for name, y in (("good", TOP), ("bad", BOTTOM))
    ]
    picture = element("svg", *lanes, *drawn, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", class_="picture")
    words = "Each run from its first line to its last; marked is what differs, in another colour where they part."
    left = len(differences.divergences) - len(marks)
    more = f" {left:,} later places are not drawn." if left else ""
    return element("figure", picture, element("figcaption", words + more), class_="run")


def _x(trace: Trace, line: int) -> float:
    return round(LEFT + (WIDTH - LEFT) * (line - 1) / max(1, trace.events.lines), 1)
