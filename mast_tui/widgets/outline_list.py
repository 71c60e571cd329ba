"""The events of the trace in short, under the phases of the run; it follows the trace."""

from bisect import bisect_right

from agent.clean import clean_line, clean_title
from agent.trace.event import Event
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, Span, row, spread
from mast_tui.layout.width import cut
from mast_tui.state.session import Session
from mast_tui.widgets.messages import LineWanted
from mast_tui.widgets.rows_view import RowsView

_MOST = 5_000
_TITLE = 16


class Outline(RowsView):
    """One row for each event; phases fold."""

    DEFAULT_CSS = "Outline { width: 26; height: 1fr; display: none; }"
    heading_rows = 1
    BINDINGS = bindings("outline")

    def __init__(self, session: Session, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._session = session
        self._lines: list[int] = []
        self._kinds: list[str] = []
        self._folded: set[str] = set()
        self._here = 0
        self.wanted: bool | None = None
        """Whether a person wants it; None leaves it to the width."""

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """Phases and events."""
        session = self._session
        lead = Span("▌ ", "accent") if self.has_focus else Span("  ")
        rows, stops = [row(lead, ("Outline", "text bold")), Row()], []
        self._lines, self._kinds = [], []
        section: str | None = None
        headings: dict[int, tuple[str, int]] = {}
        """The rows of phases: their names, and how many events are under each."""
        at = -1
        numbers = {line: piece.number for piece in session.marks.pieces for line, _, _ in piece.places[:1]}
        total = len(session.trace.events)
        for event in session.trace.events.between(1, min(total, _MOST)):
            if event.kind.value in ("noise", "usage") or event.repeats is not None:
                continue
            if event.section and event.section != section:
                section = event.section
                stops.append((len(rows), len(rows)))
                headings[len(rows)] = section, 0
                rows.append(Row())
                at = len(rows) - 1
                self._lines.append(event.lines[0])
                self._kinds.append(section)
            if at in headings:
                headings[at] = headings[at][0], headings[at][1] + 1
            if section in self._folded:
                continue
            stops.append((len(rows), len(rows)))
            rows.append(self._event(event, numbers, width))
            self._lines.append(event.lines[0])
            self._kinds.append("")
        for at, (name, events) in headings.items():
            number_of = f"{events:,} "
            phase = Span(f"  {cut(clean_line(name), width - 4 - len(number_of))}", "text bold")
            rows[at] = spread((phase,), (Span(number_of, "quiet"),), width)
        if total > _MOST:
            rows.append(row((f"  first {_MOST:,} of {total:,}", "quiet italic")))
        return rows, stops

    def _event(self, event: Event, numbers: dict[int, int], width: int) -> Row:
        """Who did it, what it is, and the number of the evidence in it."""
        member = self._session.actors.of(event)
        title = event.title or self._session.reader.line(event.lines[0]) or event.kind.value
        number = next((n for line, n in numbers.items() if event.lines[0] <= line <= event.lines[1]), None)
        lead = Span(f"  {member.letters:<2} ", f"{member.ink} bold")
        words = Span(cut(clean_title(title.strip()), _TITLE), "quiet")
        return spread((lead, words), (Span(str(number or ""), "major bold"), Span(" ")), width)

    def follow(self, line: int) -> None:
        """Stand on the event on the screen, unless somebody is choosing here."""
        if not self.display or self.has_focus:
            return
        self._ensure()
        at = max(0, bisect_right(self._lines, line) - 1)
        if at != self.cursor:
            self.set_reactive(RowsView.cursor, at)
            self._show_cursor()
            self.refresh()

    def action_enter(self) -> None:
        """Go to the event."""
        self._ensure()
        if self._lines:
            self.post_message(LineWanted(self._lines[self.cursor]))

    def action_fold(self, open_it: bool) -> None:
        """Fold or open the phase under the cursor."""
        self._ensure()
        if not self._kinds:
            return
        at = self.cursor
        while at > 0 and not self._kinds[at]:
            at -= 1
        if section := self._kinds[at]:
            if open_it:
                self._folded.discard(section)
            else:
                self._folded.add(section)
            self.renew()
            self._ensure()
            self.cursor = min(at, len(self._stops) - 1)
