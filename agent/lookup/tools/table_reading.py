"""The tool that reads a table out of the trace: around a line, as rows and columns, with its first and last line."""

import csv
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from agent.lookup.tools.tool import SKIP, BadCall, Parameter, Result, Tool
from agent.lookup.visible_trace import VisibleTrace
from agent.number_words import count as counted
from agent.number_words import line_range

FARTHEST = 2_000
"""Lines of a table that are looked at on either side of the line that is named."""
NEAR = 3
"""Lines from the one that is named to a table that is meant."""
_RULE = re.compile(r"[\s|+:=_-]*")
_GAPS = re.compile(r"\s{2,}|\t")

Numbered = tuple[int, list[str]]


def _table(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    line = given["line"]
    last = visible.trace.events.lines
    if not 1 <= line <= last:
        raise BadCall(f"There is no line {line}; the trace ends at L{last}.")
    event = visible.trace.events.at_line(line)
    low, high = max(event.lines[0], line - FARTHEST), min(event.lines[1], line + FARTHEST)
    lines = [(number, visible.plain(text)) for number, text in visible.lines(low, high)]
    rows = _rows(lines, line)
    result = Result(f"reading the table at L{line}")
    if len(rows) < 2:
        result.add(f"No table is seen at L{line} in event {event.number}; read_lines shows the lines as they are.")
        return result
    columns = max(len(cells) for _, cells in rows)
    where = line_range(rows[0][0], rows[-1][0])
    result.head(f"table {where}: {counted(columns, 'column')}, {counted(len(rows), 'row')} with its heading")
    skip = max(0, given.get("skip", 0))
    for at, (number, cells) in enumerate(rows[skip:], skip):
        result.add(f"{number}| {' | '.join(cells)}", (number, number), f"skip={at}")
    return result


def _rows(lines: Sequence[tuple[int, str]], line: int) -> list[Numbered]:
    """The rows of the table at a line, by whichever way of writing tables gives most of them."""
    tables = [_objects(lines, line), *(_run(lines, line, cut) for cut in (_by_bars, _by_commas, _by_tabs, _by_gaps))]
    return max(tables, key=len)


def _run(lines: Sequence[tuple[int, str]], line: int, cut: Any) -> list[Numbered]:
    """The run of lines around one that have as many cells as each other; rules between them are no rows."""
    cells = [(number, [] if text.strip() and _RULE.fullmatch(text) else cut(text)) for number, text in lines]
    rules = {number for number, text in lines if text.strip() and _RULE.fullmatch(text)}
    starts = [at for at, (number, some) in enumerate(cells) if len(some) > 1 and abs(number - line) <= NEAR]
    best: list[Numbered] = []
    for at in starts:
        width = len(cells[at][1])
        first, last = at, at
        while first > 0 and (len(cells[first - 1][1]) == width or cells[first - 1][0] in rules):
            first -= 1
        while last + 1 < len(cells) and (len(cells[last + 1][1]) == width or cells[last + 1][0] in rules):
            last += 1
        rows = [one for one in cells[first : last + 1] if one[1]]
        best = max(best, rows, key=len)
    return best


def _by_bars(text: str) -> list[str]:
    return [cell.strip() for cell in text.strip().strip("|").split("|")] if text.count("|") > 1 else []


def _by_commas(text: str) -> list[str]:
    try:
        cells = next(csv.reader([text.strip()]), [])
    except csv.Error:
        return []
    return [cell.strip() for cell in cells] if len(cells) > 2 else []


def _by_tabs(text: str) -> list[str]:
    return [cell.strip() for cell in text.split("\t")] if "\t" in text else []


def _by_gaps(text: str) -> list[str]:
    cells = _GAPS.split(text.strip())
    return cells if len(cells) > 1 else []


def _objects(lines: Sequence[tuple[int, str]], line: int) -> list[Numbered]:
    """A list of objects written as JSON on the line: a row for each, under the names of their fields."""
    text = next((text for number, text in lines if number == line), "").strip()
    try:
        value = json.loads(text[text.find("[") :]) if "[" in text else None
    except (ValueError, RecursionError):
        return []
    if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
        return []
    names = list(dict.fromkeys(name for one in value for name in one))
    return [(line, names)] + [(line, [str(one.get(name, "")) for name in names]) for one in value]


TABLE = Tool(
    "table",
    "The table at a line, as rows and columns.",
    {"line": Parameter("integer", needed=True), **SKIP},
    _table,
)
