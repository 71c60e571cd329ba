"""Opens a finding beside the trace, and keeps what a person says of it."""

from typing import TYPE_CHECKING

from textual import on

from agent.clean import clean, clean_name
from mast_tui.layout.finding_rows import FindingRows
from mast_tui.layout.row import Span
from mast_tui.screens.trace.noting import NotingDesk
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.session import Session
from mast_tui.terminal.clipboard import fits_terminal, keep_copy
from mast_tui.terminal.themes import FULL
from mast_tui.widgets.messages import Decided, DetailWanted, NoteAsked, NoteWanted, UndoWanted, Written

if TYPE_CHECKING:
    from mast_tui.widgets.finding_pane import FindingPane


class DecidingDesk(NotingDesk):
    """The desk with a finding open on it."""

    def __init__(self, session: Session, *, at_once: bool = False) -> None:
        super().__init__(session, at_once=at_once)
        self._drafts: dict[tuple[str, str], str] = {}
        """What was written and not kept, by finding and purpose."""

    @property
    def finding_pane(self) -> "FindingPane":
        """The finding that is open."""
        return self.panes.finding

    def open_finding(self, finding: str) -> None:
        """Open a finding, and light its evidence."""
        if self.session.finding(finding) is None:
            return
        self.opened = finding
        self.findings.choose(finding)
        self.light(finding, move=False)
        self.draw_finding()
        self.show_pane("finding")

    def close_finding(self) -> None:
        """Back to the list."""
        self.opened = None
        self.show_pane("findings")

    def draw_finding(self) -> None:
        """Show the open finding as it is now."""
        from mast_tui.diagnosis.evidence_marks import evidence_of
        from taxonomy.mast import load

        session = self.session
        finding = session.finding(self.opened or "")
        if finding is None:
            return
        ids = [entry.id for entry in session.entries]
        heading = f"Finding {ids.index(finding.id) + 1} of {len(ids)}" if finding.id in ids else f"Finding {finding.id}"
        chip: tuple[Span, ...] = ()
        if finding.actor:
            member = session.actors.member(finding.actor)
            ink = f"page/{member.ink} bold" if member.is_agent else "quiet"
            chip = (Span(f" {member.letters} ", ink), Span(f" {member.name}", f"{member.ink} bold"))
        event = session.reader.event_at(finding.onset).number if finding.onset <= session.reader.last else None
        made = FindingRows(finding, evidence_of(finding), load(), FULL)
        self.finding_pane.show(finding.id, heading, made, chip, event)

    def draw(self) -> None:
        """Show the state as it is now, the open finding too."""
        super().draw()
        if self.opened is not None:
            self.draw_finding()

    def action_finding(self, step: int) -> None:
        """Go to the next finding or the one before; an open one is replaced."""
        super().action_finding(step)
        if self.opened is not None and self.session.marks.selected is not None:
            self.opened = self.session.marks.selected
            self.draw()

    def action_step(self, direction: int) -> None:
        """Go on in the current set; an open finding follows, or steps where one stands in it."""
        if self.pane == "finding":
            self.finding_pane.action_evidence(direction)
            return
        super().action_step(direction)
        places = self.places
        if places is not None and places.kind == "evidence" and self.opened == self.session.marks.selected:
            self.finding_pane.stand_on(places.at)

    def copy_remedy(self) -> bool:
        """Copy the remedy under the cursor; False where there is none."""
        mark, finding = self.finding_pane.mark, self.session.finding(self.opened or "")
        if finding is None or mark is None or mark.kind != "remedy":
            return False
        remedy = finding.remedies[mark.number]
        self.copy(f"{remedy.target}: {remedy.change}", f"The remedy for {finding.id} is copied.")
        return True

    def action_copy_quote(self) -> None:
        """Copy the piece of evidence that was gone to last."""
        if not self.copy_quote():
            self.say("There is no quote to copy here: e goes to a finding, n to its next piece of evidence.")

    def copy_quote(self) -> bool:
        """Copy a quote as the trace has it; False where there is none."""
        finding = self.session.finding(self.session.marks.selected or "")
        if finding is None:
            return False
        from mast_tui.diagnosis.copied_finding import quote_of

        at = self.places.at if self.places is not None and self.places.kind == "evidence" else 0
        if self.pane == "finding" and self.finding_pane.mark is not None:
            at = self.finding_pane.mark.number
        quoted = quote_of(finding, at)
        if quoted is not None:
            self.copy(quoted[0], f"The quote at {quoted[1]} is copied.")
        return quoted is not None

    def action_copy_finding(self) -> None:
        """Copy the chosen finding in a few lines."""
        if not self.copy_finding():
            self.say("There is no finding to copy yet; D diagnoses.")

    def copy_finding(self) -> bool:
        """Copy the chosen finding: what it says, and what it rests on; False where none is chosen."""
        finding = self.session.finding(self.session.marks.selected or "")
        if finding is None:
            return False
        from mast_tui.diagnosis.copied_finding import words_of

        self.copy(words_of(finding), f"{finding.id} is copied with its evidence.")
        return True

    def copy(self, text: str, said: str) -> None:
        """Hand text to the clipboard of the terminal, and keep it in a file for terminals without one.

        What a shell would obey when it is pasted is made visible, as it is on the screen.
        """
        text = clean(text)
        fits = fits_terminal(text)
        if fits:
            self.app.copy_to_clipboard(text)
        path = keep_copy(text, usable_state_folder())
        if fits:
            self.say(f"{said} It is in {clean_name(path)} too." if path else said)
        elif path:
            self.say(f"{said} It is too long for the clipboard of a terminal, so it is in {clean_name(path)} only.")
        else:
            self.say("That is too long for the clipboard of a terminal, and the state folder cannot be written.")

    @on(DetailWanted)
    def _detail(self, message: DetailWanted) -> None:
        self.open_finding(message.finding)

    @on(Decided)
    def _decided(self, message: Decided) -> None:
        if self.session.decide(message.finding, message.decision):
            sign = FULL.accepted if message.decision == "accepted" else FULL.rejected
            self.say(f"{sign} {message.finding} {message.decision}; U takes it back.")
            if message.decision == "rejected":
                self.post_message(NoteWanted(message.finding, "why"))
        self.draw()

    @on(UndoWanted)
    def _undone(self) -> None:
        finding = self.session.undo()
        taken = f"The last decision about {finding} is taken back."
        self.say(taken if finding else "There is no decision to take back.")
        self.draw()

    @on(NoteWanted)
    def _note(self, message: NoteWanted) -> None:
        finding = self.session.finding(message.finding)
        if finding is None:
            return
        asked = {
            "note": f"A note on {finding.id}",
            "edit": f"{finding.id} in your words",
            "why": f"Why is {finding.id} rejected? Enter alone skips.",
        }[message.purpose]
        about = (finding.id, message.purpose)
        draft = self._drafts.get(about) or (finding.note or "" if message.purpose != "why" else "")

        def then(written: Written | None) -> None:
            if written is None or not written.kept:
                self._drafts[about] = written.text if written else draft
                return
            words = written.text
            self._drafts.pop(about, None)
            if message.purpose == "why" and not words:
                return
            decision = "edited" if message.purpose == "edit" else finding.decision
            if message.purpose == "why":
                decision = "rejected"
            self.session.decide(finding.id, decision, words)
            self.say(f"{finding.id}: {'kept' if words else 'the note is gone'}; U takes it back.")
            self.draw()

        self.post_message(NoteAsked(asked, draft, then))
