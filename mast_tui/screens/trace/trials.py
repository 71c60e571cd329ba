"""Leads to the trial of a remedy, and shows in the open finding what came of it."""

from textual import events

from mast_tui.screens.trace.finding_review import FindingReview
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Part, hears
from mast_tui.widgets.screen_messages import ScreenWanted


class Trials(Part):
    """The way from a finding to the trial of its remedies, and back."""

    def action_try(self) -> None:
        """Try a remedy of the chosen finding: the one under the cursor, else the first."""
        session, review = self.session, self.view.part(FindingReview)
        finding = session.finding(review.opened or session.marks.selected or "")
        if finding is None:
            why = "choose one of the list" if session.entries and session.judged else "D diagnoses"
            self.view.say(f"There is no finding whose remedy could be tried; {why}.")
            return
        if not finding.remedies:
            self.view.say(f"{finding.id} names no remedy that could be tried.")
            return
        in_finding = self.view.part(PaneLayout).pane == "finding"
        mark = review.detail.mark if in_finding else None
        number = mark.number if mark is not None and mark.kind == "remedy" else 0
        self.view.send(ScreenWanted("trial", (number,), finding.id))

    @hears(events.ScreenResume)
    def _resumed(self, _: events.ScreenResume) -> None:
        if self.view.is_whole:
            self.view.draw()
