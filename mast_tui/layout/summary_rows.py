"""What many diagnoses say together as rows: runs and modes with the worst first, groups of failures, then tables."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from agent.clean import clean_line, clean_title
from agent.number_words import count
from agent.summary.groups import Group
from agent.summary.summary import Summary
from agent.summary.summary_tables import Table, gravest, name_of, tables
from agent.summary.told_run import ToldFinding, ToldRun
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import cells, cut, elided, padded
from mast_tui.terminal.themes import Symbols

HEADING = 2
"""How many rows above the runs stay in sight: the modes, and in how many runs each is present."""
_CELL, _NARROW_CELL, _NAME, _NUMBER, _OUTCOME, _FAILS, _ROOT = 5, 4, 40, 5, 13, 6, 8
_WIDE = 118
"""From which width on outcome, failures and root have columns of their own."""
MOST_WORD, MOST_ROWS = 60, 50
_VERDICTS = {"unclear": "unclear", "absent": "absent"}


class HeatCell(NamedTuple):
    """Which cell the cursor stands on: a row, and a mode of it (0 is the run as a whole) or a run of a group."""

    row: int
    column: int


class SummaryRows(Sequence[Row]):
    """A row for each run, made when it is drawn; below them groups, tables and what to keep in mind."""

    def __init__(self, summary: Summary, by: Sequence[str], width: int, at: HeatCell, symbols: Symbols) -> None:
        self._summary = summary
        self._symbols = symbols
        self._at = at
        self._width = width
        self._codes = summary.taxonomy.codes
        self._about = width >= _WIDE
        self._cell_width = _CELL if self._about else _NARROW_CELL
        taken = _NUMBER + 2 + self._cell_width * len(self._codes) + (_OUTCOME + _FAILS + _ROOT if self._about else 0)
        self._name = max(8, min(_NAME, width - taken - 1))
        self._groups = list(self._group_rows())
        self._tail = list(self._told(by))

    def __len__(self) -> int:
        return HEADING + len(self._summary.runs) + 2 + max(1, len(self._groups)) + len(self._tail)

    @property
    def stops(self) -> list[tuple[int, int]]:
        """Each run, then each group."""
        below = HEADING + len(self._summary.runs) + 2
        places = [HEADING + at for at in range(len(self._summary.runs))]
        return [(at, at) for at in [*places, *(below + at for at in range(len(self._groups)))]]

    def __getitem__(self, at: int) -> Row:  # type: ignore[override]
        if at < HEADING:
            return self._heading(counts=at == 1)
        at -= HEADING
        if at < len(self._summary.runs):
            return self._run(at, self._summary.runs[at])
        at -= len(self._summary.runs)
        if at < 2:
            return row(("  The same kind of failure in several runs" if at else "", "text bold"))
        at -= 2
        if at < max(1, len(self._groups)):
            return self._groups[at] if self._groups else row(("  none", "quiet"))
        return self._tail[at - max(1, len(self._groups))]

    def _heading(self, *, counts: bool) -> Row:
        name = f"{'present in':>{_NUMBER + 2 + self._name}}" if counts else f"{'run':>{_NUMBER}}  name"
        spans = [Span(padded(name, _NUMBER + 2 + self._name), "quiet")]
        if self._about:
            about = ("", "", "") if counts else ("outcome", "fails", "root")
            spans += [Span(_set(about), "quiet")]
        for number, code in enumerate(self._codes, 1):
            hits = self._summary.modes[code][0]
            word = (str(hits) if hits else "-") if counts else code.removeprefix("FM-")
            lit = self._at.column == number and self._at.row < len(self._summary.runs)
            spans.append(Span(f"{word:>{self._cell_width}}", "accent bold" if lit else "quiet"))
        return Row(tuple(spans))

    def _run(self, at: int, run: ToldRun) -> Row:
        lit = self._at.column if self._at.row == at else -1
        ink = "accent bold underline" if lit == 0 else "text"
        name = elided(clean_title(name_of(run)), self._name)
        spans = [Span(f"{at + 1:>{_NUMBER}}  ", "quiet"), Span(name, ink), Span(" " * (self._name - cells(name)))]
        if self._about:
            spans.append(Span(_set((run.outcome, str(len(run.findings)), run.root or "")), "quiet"))
        for number, code in enumerate(self._codes, 1):
            sign, ink = self._cell(run, code)
            spans += [Span(" " * (self._cell_width - 1)), Span(sign, f"{ink} bold reverse" if lit == number else ink)]
        return Row(tuple(spans))

    def _cell(self, run: ToldRun, code: str) -> tuple[str, str]:
        verdict, finding = run.verdicts.get(code, ""), gravest(run, code)
        if verdict == "present":
            name = finding.severity if finding is not None else "present"
            return getattr(self._symbols, name), name if finding is not None else "text"
        if verdict in _VERDICTS:
            return getattr(self._symbols, _VERDICTS[verdict]), "quiet" if verdict == "unclear" else "faint"
        return " ", "faint"

    def _group_rows(self) -> Iterator[Row]:
        for at, group in enumerate(self._summary.groups, len(self._summary.runs)):
            spread = count(len(group.runs), "run")
            who = " ".join(clean_title(word) for word in (group.failure, group.actor, group.tool) if word)
            place = f"  {min(self._at.column, len(group.places) - 1) + 1} of {len(group.places):,}"
            lit = self._at.row == at
            room = max(10, self._width - 12 - 30 - (cells(place) if lit else 0))
            spans = [(f"{spread:>10}  ", "quiet"), (padded(cut(who, 28), 30), "text bold")]
            spans += [(cut(clean_title(group.title), room), "text"), (place if lit else "", "accent bold")]
            yield row(*spans)

    def _told(self, by: Sequence[str]) -> Iterator[Row]:
        """The tables, and what to keep in mind."""
        room = max(40, self._width - 1)
        for table in tables(self._summary, by, MOST_ROWS, groups=False):
            for at, line in enumerate(table_lines(table, room)):
                yield row((f"  {line}", "text bold")) if at == 1 else row((line, "text"))
        yield Row()
        yield row(("  To keep in mind", "text bold"))
        for warning in self._summary.warnings:
            for line in wrap(clean_title(warning), room, initial_indent="  ", subsequent_indent="  "):
                yield row((line, "quiet"))


def _set(about: tuple[str, str, str]) -> str:
    outcome, fails, root = about
    return f" {padded(outcome, _OUTCOME - 1)}{fails:>{_FAILS - 1}} {padded(root, _ROOT)}"


def told_cell(summary: Summary, at: HeatCell) -> tuple[int, ToldFinding | None, str]:
    """What stands in a cell: the number of its run, the finding that it leads to, and both in words."""
    if at.row >= len(summary.runs):
        return _of_group(summary, summary.groups[at.row - len(summary.runs)], at.column)
    run = summary.runs[at.row]
    name = clean_title(name_of(run))
    if at.column == 0:
        root = f", root {run.root}" if run.root else ""
        words = f"{name}   {run.outcome}, {count(len(run.findings), 'failure')}{root}   {clean_title(run.task)}"
        return at.row, None, words
    mode = summary.taxonomy.modes[at.column - 1]
    finding = gravest(run, mode.code) if run.verdicts.get(mode.code) == "present" else None
    verdict = run.verdicts.get(mode.code, "not_assessed").replace("_", " ")
    told = _finding(finding) if finding is not None else verdict
    return at.row, finding, f"{name}   {mode.code} {mode.name}: {told}"


def _of_group(summary: Summary, group: Group, column: int) -> tuple[int, ToldFinding | None, str]:
    number, finding = group.places[min(column, len(group.places) - 1)]
    return number - 1, finding, f"{clean_title(name_of(summary.runs[number - 1]))}   {_finding(finding)}"


def _finding(finding: ToldFinding) -> str:
    return f"{finding.id} {finding.severity} L{finding.line} {clean_title(finding.title)}"


def table_lines(table: Table, width: int, longest: int = MOST_WORD, between: str = "  ") -> Iterator[str]:
    """A table as aligned lines, none wider than the terminal."""
    yield ""
    yield table.title
    if not table.rows:
        yield "  none"
        return
    held = [[cut(clean_line(word), longest) for word in row] for row in (table.columns, *table.rows)]
    wide = [max(cells(row[at]) for row in held) for at in range(len(table.columns))]
    for words in held:
        parts = (
            " " * (wide[at] - cells(word)) + word if at in table.numbers else padded(word, wide[at])
            for at, word in enumerate(words)
        )
        yield cut("  " + between.join(parts).rstrip(), width)
    if table.note.strip():
        note = clean_line(table.note.strip())
        yield from wrap(note, width, initial_indent="  ", subsequent_indent="  ")
