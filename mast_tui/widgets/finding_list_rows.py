"""Makes the rows of the list of findings: of findings, of places worth a look, and of notes."""

from collections.abc import Sequence
from typing import NamedTuple

from agent.clean import clean_line
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Finding
from agent.diagnosis.severity import SEVERITIES
from agent.number_words import line_range
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import cells, cut, shortened, words_wrapped
from mast_tui.terminal.themes import Symbols


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


Thing = Finding | Grounded | Look | Noted | Audit


def counted_words(entries: Sequence[Finding | Grounded]) -> str:
    """How many findings there are, by how grave they are."""
    if not entries:
        return ""
    if not isinstance(entries[0], Finding):
        return f"{len(entries)} so far · may change"
    parts = [str(len(entries))]
    for severity in SEVERITIES:
        number = sum(entry.severity == severity for entry in entries)
        if number:
            parts.append(f"{number} {severity}")
    return " · ".join(parts)


class FindingListRows:
    """Rows of one width; those of findings that do not fit the trace any more are struck out."""

    def __init__(self, symbols: Symbols, width: int, *, is_stale: bool) -> None:
        self._symbols = symbols
        self._width = width
        self._is_stale = is_stale

    def finding(self, entry: Finding | Grounded) -> list[Row]:
        """A finding: its title, then how grave and how sure it is, where, and what a person said of it."""
        is_rejected = isinstance(entry, Finding) and entry.decision == "rejected"
        gone = " strike" if is_rejected or self._is_stale else ""
        title_ink = f"{'faint' if gone else 'text'}{gone}" + ("" if gone else " bold")
        titles = words_wrapped(clean_line(entry.title), self._width - 8)
        made = []
        for at, words in enumerate(_at_most(titles, 3, self._width - 8)):
            lead = Span(f"  {entry.id:<4}", "evidence_note bold" if not gone else "faint") if at == 0 else Span(" " * 6)
            made.append(row(lead, (words, title_ink)))
        ink = "faint" if gone else entry.severity
        spans = [Span("      "), Span(f"{getattr(self._symbols, entry.severity)} {entry.severity}", ink)]
        said = self._said(entry)
        room = self._width - cells(spans[1].text) - cells(said) - 7
        if isinstance(entry, Finding):
            words = f" · {entry.called} {entry.confidence} · L{entry.onset}"
            role = "" if entry.role == "unrelated" else " · root cause" if entry.role == "root" else f" · {entry.role}"
            actor = f" · {clean_line(entry.actor)}" if entry.actor else ""
            short = f" · {entry.called} · L{entry.onset}"
            root = (short + role, f" · L{entry.onset}{role}") if entry.role == "root" else ()
            fitting = (words + actor + role, words + role, *root, words, short)
            words = next((each for each in fitting if cells(each) <= room), f" · L{entry.onset}")
        else:
            words = f" · {entry.called} · claimed at L{entry.onset}, challenge pending"
        spans += [Span(shortened(words, room), "faint" if gone else "quiet"), Span(said, "accent")]
        made.append(Row(tuple(spans)))
        return made

    def _said(self, entry: Finding | Grounded) -> str:
        """What a person said of a finding."""
        stale = " · stale" if self._is_stale else ""
        if not isinstance(entry, Finding):
            return stale
        words = " ".join(filter(None, (entry.decision, "note" if entry.note else "")))
        signs = {"accepted": self._symbols.accepted, "rejected": self._symbols.rejected}
        sign = signs.get(entry.decision or "", self._symbols.note)
        return stale + (f" · {sign} {words}" if words else "")

    def look(self, look: Look) -> list[Row]:
        """A place worth a look."""
        words = words_wrapped(f"L{look.line} {clean_line(look.title)}", self._width - 6)
        lead, shown = f"  {self._symbols.signal} ", _at_most(words, 2, self._width - 6)
        return [row((lead if at == 0 else "    ", "quiet"), (text, "quiet")) for at, text in enumerate(shown)]

    def note(self, note: Noted) -> list[Row]:
        """A note on lines."""
        changed = " · stale" if note.stale else ""
        words = words_wrapped(f"{line_range(*note.lines)} {clean_line(note.words)}{changed}", self._width - 6)
        lead, ink = f"  {self._symbols.note} ", "faint" if note.stale else "text"
        shown = _at_most(words, 3, self._width - 6)
        return [row((lead if at == 0 else "    ", "accent"), (text, ink)) for at, text in enumerate(shown)]

    def root(self, look: Look) -> list[Row]:
        """A root cause that is no mode."""
        words = words_wrapped(f"{clean_line(look.title)} · L{look.line}", self._width - 16)
        return [
            row(("  root cause  " if at == 0 else " " * 14, "fatal bold"), (text, "text"))
            for at, text in enumerate(_at_most(words, 2, self._width - 16))
        ]


def _at_most(rows: list[str], most: int, room: int) -> list[str]:
    """So many rows, the last with a sign where there would be more."""
    return rows if len(rows) <= most else [*rows[: most - 1], f"{cut(rows[most - 1], room - 1).rstrip()}…"]
