"""Leads to the screens beside the trace: the report, a comparison, the runs of the file, how to add a model."""

from mast_tui.screens.trace.part import Part
from mast_tui.widgets.messages import CardWanted, RunsWanted, ScreenWanted


class OtherScreens(Part):
    """The keys that open another screen, and why one cannot be opened."""

    def action_report(self) -> None:
        """Write a report."""
        self._show_screen("report", "write")

    def action_compare(self) -> None:
        """Compare with another diagnosis."""
        self._show_screen("compare", "compare")

    def _show_screen(self, name: str, what: str) -> None:
        if self.session.diagnosis is None:
            self.view.say(f"There is no diagnosis to {what} yet; D diagnoses.")
        else:
            self.view.send(ScreenWanted(name))

    def action_add_model(self) -> None:
        """Say how to add a model."""
        from mast_tui.diagnosis.cards import model_card

        self.view.send(CardWanted(lambda width: model_card(self.session, width)))

    def action_runs(self) -> None:
        """Show the other runs of the table or of the file."""
        self.view.send(RunsWanted())

    def action_run_step(self, step: int) -> None:
        """Go to the next run of the table."""
        self.view.send(RunsWanted(step))
