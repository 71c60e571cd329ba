"""Copies lines, quotes, findings, remedies and answers to the clipboard."""

from typing import TYPE_CHECKING

from agent.clean import clean, clean_name
from mast_tui.keys.chosen import key_of
from mast_tui.layout.copied_lines import copied
from mast_tui.screens.trace.finding_review import FindingReview
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Part, hears
from mast_tui.state.paths import usable_state_folder
from mast_tui.terminal.clipboard import fits_terminal, keep_copy
from mast_tui.widgets.messages import TurnWanted

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import Finding


class Copying(Part):
    """What is copied where one stands."""

    def action_copy(self) -> None:
        """Copy what the cursor stands on: a remedy, a quote, a finding, else lines as the trace has them."""
        pane, review = self.view.part(PaneLayout).pane, self.view.part(FindingReview)
        if pane == "finding" and (self._copy_remedy(review) or self._copy_quote()):
            return
        if pane == "findings" and review.list.entry is not None and self._copy_finding():
            return
        self.action_copy_line()

    def action_copy_line(self) -> None:
        """Copy the line, or the lines selected, as the trace has them."""
        if not self.session.reader.last:
            return
        trace = self.view.trace
        text, words = copied(self.view.rows, trace.place, trace.selected)
        trace.selected = None
        trace.renew()
        self.copy(text, words)

    def action_copy_quote(self) -> None:
        """Copy the piece of evidence that was gone to last."""
        if not self._copy_quote():
            keys = f"{key_of('panes.next_finding')} goes to a finding, {key_of('panes.next')} to its next evidence"
            self.view.say(f"There is no quote to copy here: {keys}.")

    def action_copy_finding(self) -> None:
        """Copy the chosen finding in a few lines."""
        if not self._copy_finding():
            self.view.say(f"There is no finding to copy yet; {key_of('panes.diagnose')} diagnoses.")

    def action_copy_address(self) -> None:
        """Copy what opens this place for a colleague: the trace with the line, or with the open finding."""
        path = str(self.session.path)
        if path == "-":
            self.view.say("A trace that came through a pipe has no address.")
            return
        opened = self.view.part(PaneLayout).pane in ("finding", "findings") and self._chosen
        address = f"{path}#{opened.id}" if opened else f"{path}:{self.view.trace.place.line}"
        self.copy(address, f"{clean_name(address)} is copied; mast-tui opens there.")

    @property
    def _chosen(self) -> "Finding | None":
        return self.session.finding(self.session.marks.selected or "")

    def _copy_remedy(self, review: FindingReview) -> bool:
        """Copy the remedy under the cursor; False where there is none."""
        mark, finding = review.detail.mark, self.session.finding(review.opened or "")
        if finding is None or mark is None or mark.kind != "remedy":
            return False
        remedy = finding.remedies[mark.number]
        self.copy(f"{remedy.target}: {remedy.change}", f"The remedy for {finding.id} is copied.")
        return True

    def _copy_quote(self) -> bool:
        """Copy a quote as the trace has it; False where there is none."""
        finding = self._chosen
        if finding is None:
            return False
        from mast_tui.diagnosis.copied_finding import quote_of

        places = self.view.part(Navigator).places
        at = places.at if places is not None and places.kind == "evidence" else 0
        mark = self.view.part(FindingReview).detail.mark
        if self.view.part(PaneLayout).pane == "finding" and mark is not None:
            at = mark.number
        quoted = quote_of(finding, at)
        if quoted is not None:
            self.copy(quoted[0], f"The quote at {quoted[1]} is copied.")
        return quoted is not None

    def _copy_finding(self) -> bool:
        """Copy the chosen finding: what it says, and what it rests on; False where none is chosen."""
        finding = self._chosen
        if finding is None:
            return False
        from mast_tui.diagnosis.copied_finding import words_of

        self.copy(words_of(finding), f"{finding.id} is copied with its evidence.")
        return True

    @hears(TurnWanted)
    def _turn(self, message: TurnWanted) -> None:
        turn = message.turn
        self.copy(f"{turn.question}\n\n{turn.answer}\n", "The question and its answer are copied.")

    def copy(self, text: str, said: str) -> None:
        """Hand text to the clipboard of the terminal, and keep it in a file for terminals without one.

        What a shell would obey when it is pasted is made visible, as it is on the screen.
        """
        text = clean(text)
        fits = fits_terminal(text)
        if fits:
            self.view.to_clipboard(text)
        path = keep_copy(text, usable_state_folder())
        if fits:
            self.view.say(f"{said} It is in {clean_name(path)} too." if path else said)
        elif path:
            self.view.say(
                f"{said} It is too long for the clipboard of a terminal, so it is in {clean_name(path)} only."
            )
        else:
            self.view.say("That is too long for the clipboard of a terminal, and the state folder cannot be written.")
