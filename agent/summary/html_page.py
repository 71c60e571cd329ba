"""A summary as one HTML page: no scripts, nothing fetched; each cell of the heat map leads to its run and line."""

from collections.abc import Iterator, Sequence

from agent.report.html_document import html_document
from agent.report.html_elements import Html, element, link
from agent.summary.summary import Summary
from agent.summary.summary_tables import Table, address, gravest, headline, name_of, tables
from agent.summary.told_run import ToldFinding, ToldRun

TOLD = 2_000
"""Runs whose findings are listed; the heat map has them all."""
_SHEET = """
table.heat { border-collapse: collapse; font-size: 0.8rem; }
table.heat th, table.heat td { padding: 1px 5px; border: 1px solid rgba(128,128,128,.25); white-space: nowrap; }
table.heat td.fatal { background: #b3261e; } table.heat td.major { background: #d9822b; }
table.heat td.minor { background: #c9a227; } table.heat td.recovered { background: #7a9a50; }
table.heat td.present { background: #777; } table.heat td.absent { opacity: .55; }
table.heat td a { color: #fff; font-weight: 600; text-decoration: none; display: block; text-align: center; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
"""


def page(summary: Summary, by: Sequence[str]) -> str:
    """The page."""
    body = element(
        "body",
        element("header", element("h1", "Summary of diagnoses"), element("p", headline(summary))),
        element(
            "main",
            *(_table(table) for table in tables(summary, by, most=50)),
            _heat(summary),
            _runs(summary),
            element("section", element("h2", "To keep in mind"), *(element("p", each) for each in summary.warnings)),
        ),
    )
    return html_document(f"Summary of {len(summary.runs)} diagnoses", body, _SHEET)


def _table(table: Table) -> Html:
    heads = element("tr", *(element("th", name) for name in table.columns))
    rows = (element("tr", *(_word(word, at in table.numbers) for at, word in enumerate(row))) for row in table.rows)
    held = element("div", element("table", element("thead", heads), element("tbody", *rows)), class_="wide")
    return element(
        "section",
        element("h2", table.title),
        held if table.rows else element("p", "None."),
        element("p", table.note.strip()),
    )


def _word(word: str, is_number: bool) -> Html:
    return element("td", word, class_="number" if is_number else None)


def _heat(summary: Summary) -> Html:
    codes = summary.taxonomy.codes
    heads = ("run", "outcome", "root", *codes)
    rows = (
        element(
            "tr",
            element("td", link(_name(number), f"{number} {name_of(run)}")),
            element("td", run.outcome),
            element("td", run.root or ""),
            *(_cell(run, number, code) for code in codes),
        )
        for number, run in enumerate(summary.runs, 1)
    )
    table = element(
        "table",
        element("thead", element("tr", *(element("th", name) for name in heads))),
        element("tbody", *rows),
        class_="heat",
    )
    legend = "A number is the line of the gravest finding; ? unclear; a point: absent; empty: not assessed."
    return element(
        "section",
        element("h2", "Runs and modes, the worst first"),
        element("div", table, class_="wide"),
        element("p", legend),
    )


def _cell(run: ToldRun, number: int, code: str) -> Html:
    first = gravest(run, code)
    if first is not None and run.verdicts.get(code) == "present":
        return element("td", link(_name(number, first), str(first.line)), class_=first.severity, title=first.title)
    verdict = run.verdicts.get(code, "")
    return element("td", {"absent": "·", "unclear": "?", "present": "#"}.get(verdict, ""), class_=verdict or None)


def _runs(summary: Summary) -> Html:
    told = [(number, run) for number, run in enumerate(summary.runs[:TOLD], 1)]
    return element("section", element("h2", "The runs"), *(each for number, run in told for each in _run(run, number)))


def _run(run: ToldRun, number: int) -> Iterator[Html]:
    yield element("h3", f"{number} {name_of(run)}", id=_name(number))
    about = (run.outcome, run.format, run.model or run.analyst, run.document, run.task)
    yield element("p", " · ".join(word for word in about if word))
    for each in run.findings:
        words = (f"{each.id} {each.failure} {each.severity}: ", each.title, ". ")
        yield element("p", *words, element("code", address(run, each.line)), id=_name(number, each))


def _name(number: int, finding: ToldFinding | None = None) -> str:
    return f"run-{number}" if finding is None else f"run-{number}-{finding.id.lower()}"
