"""One finding in full, beside the trace that bears it out."""

from mast_tui.keys.chosen import key_of
from mast_tui.keys.table import bindings
from mast_tui.layout.finding_rows import FindingRows, Stop
from mast_tui.layout.row import Row, Span, spread
from mast_tui.terminal.themes import FULL
from mast_tui.widgets.form_messages import EditWanted
from mast_tui.widgets.messages import Decided, EvidenceLit, NoteWanted, UndoWanted
from mast_tui.widgets.rows_view import RowsView


class FindingPane(RowsView):
    """Takes the side column while a finding is open."""

    DEFAULT_CSS = "FindingPane { height: 1fr; display: none; }"
    heading_rows = 1
    BINDINGS = bindings("finding", "decide")

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.finding = ""
        self._made: FindingRows | None = None
        self._chip: tuple[Span, ...] = ()
        self._event: int | None = None
        self._heading = ""
        self._marks: list[Stop] = []
        self.symbols = FULL

    def show(self, finding: str, heading: str, made: FindingRows, chip: tuple[Span, ...], event: int | None) -> None:
        """Show a finding."""
        fresh = finding != self.finding
        self.finding, self._heading, self._made, self._chip, self._event = finding, heading, made, chip, event
        if fresh:
            self.set_reactive(RowsView.cursor, 0)
            self._offset, self._scrolled = 0, False
        self.renew()

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """The rows under the heading."""
        lead = Span("▌ ", "accent") if self.has_focus else Span("  ")
        heading = spread(
            (lead, Span(self._heading, "text bold")), (Span(f"{key_of('panes.escape')} back ", "quiet"),), width
        )
        if self._made is None:
            return [heading], []
        rows, self._marks = self._made.made(width, self._chip, self._event)
        return [heading, Row(), *rows], [(mark.first + 2, mark.last + 2) for mark in self._marks]

    @property
    def mark(self) -> Stop | None:
        """What the cursor stands on."""
        self._ensure()
        return self._marks[self.cursor] if self.cursor < len(self._marks) else None

    def chosen(self) -> None:
        """The trace follows the piece of evidence."""
        if self.mark is not None and self.mark.kind == "evidence":
            self.post_message(EvidenceLit(self.finding, self.mark.number))

    def action_cursor(self, step: int) -> None:
        """Scroll row by row, so that what stands between evidence and remedies is read too; the cursor goes along."""
        self._ensure()
        there = self.cursor + step
        if 0 <= there < len(self._stops) and self.sees(self._stops[there]):
            offset = self._offset
            self.cursor = there
            self._offset = offset
        else:
            self.scroll_rows(step)

    def action_cursor_to(self, at: int) -> None:
        """Scroll to the top or the end."""
        self._ensure()
        self.scroll_rows(len(self._rows) * (1 if at else -1))

    def stand_on(self, piece: int) -> None:
        """Follow to a piece of evidence that was gone to in the trace."""
        self._ensure()
        at = next((at for at, mark in enumerate(self._marks) if mark.kind == "evidence" and mark.number == piece), None)
        if at is not None:
            self.set_reactive(RowsView.cursor, at)
            self._scrolled = False
            self.renew()

    def action_evidence(self, step: int) -> None:
        """Choose the next piece of evidence or the one before."""
        self._ensure()
        pieces = [at for at, mark in enumerate(self._marks) if mark.kind == "evidence"]
        if pieces:
            here = self.cursor if self.cursor in pieces else -1 if step > 0 else 0
            self.cursor = pieces[(pieces.index(here) + step) % len(pieces)] if here in pieces else pieces[0]

    def action_enter(self) -> None:
        """Go to this piece of evidence in the trace."""
        if self.mark is not None and self.mark.kind == "evidence":
            self.post_message(EvidenceLit(self.finding, self.mark.number, enter=True))

    def action_decide(self, decision: str) -> None:
        """Accept or reject."""
        self.post_message(Decided(self.finding, decision))

    def action_note(self) -> None:
        """Write a note."""
        self.post_message(NoteWanted(self.finding, "note"))

    def action_edit(self) -> None:
        """Put it in other words."""
        self.post_message(EditWanted(self.finding))

    def action_undo(self) -> None:
        """Take the last decision back."""
        self.post_message(UndoWanted())
