"""The run in numbers on the page: its tables, the picture of who turns to whom, and what the trace does not tell."""

from agent.report.handoff_graph import handoff_graph
from agent.report.html_elements import Html, element, joined
from agent.report.trace_extract import RunNumbers
from agent.report.wording import one_line
from agent.statistics.statistics_tables import Table


def run_numbers(numbers: RunNumbers | None) -> Html:
    """The section; none where the trace was not at hand."""
    if numbers is None:
        return joined()
    handoffs = handoff_graph(numbers.handoffs, by=numbers.by)
    return element(
        "section",
        element("h2", "The run in numbers"),
        element("p", f"{numbers.opening}. Counted, not judged; L12 means line 12 of the trace.", class_="quiet"),
        *map(_table, numbers.tables[:1]),
        handoffs,
        *map(_table, numbers.tables[1:]),
        *_missing(numbers),
    )


def _missing(numbers: RunNumbers) -> list[Html]:
    if not numbers.missing:
        return []
    told = element("ul", *(element("li", each) for each in numbers.missing))
    return [element("h3", "Not told by this trace"), told]


def _table(table: Table) -> Html:
    classes = ["amount" if cell.is_number else None for cell in table.rows[0]]
    head = [element("th", name, scope="col", class_=kind) for name, kind in zip(table.headings, classes, strict=True)]
    rows = []
    for row in table.rows:
        first, *others = row
        cells = [element("th", one_line(first.text), scope="row", class_=classes[0])]
        cells += [
            element("td", one_line(cell.text), class_=kind) for cell, kind in zip(others, classes[1:], strict=True)
        ]
        rows.append(element("tr", *cells))
    held = element("table", element("thead", element("tr", *head)), element("tbody", *rows), class_="numbers")
    box = element("div", held, class_="wide", tabindex="0", role="group", aria_label=table.title)
    return joined(element("h3", table.title), box)
