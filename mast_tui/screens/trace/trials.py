"""Leads to the trial of a remedy, and shows in the open finding what came of it."""

import threading
from contextlib import suppress

from textual import events

from mast_tui.keys.chosen import key_of
from mast_tui.screens.trace.finding_review import FindingReview
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.state.session import Session
from mast_tui.widgets.screen_messages import ScreenWanted

_SOON = 0.5
"""Seconds after which what a trial takes is loaded: the panes come first."""


class Trials(Part):
    """The way from a finding to the trial of its remedies, and back."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self._is_loading = False

    def draw(self) -> None:
        """Where a remedy could be tried, load ahead what that takes: the first key for it need not wait."""
        session = self.session
        if not self._is_loading and session.findings and session.model is not None and not session.offline:
            self._is_loading = True
            self.view.after(_SOON, self._load)

    def _load(self) -> None:
        """In a thread that nobody waits for, also when the program ends; what fails here fails again, told, with X."""
        threading.Thread(target=_load_ahead, name="load a trial", daemon=True).start()

    def action_try(self) -> None:
        """Try a remedy of the chosen finding: the one under the cursor, else the first."""
        session, review = self.session, self.view.part(FindingReview)
        finding = session.finding(review.opened or session.marks.selected or "")
        if finding is None:
            listed = bool(session.entries and session.judged)
            why = "choose one of the list" if listed else f"{key_of('panes.diagnose')} diagnoses"
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


def _load_ahead() -> None:
    from mast_tui.diagnosis.trial_following import load

    with suppress(Exception):
        load()
