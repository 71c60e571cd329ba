"""What a report can hold of a diagnosis and of what people said of it: a box for each, with how much there is."""

from collections.abc import Sequence
from typing import NamedTuple

from agent.report.included import Included
from agent.report.kinds import KINDS, ReportKind
from agent.report.notes import Note
from agent.report.wording import listed
from mast_tui.state.session import Session
from mast_tui.widgets.field_row import Option


class Inclusion(NamedTuple):
    """What is ticked for a format."""

    session: Session
    suffix: str
    included: Included
    with_chat: bool
    may_chat: bool

    @property
    def kind(self) -> ReportKind:
        """The kind of report."""
        return KINDS[self.suffix]

    @property
    def takes_chat(self) -> bool:
        """Whether the format has a place for a conversation, and there is one."""
        return self.kind.takes_chat and self.may_chat and bool(self.session.turns)

    def notes(self) -> list[Note]:
        """The notes on lines that are wanted."""
        return self._on_lines() if self.included.notes else []

    def _on_lines(self) -> list[Note]:
        """The notes on lines that a report of this format can hold."""
        kept = self.session.marks.notes if self.kind.takes_notes else ()
        return [Note(note.lines, note.text, note.stale) for note in kept]

    def aside(self) -> str:
        """What is to be known about JSON: it keeps to its schema."""
        if not self.kind.is_whole:
            return ""
        said = "has no place for notes on lines" if self.session.marks.notes else "holds all of it"
        return f"{self.kind.name} {said}"

    def boxes(self) -> Sequence[Option]:
        """One for each part."""
        findings, whole = self.session.findings, self.kind.is_whole
        decisions = [finding.decision for finding in findings]
        numbers = {
            "accepted": sum(each in ("accepted", "edited") for each in decisions),
            "open": decisions.count(None),
            "notes": sum(finding.note is not None for finding in findings) + len(self._on_lines()),
            "rejected": decisions.count("rejected"),
        }
        shut = f"{self.kind.name} holds all of it." if whole else ""
        made = [
            Option(name, whole or getattr(self.included, name), f"{number}", shut) for name, number in numbers.items()
        ]
        return *made[:3], self._chat(), made[3]

    def _chat(self) -> Option:
        able = listed([kind.name for kind in KINDS.values() if kind.takes_chat])
        why_not = "" if self.kind.takes_chat else f"Only {able} have a place for the conversation."
        if not self.may_chat or not self.session.turns:
            why_not = "Nothing was asked about this trace yet."
        return Option("chat", self.with_chat and not why_not, f"{len(self.session.turns)}", why_not)
