"""The findings in the order in which to read them, then what else is worth a look."""

from collections.abc import Sequence

from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Finding
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, Span, row, spread
from mast_tui.layout.width import shortened, words_wrapped
from mast_tui.terminal.themes import FULL
from mast_tui.widgets.finding_list_rows import Audit, FindingListRows, Look, Noted, Thing, counted_words
from mast_tui.widgets.form_messages import EditWanted, LookDecided
from mast_tui.widgets.messages import (
    AuditWanted,
    Decided,
    DetailWanted,
    FindingEntered,
    FindingLit,
    LineNoteWanted,
    LineWanted,
    NoteWanted,
    UndoWanted,
)
from mast_tui.widgets.rows_view import RowsView


class FindingList(RowsView):
    """Two rows for each finding; the cursor shows its evidence in the trace."""

    DEFAULT_CSS = "FindingList { height: 1fr; }"
    heading_rows = 1
    BINDINGS = bindings("findings", "decide")

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._entries: Sequence[Finding | Grounded] = ()
        self._looks: Sequence[Look] = ()
        self._words = ""
        self._audit = ""
        self._notes: Sequence[Noted] = ()
        self._behind: frozenset[str] = frozenset()
        self._things: list[Thing] = []
        self.stale = False
        self.symbols = FULL

    def show(
        self,
        entries: Sequence[Finding | Grounded],
        looks: Sequence[Look],
        words: str,
        audit: str = "",
        notes: Sequence[Noted] = (),
        behind: frozenset[str] = frozenset(),
    ) -> None:
        """Show findings, those behind the main part below it, looks and notes; `words` stand in an empty list."""
        shown = (list(entries), list(looks), words, audit, list(notes), behind)
        if shown != (self._entries, self._looks, self._words, self._audit, self._notes, self._behind):
            self._entries, self._looks, self._words, self._audit, self._notes, self._behind = shown
            self.renew()

    @property
    def rows_wanted(self) -> int:
        """How many rows it takes to show all."""
        self._ensure()
        return len(self._rows) + 1

    @property
    def entry(self) -> Finding | None:
        """The finding under the cursor; none where that is a mere claim."""
        return self.thing if isinstance(self.thing, Finding) else None

    @property
    def thing(self) -> Thing | None:
        """What the cursor stands on."""
        self._ensure()
        return self._things[self.cursor] if self.cursor < len(self._things) else None

    def choose(self, finding: str) -> None:
        """Put the cursor on a finding."""
        self._ensure()
        for at, thing in enumerate(self._things):
            if isinstance(thing, Finding | Grounded) and thing.id == finding:
                self.cursor = at

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """Heading, findings, looks, audit."""
        lead = Span("▌ ", "accent") if self.has_focus else Span("  ")
        made = FindingListRows(self.symbols, width, is_stale=self.stale)
        rows = [
            spread(
                (lead, Span("Findings", "text bold")), (Span(counted_words(self._entries), "quiet"), Span(" ")), width
            )
        ]
        stops: list[tuple[int, int]] = []
        self._things = []
        roots = [look for look in self._looks if look.is_root]
        looks = [look for look in self._looks if not look.is_root]
        for look in roots:
            self._stop(look, made.root(look), rows, stops)
        roomy = width >= 64
        is_main = True
        for entry in self._entries:
            if roomy and rows:
                rows.append(Row())
            if is_main and entry.id in self._behind:
                rows.append(row(("  Other findings", "quiet bold")))
                is_main = False
            self._stop(entry, made.finding(entry), rows, stops)
        if not self._entries:
            rows += [row((f"  {words}", "quiet")) for words in words_wrapped(self._words, width - 4)]
        if looks:
            rows += [Row(), row(("  Look here", "quiet bold"))]
            for look in looks:
                self._stop(look, made.look(look), rows, stops)
        if self._notes:
            rows += [Row(), row(("  Notes", "quiet bold"))]
            for note in self._notes:
                self._stop(note, made.note(note), rows, stops)
        if self._audit:
            rows.append(Row())
            audit = row(("  audit  ", "quiet bold"), (shortened(self._audit, width - 10), "quiet"))
            self._stop(Audit(self._audit), [audit], rows, stops)
        return rows, stops

    def _stop(self, thing: Thing, made: list[Row], rows: list[Row], stops: list[tuple[int, int]]) -> None:
        stops.append((len(rows), len(rows) + len(made) - 1))
        rows.extend(made)
        self._things.append(thing)

    def chosen(self) -> None:
        """The evidence follows the cursor."""
        if isinstance(self.thing, Finding | Grounded):
            self.post_message(FindingLit(self.thing.id))

    def action_enter(self) -> None:
        """Go to the act, the place worth a look or the note; list what was taken out."""
        match self.thing:
            case Look(line=line) | Noted(lines=(line, _)):
                self.post_message(LineWanted(line))
            case Finding(id=finding) | Grounded(id=finding):
                self.post_message(FindingEntered(finding))
            case Audit():
                self.post_message(AuditWanted())

    def action_detail(self) -> None:
        """Open the finding."""
        if isinstance(self.thing, Finding | Grounded):
            self.post_message(DetailWanted(self.thing.id))

    def action_decide(self, decision: str) -> None:
        """Accept or reject; of a place worth a look, make a finding, or dismiss it."""
        match self.thing:
            case Look(title=title, line=line):
                self.post_message(LookDecided(title, line, decision))
            case Finding(id=finding) | Grounded(id=finding):
                self.post_message(Decided(finding, decision))

    def action_note(self) -> None:
        """Write a note, or change the one on lines."""
        if isinstance(self.thing, Noted):
            self.post_message(LineNoteWanted(self.thing.lines))
        elif isinstance(self.thing, Finding | Grounded):
            self.post_message(NoteWanted(self.thing.id, "note"))

    def action_edit(self) -> None:
        """Put it in other words."""
        if self.entry is not None:
            self.post_message(EditWanted(self.entry.id))

    def action_undo(self) -> None:
        """Take the last decision back."""
        self.post_message(UndoWanted())
