"""The trace screen as a whole: what its remaining keys do."""

from textual import on

from mast_tui.layout.copied_lines import copied
from mast_tui.screens.trace.following import FollowingDesk
from mast_tui.widgets.messages import (
    AuditWanted,
    CardWanted,
    ChoiceMade,
    ModeEntered,
    ModeLit,
    ModeOnly,
    RunsWanted,
    ScreenWanted,
)

_ORDER = ("trace", "modes", "findings", "ask")
_OPENED = ("trace", "finding")
_RAW = 256 * 1024


class TraceScreen(FollowingDesk):
    """Read, see what was found, jump, ask, decide."""

    def action_pane(self, pane: str) -> None:
        """Go to a pane."""
        self.show_pane(pane)

    def action_next_pane(self, step: int) -> None:
        """Go to the next pane in the cycle."""
        order = (("outline",) if self.outline.display else ()) + (_OPENED if self.opened else _ORDER)
        at = order.index(self.pane) if self.pane in order else 0
        self.show_pane(order[(at + step) % len(order)])

    def action_back(self) -> None:
        """Go one step back: selection, set, filter, then the list one came from."""
        if self.panes.raw.display:
            self.close_raw()
        elif self.pane == "finding":
            self.close_finding()
        elif self.pane == "ask" and (self.stop_answer() or self.chat.leave_field()):
            return
        elif self.pane != "trace":
            self.show_pane("trace")
        elif self.view.selected is not None:
            self.view.selected = None
            self.view.renew()
        elif self.clear_matches() or self.clear_filter():
            return
        elif self.came_from != "trace":
            pane, self.came_from = self.came_from, "trace"
            self.show_pane(pane)
            if pane == "ask" and self.chat.turns.stops:
                self.set_focus(self.chat.turns)  # a line was gone to from an answer, not from the field
                self.draw_bars()

    def action_wrap(self) -> None:
        """Wrap long lines, or not."""
        self.rows.wrap = not self.rows.wrap
        self.post_message(ChoiceMade("wrap", self.rows.wrap))
        self.rows.column = 0
        self.view.go(self.view.place.line)
        self.draw_bars()

    def action_fold(self) -> None:
        """Open the fold under the cursor, or close it again."""
        if not self.session.folds.toggle(self.view.place.line):
            self.say("There is no fold here; Z opens all of them.")
        self.rows.refresh()
        self.view.renew()

    def action_folds(self) -> None:
        """Open all folds, or close them."""
        self.session.folds.all_open = not self.session.folds.all_open
        self.rows.refresh()
        self.view.go(self.view.place.line)
        self.draw_bars()

    def action_outline(self) -> None:
        """Show the outline, or hide it."""
        self.outline.wanted = not self.outline.display
        self.settle_panes()
        if self.outline.display:
            self.outline.renew()
            self.show_pane("outline")
        else:
            self.show_pane("trace")

    def action_select(self) -> None:
        """Begin to select lines, or stop."""
        line = self.view.place.line
        self.view.selected = None if self.view.selected else (line, line)
        self.view.renew()
        self.draw()

    def action_copy(self) -> None:
        """Copy what the cursor stands on: a remedy, a quote, a finding, else lines as the trace has them."""
        if self.pane == "finding" and (self.copy_remedy() or self.copy_quote()):
            return
        if self.pane == "findings" and self.findings.entry is not None and self.copy_finding():
            return
        self.action_copy_line()

    def action_copy_line(self) -> None:
        """Copy the line, or the lines selected, as the trace has them."""
        if not self.session.reader.last:
            return
        text, words = copied(self.rows, self.view.place, self.view.selected)
        self.view.selected = None
        self.view.renew()
        self.copy(text, words)

    @on(ModeLit)
    def _lit_mode(self) -> None:
        self.draw_bars()

    @on(ModeOnly)
    def _only(self, message: ModeOnly) -> None:
        session = self.session
        session.only_mode = None if session.only_mode == message.code else message.code
        self.draw()

    @on(ModeEntered)
    def _mode(self, message: ModeEntered) -> None:
        from mast_tui.diagnosis.cards import mode_card

        state = next((each for each in self.modes.modes if each.code == message.code), None)
        if state is not None:
            self.post_message(CardWanted(lambda width: mode_card(state, self.session, width)))

    @on(AuditWanted)
    def _audit(self) -> None:
        from mast_tui.diagnosis.cards import audit_card

        diagnosis = self.session.diagnosis
        if diagnosis is not None:
            self.post_message(CardWanted(lambda width: audit_card(diagnosis, width)))

    def action_ask(self) -> None:
        """Ask about what is in view, or about the place worth a look under the cursor."""
        from mast_tui.widgets.finding_list import Look

        thing = self.findings.thing if self.pane == "findings" else None
        if isinstance(thing, Look):
            self.view.go(thing.line)
            self.view.selected = (thing.line, thing.last or thing.line)
        super().action_ask()

    def action_report(self) -> None:
        """Write a report."""
        if self.session.diagnosis is None:
            self.say("There is no diagnosis to write yet; D diagnoses.")
        else:
            self.post_message(ScreenWanted("report"))

    def action_raw(self) -> None:
        """Show the bytes of the event under the cursor, or its lines again."""
        raw = self.panes.raw
        if raw.display or not self.session.reader.last:
            self.close_raw()
            return
        event = self.session.reader.event_at(self.view.place.line)
        raw.show(self.session.reader.raw(event, _RAW), *event.bytes)
        self.view.display, raw.display = False, True
        self.set_focus(raw)

    def close_raw(self) -> None:
        """Back to the lines."""
        self.panes.raw.display = False
        self.view.display = True
        self.set_focus(self.view)

    def action_compare(self) -> None:
        """Compare with another diagnosis."""
        if self.session.diagnosis is None:
            self.say("There is no diagnosis to compare yet; D diagnoses.")
        else:
            self.post_message(ScreenWanted("compare"))

    def action_runs(self) -> None:
        """Show the other runs of the file."""
        if self.session.trace.reading.runs:
            self.post_message(RunsWanted())
        else:
            self.say(f"{self.session.name} holds one run, as far as it is read.")

    def action_add_model(self) -> None:
        """Say how to add a model."""
        from mast_tui.diagnosis.cards import model_card

        self.post_message(CardWanted(lambda width: model_card(self.session, width)))
