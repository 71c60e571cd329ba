"""Goes back to the diagnosis that was made before the one that is shown."""

from mast_tui.diagnosis.status_text import none_before, shown_before
from mast_tui.keys.chosen import key_of
from mast_tui.screens.trace.diagnosis_run import DiagnosisRun
from mast_tui.screens.trace.part import Part


class DiagnosisBefore(Part):
    """Two diagnoses of one trace, of which one is shown."""

    def action_diagnosis_before(self) -> None:
        """Show the diagnosis that was made before this one; the other one the next time."""
        session, run = self.session, self.view.part(DiagnosisRun)
        if run.is_busy:
            self.view.say(f"Something is still going on; {key_of('panes.diagnose')} stops a diagnosis.")
            return
        from mast_tui.diagnosis.following import show_before  # loads what knows diagnoses

        if show_before(session):
            session.failure = ""
            self.view.say(shown_before(session))
            self.view.trace.renew()
            run.show_first()
        else:
            self.view.say(none_before())
