"""Two diagnoses side by side: what both say, and what only one does."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from agent.clean import clean_line
from mast_tui.keys import bindings
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import padded
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.rows_view import RowsView

if TYPE_CHECKING:
    from agent.diagnosis.shapes import Diagnosis, Finding


class Comparison(RowsView):
    """Fourteen rows, then the findings."""

    BINDINGS = bindings("card")
    tone = "page"

    def __init__(self, one: "Diagnosis", other: "Diagnosis") -> None:
        super().__init__()
        self._one = one
        self._other = other

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """What differs is bold."""
        column = 16 if width < 100 else 24
        rows = [row((f"  {'mode':<44}", "quiet bold"), (padded("A", column), "quiet bold"), ("B", "quiet bold"))]
        others = {mode.code: mode for mode in self._other.modes}
        for mode in self._one.modes:
            there = others[mode.code].verdict if mode.code in others else "not_assessed"
            ink = "faint" if there == mode.verdict else "text bold"
            name = padded(f"{mode.code}  {mode.name}", 44)
            rows.append(row((f"  {name}", ink), (padded(_word(mode.verdict), column), ink), (_word(there), ink)))
        for title, found in self._groups():
            rows += [Row(), row((f"  {title}", "text bold"))]
            rows += [row((f"  {each.id:<4}", "evidence_note bold"), (clean_line(each.title), "text")) for each in found]
            if not found:
                rows.append(row(("  none", "quiet")))
        return rows, []

    @property
    def differing(self) -> int:
        """How many modes have another verdict."""
        others = {mode.code: mode.verdict for mode in self._other.modes}
        return sum(others.get(mode.code) != mode.verdict for mode in self._one.modes)

    def _groups(self) -> "list[tuple[str, list[Finding]]]":
        one = {(each.mode, each.actor): each for each in self._one.findings}
        other = {(each.mode, each.actor): each for each in self._other.findings}
        return [
            ("Findings only in A", [each for key, each in one.items() if key not in other]),
            ("Findings only in B", [each for key, each in other.items() if key not in one]),
            ("Findings in both", [each for key, each in one.items() if key in other]),
        ]


class CompareScreen(Screen[None]):
    """A is the diagnosis on the screen, B the one before it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "close", "Close", show=False)]
    DEFAULT_CSS = "CompareScreen Comparison { height: 1fr; }"

    def __init__(self, one: "Diagnosis", other: "Diagnosis", words: str) -> None:
        super().__init__()
        self._table = Comparison(one, other)
        self._one, self._other = one, other
        self._words = words

    def compose(self) -> ComposeResult:
        """Title, table, what differs."""
        yield Bar(id="title")
        yield self._table
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Say what is compared, and warn where it should not be."""
        self.query_one("#title", Bar).show([[Span("Compare", "text bold")], [Span(self._words, "quiet")]])
        said = f"{self._table.differing} of 14 modes differ"
        fields = [[Span(said, "text")]]
        if self._one.made_by.analyst != self._other.made_by.analyst:
            fields.append([Span("the analysts differ", "major")])
        if self._one.taxonomy != self._other.taxonomy:
            fields.append([Span("the taxonomies differ", "major")])
        self.query_one("#status", Bar).show(fields)
        self.query_one(KeyHints).show_keys([("j k", "scroll"), ("Esc", "back")])
        self._table.focus()

    def action_close(self) -> None:
        """Back to the trace."""
        self.dismiss()


def _word(verdict: str) -> str:
    return verdict.replace("_", " ")
