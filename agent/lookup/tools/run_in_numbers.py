"""The tool that tells the run in numbers: who did how much, handed to whom, waited, spent, failed and called again."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from agent.diagnosis.document_parts import Lines
from agent.lookup.cancellation import is_cancelled
from agent.lookup.tools.tool import Result, Tool
from agent.lookup.visible_trace import VisibleTrace
from agent.statistics.run_statistics import statistics
from agent.statistics.statistics_tables import Cell, line_list, opening, tables

_LINES = re.compile(r"\bL(\d+)(?:-(\d+))?")


def _statistics(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    result = Result("counting the run")
    counts = statistics(visible.trace, is_cancelled)
    result.head(opening(visible.trace, counts))
    for said in counts.missing:
        result.add(f"not told: {said}")
    for table in tables(visible.trace, counts):
        result.add(f"{table.title}: {' | '.join(table.headings)}".rstrip(" |:"))
        for row in table.rows:
            cells = [visible.safe(cell.text) for cell in row]
            places = line_list([line for cell in row[1:3] for line in cell.lines][:1])
            told = " | ".join(cells) + (f" ({places})" if places and places not in cells[-1] else "")
            result.add(told, named=_places(told, row))
    return result


def _places(told: str, row: Sequence[Cell]) -> list[Lines]:
    """The places of a row that its words name."""
    said = {int(line) for match in _LINES.findall(told) for line in match if line}
    return [(line, line) for cell in row for line in cell.lines if line in said]


STATISTICS = Tool("statistics", "The run in numbers: by agent, handoffs, waits, tokens, costs.", {}, _statistics)
