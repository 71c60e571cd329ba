"""The findings in the order in which to read them, then what else is worth a look."""

from collections.abc import Sequence
from typing import NamedTuple

from agent.clean import clean_line
from agent.number_words import count, line_range
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, Span, row, spread
from mast_tui.layout.width import cells, cut, words_wrapped
from mast_tui.state.diagnosis_progress import ListedFinding
from mast_tui.terminal.themes import FULL
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


class Look(NamedTuple):
    """A place worth a look that is no finding, or a cause that is no mode."""

    title: str
    line: int
    is_root: bool = False
    last: int = 0


class Noted(NamedTuple):
    """A note on lines, as the list shows it."""

    words: str
    lines: tuple[int, int]
    stale: bool = False


class Audit(NamedTuple):
    """What was taken out on the way, in one row."""

    words: str


Thing = ListedFinding | Look | Noted | Audit


class FindingList(RowsView):
    """Two rows for each finding; the cursor shows its evidence in the trace."""

    DEFAULT_CSS = "FindingList { height: 1fr; }"
    heading_rows = 1
    BINDINGS = bindings("findings", "decide")

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._entries: Sequence[ListedFinding] = ()
        self._looks: Sequence[Look] = ()
        self._words = ""
        self._audit = ""
        self._notes: Sequence[Noted] = ()
        self._things: list[Thing] = []
        self.stale = False
        self.symbols = FULL

    def show(
        self,
        entries: Sequence[ListedFinding],
        looks: Sequence[Look],
        words: str,
        audit: str = "",
        notes: Sequence[Noted] = (),
    ) -> None:
        """Show findings, looks and notes; `words` stand in place of an empty list."""
        shown = (list(entries), list(looks), words, audit, list(notes))
        if shown != (self._entries, self._looks, self._words, self._audit, self._notes):
            self._entries, self._looks, self._words, self._audit, self._notes = shown
            self.renew()

    @property
    def rows_wanted(self) -> int:
        """How many rows it takes to show all."""
        self._ensure()
        return len(self._rows) + 1

    @property
    def entry(self) -> ListedFinding | None:
        """The finding under the cursor."""
        return self.thing if isinstance(self.thing, ListedFinding) else None

    @property
    def thing(self) -> Thing | None:
        """What the cursor stands on."""
        self._ensure()
        return self._things[self.cursor] if self.cursor < len(self._things) else None

    def choose(self, finding: str) -> None:
        """Put the cursor on a finding."""
        self._ensure()
        for at, thing in enumerate(self._things):
            if isinstance(thing, ListedFinding) and thing.id == finding:
                self.cursor = at

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """Heading, findings, looks, audit."""
        lead = Span("▌ ", "accent") if self.has_focus else Span("  ")
        rows = [spread((lead, Span("Findings", "text bold")), (Span(self._counted(), "quiet"), Span(" ")), width)]
        stops: list[tuple[int, int]] = []
        self._things = []
        roots = [look for look in self._looks if look.is_root]
        looks = [look for look in self._looks if not look.is_root]
        for look in roots:
            self._stop(look, self._root(look, width), rows, stops)
        roomy = width >= 64
        for entry in self._entries:
            if roomy and rows:
                rows.append(Row())
            self._stop(entry, self._finding(entry, width), rows, stops)
        if not self._entries:
            rows += [row((f"  {words}", "quiet")) for words in words_wrapped(self._words, width - 4)]
        if looks:
            rows += [Row(), row(("  Look here", "quiet bold"))]
            for look in looks:
                self._stop(look, self._look(look, width), rows, stops)
        if self._notes:
            rows += [Row(), row(("  Notes", "quiet bold"))]
            for note in self._notes:
                self._stop(note, self._note(note, width), rows, stops)
        if self._audit:
            rows.append(Row())
            said = row(("  audit  ", "quiet bold"), (cut(self._audit, width - 10), "quiet"))
            self._stop(Audit(self._audit), [said], rows, stops)
        return rows, stops

    def _stop(self, thing: Thing, made: list[Row], rows: list[Row], stops: list[tuple[int, int]]) -> None:
        stops.append((len(rows), len(rows) + len(made) - 1))
        rows.extend(made)
        self._things.append(thing)

    def _counted(self) -> str:
        if not self._entries:
            return ""
        if not self._entries[0].settled:
            return f"{len(self._entries)} so far · may change"
        parts = [str(len(self._entries))]
        for severity in ("fatal", "major", "minor", "recovered"):
            number = sum(entry.severity == severity for entry in self._entries)
            if number:
                parts.append(f"{number} {severity}")
        return " · ".join(parts)

    def _finding(self, entry: ListedFinding, width: int) -> list[Row]:
        gone = " strike" if entry.decision == "rejected" or self.stale else ""
        title_ink = f"{'faint' if gone else 'text'}{gone}" + ("" if gone else " bold")
        titles = words_wrapped(clean_line(entry.title), width - 8)
        made = []
        for at, words in enumerate(titles[:3]):
            lead = Span(f"  {entry.id:<4}", "evidence_note bold" if not gone else "faint") if at == 0 else Span(" " * 6)
            made.append(row(lead, (words, title_ink)))
        ink = "faint" if gone else entry.severity
        spans = [Span("      "), Span(f"{getattr(self.symbols, entry.severity)} {entry.severity}", ink)]
        said = self._said(entry)
        room = width - cells(spans[1].text) - cells(said) - 7
        if entry.settled:
            words = f" · {entry.mode} {entry.confidence} · L{entry.line}"
            role = "" if entry.role == "unrelated" else " · root cause" if entry.role == "root" else f" · {entry.role}"
            actor = f" · {clean_line(entry.actor)}" if entry.actor else ""
            fitting = (words + actor + role, words + role, words)
            words = next(each for each in fitting if cells(each) <= room or each == words)
        else:
            words = f" · {entry.mode} · claimed at L{entry.line}, challenge pending"
        spans += [Span(cut(words, room), "faint" if gone else "quiet"), Span(said, "accent")]
        made.append(Row(tuple(spans)))
        return made

    def _said(self, entry: ListedFinding) -> str:
        """What a person said of a finding."""
        words = " ".join(filter(None, (entry.decision, "note" if entry.note else "")))
        signs = {"accepted": self.symbols.accepted, "rejected": self.symbols.rejected}
        sign = signs.get(entry.decision or "", self.symbols.note)
        return (" · stale" if self.stale else "") + (f" · {sign} {words}" if words else "")

    def _look(self, look: Look, width: int) -> list[Row]:
        words = words_wrapped(f"L{look.line} {clean_line(look.title)}", width - 6)
        lead = f"  {self.symbols.signal} "
        return [row((lead if at == 0 else "    ", "quiet"), (text, "quiet")) for at, text in enumerate(words[:2])]

    def _note(self, note: Noted, width: int) -> list[Row]:
        changed = " · stale" if note.stale else ""
        words = words_wrapped(f"{line_range(*note.lines)} {clean_line(note.words)}{changed}", width - 6)
        lead, ink = f"  {self.symbols.note} ", "faint" if note.stale else "text"
        return [row((lead if at == 0 else "    ", "accent"), (text, ink)) for at, text in enumerate(words[:3])]

    def _root(self, look: Look, width: int) -> list[Row]:
        words = words_wrapped(f"{clean_line(look.title)} · L{look.line}", width - 16)
        return [
            row(("  root cause  " if at == 0 else " " * 14, "fatal bold"), (text, "text"))
            for at, text in enumerate(words[:2])
        ]

    def chosen(self) -> None:
        """The evidence follows the cursor."""
        if isinstance(self.thing, ListedFinding):
            self.post_message(FindingLit(self.thing.id))

    def action_enter(self) -> None:
        """Go to the act, the place worth a look or the note; list what was taken out."""
        match self.thing:
            case Look(line=line) | Noted(lines=(line, _)):
                self.post_message(LineWanted(line))
            case ListedFinding(id=finding):
                self.post_message(FindingEntered(finding))
            case Audit():
                self.post_message(AuditWanted())

    def action_detail(self) -> None:
        """Open the finding."""
        if self.entry is not None and self.entry.settled:
            self.post_message(DetailWanted(self.entry.id))

    def action_decide(self, decision: str) -> None:
        """Accept or reject."""
        if self.entry is not None and self.entry.settled:
            self.post_message(Decided(self.entry.id, decision))

    def action_note(self) -> None:
        """Write a note, or change the one on lines."""
        if isinstance(self.thing, Noted):
            self.post_message(LineNoteWanted(self.thing.lines))
        elif self.entry is not None and self.entry.settled:
            self.post_message(NoteWanted(self.entry.id, "note"))

    def action_edit(self) -> None:
        """Put it in other words."""
        if self.entry is not None and self.entry.settled:
            self.post_message(NoteWanted(self.entry.id, "edit"))

    def action_undo(self) -> None:
        """Take the last decision back."""
        self.post_message(UndoWanted())


def counted(entries: Sequence[ListedFinding]) -> str:
    """How many findings there are."""
    return count(len(entries), "finding")
