"""Leads to the screens beside the trace: the report, a comparison, the runs of the file, which model is asked."""

from mast_tui.keys.chosen import key_of
from mast_tui.screens.trace.part import Part, hears
from mast_tui.widgets.form_messages import ModelTaken
from mast_tui.widgets.messages import RunsWanted
from mast_tui.widgets.screen_messages import ScreenWanted


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
            self.view.say(f"There is no diagnosis to {what} yet; {key_of('panes.diagnose')} diagnoses.")
        else:
            self.view.send(ScreenWanted(name))

    def action_add_model(self) -> None:
        """Let a person say which model is asked."""
        if self.session.stage in ("diagnosing", "planning"):
            self.view.say(f"A diagnosis goes on with the model it began with; {key_of('panes.diagnose')} stops it.")
        else:
            self.view.send(ScreenWanted("model"))

    @hears(ModelTaken)
    def _model_taken(self, message: ModelTaken) -> None:
        self.view.say(message.words)
        self.view.draw()

    def action_runs(self) -> None:
        """Show the other runs of the table or of the file."""
        self.view.send(RunsWanted())

    def action_run_step(self, step: int) -> None:
        """Go to the next run of the table."""
        self.view.send(RunsWanted(step))
