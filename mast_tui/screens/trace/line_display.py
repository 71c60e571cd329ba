"""How lines are shown: wrapped, folded, selected."""

from mast_tui.keys.chosen import key_of
from mast_tui.screens.trace.part import Part
from mast_tui.widgets.messages import ChoiceMade


class LineDisplay(Part):
    """The keys that change how lines look, and which of them are selected."""

    def action_wrap(self) -> None:
        """Wrap long lines, or not."""
        rows, trace = self.view.rows, self.view.trace
        rows.wrap = not rows.wrap
        self.view.send(ChoiceMade("wrap", rows.wrap))
        rows.column = 0
        trace.go(trace.place.line)
        self.view.draw_place()

    def action_pretty(self) -> None:
        """Lay JSON out and colour code, or show lines as they are written."""
        rows, trace = self.view.rows, self.view.trace
        rows.pretty = not rows.pretty
        trace.go(trace.place.line)
        laid_out = "JSON that is whole is laid out, code is coloured."
        plain = f"Lines are as written; {key_of('panes.pretty')} lays them out."
        self.view.say(laid_out if rows.pretty else plain)

    def action_fold(self) -> None:
        """Open the fold under the cursor, or close it again."""
        if not self.session.folds.toggle(self.view.trace.place.line):
            self.view.say(f"There is no fold here; {key_of('panes.folds')} opens all of them.")
        self.view.rows.refresh()
        self.view.trace.renew()

    def action_folds(self) -> None:
        """Open all folds, or close them."""
        self.session.folds.all_open = not self.session.folds.all_open
        self.view.rows.refresh()
        self.view.trace.go(self.view.trace.place.line)
        self.view.draw_place()

    def action_select(self) -> None:
        """Begin to select lines, or stop."""
        trace = self.view.trace
        line = trace.place.line
        trace.selected = None if trace.selected else (line, line)
        trace.renew()
        self.view.draw()

    def go_back(self) -> bool:
        """Select nothing any more."""
        if self.view.trace.selected is None:
            return False
        self.view.trace.selected = None
        self.view.trace.renew()
        return True
