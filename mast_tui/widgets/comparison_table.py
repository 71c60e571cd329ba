"""The table of a comparison: a pair of diagnoses or two groups, with a card behind each row."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from agent.clean import clean_line, clean_name
from agent.evaluation.compare import Comparison, Unclear, compare
from agent.evaluation.group import Group
from mast_tui.keys.table import bindings
from mast_tui.layout.group_rows import group_rows
from mast_tui.layout.pair_rows import pair_rows
from mast_tui.layout.row import Row, row
from mast_tui.layout.width import words_wrapped
from mast_tui.terminal.themes import ASCII, FULL
from mast_tui.widgets.messages import CardWanted
from mast_tui.widgets.rows_view import RowsView

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import Diagnosis


@dataclass(eq=False, repr=False)
class ComparedFinding(Message):
    """Go to a finding of a comparison in its trace: in that of A, or of B."""

    finding: str
    in_b: bool


class Table(RowsView):
    """Fourteen rows, then what belongs to them; Enter shows what is behind a row."""

    BINDINGS = bindings("card", "comparison")
    tone = "page"

    def __init__(self) -> None:
        super().__init__()
        self.asks = ""
        self.pair: tuple[Diagnosis, Diagnosis] | None = None
        self.groups: tuple[Group, Group] | None = None
        self.unclear = Unclear.LEFT_OUT
        self.ascii = False
        self._behind: list[tuple[tuple[str, str], ...] | str] = []
        self._leads_to: list[tuple[str, str]] = []

    @property
    def compared(self) -> Comparison | None:
        """The two groups, counted."""
        if self.groups is None:
            return None
        before, after = self.groups
        return compare(before.diagnoses, after.diagnoses, self.unclear)

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """The rows; those with something behind them can be chosen."""
        rows: list[Row] = []
        stops: list[tuple[int, int]] = []
        self._behind, self._leads_to = [], []
        compared = self.compared
        if compared is not None:
            for counted in group_rows(compared, width, ASCII if self.ascii else FULL):
                self._add(counted.row, counted.code, rows, stops)
        elif self.pair is not None:
            for told in pair_rows(*self.pair, width):
                self._add(told.row, told.card, rows, stops, told.leads_to)
        else:
            rows = [Row(), *(row((f"  {line}", "quiet")) for line in words_wrapped(self.asks, width - 4))]
        return rows, stops

    def _add(
        self,
        shown: Row,
        behind: tuple[tuple[str, str], ...] | str,
        rows: list[Row],
        stops: list[tuple[int, int]],
        leads_to: tuple[str, str] = ("", ""),
    ) -> None:
        if behind:
            stops.append((len(rows), len(rows)))
            self._behind.append(behind)
            self._leads_to.append(leads_to)
        rows.append(shown)

    def action_enter(self) -> None:
        """Go to the finding in its trace, that of A where both have it; else show what is behind the row."""
        self._ensure()
        in_a, in_b = self._leads_to[self.cursor] if self._stops else ("", "")
        if in_a or in_b:
            self.post_message(ComparedFinding(in_a or in_b, in_b=not in_a))
        else:
            self.action_detail()

    def action_other(self) -> None:
        """Go to the finding in the trace of B."""
        self._ensure()
        in_b = self._leads_to[self.cursor][1] if self._stops else ""
        if in_b:
            self.post_message(ComparedFinding(in_b, in_b=True))

    def action_detail(self) -> None:
        """Show what is behind the row."""
        self._ensure()
        if not self._stops:
            return
        behind = self._behind[self.cursor]
        groups, unclear = self.groups, self.unclear
        if isinstance(behind, tuple):
            self.post_message(CardWanted(lambda width: _told(behind, width)))
        elif groups is not None:
            self.post_message(CardWanted(lambda width: _traces(behind, groups, unclear, width)))


def _told(parts: tuple[tuple[str, str], ...], width: int) -> list[Row]:
    """What both say of a mode, or what a finding says."""
    rows: list[Row] = []
    for name, words in parts:
        if not words:
            rows += [row((f"  {line}", "text bold")) for line in words_wrapped(clean_line(name), width - 4)]
            continue
        rows += [Row(), row((f"  {clean_line(name)}", "quiet bold"))]
        rows += [row((f"  {line}", "text")) for line in words_wrapped(clean_line(words), width - 4)]
    return rows


def _traces(code: str, groups: tuple[Group, Group], unclear: Unclear, width: int) -> list[Row]:
    """The traces behind the numbers of a mode."""
    rows = [row((f"  The traces behind {code}", "text bold"))]
    for name, group in zip(("Before", "After"), groups, strict=True):
        said = list(group.behind(code, unclear))
        for words, verdict in (("present", True), ("absent", False), ("cannot say", None)):
            of = [each for each, present in said if present is verdict]
            if of:
                rows += [Row(), row((f"  {name}, {words}", "text bold"), (f"   {len(of):,}", "quiet"))]
                for each in of:
                    places = ", ".join(f"{one.id} L{one.onset}" for one in each.findings if one.mode == code)
                    shown = f"  {clean_name(Path(each.trace.path).name)}"
                    rows.append(row((shown, "text"), (f"   {places}" if places and verdict else "", "quiet")))
    return rows
