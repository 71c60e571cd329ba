"""A summary as Markdown."""

from collections.abc import Iterator, Sequence

from agent.report.markdown_escape import inline as escaped
from agent.summary.summary import Summary
from agent.summary.summary_tables import LEGEND, Table, headline, heat_map, tables

MOST = 200


def page(summary: Summary, by: Sequence[str]) -> str:
    """All tables, the heat map last."""
    return "\n".join(_lines(summary, by)) + "\n"


def _lines(summary: Summary, by: Sequence[str]) -> Iterator[str]:
    yield "# Summary of diagnoses"
    yield ""
    yield escaped(headline(summary))
    for table in tables(summary, by):
        yield from _table(table)
    yield from _table(heat_map(summary, MOST))
    yield ""
    yield escaped(LEGEND)
    yield ""
    yield from (f"- {escaped(warning)}" for warning in summary.warnings)


def _table(table: Table) -> Iterator[str]:
    yield ""
    yield f"## {escaped(table.title)}"
    yield ""
    if table.rows:
        yield f"| {' | '.join(map(escaped, table.columns))} |"
        yield "|" + "|".join(" ---: " if at in table.numbers else " --- " for at in range(len(table.columns))) + "|"
        for row in table.rows:
            yield f"| {' | '.join(map(escaped, row))} |"
    else:
        yield "None."
    if table.note.strip():
        yield ""
        yield escaped(table.note.strip())
