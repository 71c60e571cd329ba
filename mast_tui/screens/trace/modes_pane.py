"""The pane of the fourteen modes, and what the ruler shows of the one that is chosen there."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mast_tui.diagnosis.diagnosis_words import blind_words, categories_of, coverage_words
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Pane, Part, hears
from mast_tui.screens.trace.screen_words import over_of
from mast_tui.widgets.messages import AuditWanted, CardWanted, ModeEntered, ModeLit, ModeOnly
from mast_tui.widgets.trace_ruler import TraceRuler

if TYPE_CHECKING:
    from mast_tui.widgets.category_rail import CategoryRail


class Modes(Part):
    """The modes under their categories, filling in as they are judged."""

    rail: "CategoryRail"

    def make_panes(self) -> Iterable[Pane]:
        """The pane of modes."""
        from mast_tui.widgets.category_rail import CategoryRail

        self.rail = CategoryRail(id="modes")
        self.rail.symbols = self.view.symbols
        yield Pane("modes", self.rail, height=lambda plan: plan.modes)

    @property
    def mode_shown(self) -> str | None:
        """The mode whose coverage the ruler shows: the one chosen among the modes, else the only one listed."""
        chosen = self.view.is_whole and self.view.part(PaneLayout).pane == "modes"
        return self.rail.modes[self.rail.cursor].code if chosen else self.session.only_mode

    def draw(self) -> None:
        """Show how far each mode is judged."""
        session = self.session
        self.rail.show(categories_of(session), coverage_words(session), blind_words(session))
        if self.rail.stale != session.stale:
            self.rail.stale = session.stale
            self.rail.renew()

    def draw_place(self) -> None:
        """Show on the ruler which lines are in sight, read, and covered."""
        session, view = self.session, self.view
        ruler = view.query_one("#ruler")
        assert isinstance(ruler, TraceRuler)  # noqa: S101 - the first frame has no other
        first, last = view.trace.lines_in_sight
        size = max(1, session.trace.source.known_size or session.read_bytes or 1)
        share = 1.0 if session.stage != "reading" else min(0.99, session.read_bytes / size)
        ruler.show(first, last, share, over_of(session, self.mode_shown, view.rows.shown))

    @hears(ModeLit)
    def _lit(self, _: ModeLit) -> None:
        self.view.draw_place()

    @hears(ModeOnly)
    def _only(self, message: ModeOnly) -> None:
        self.session.only_mode = None if self.session.only_mode == message.code else message.code
        self.view.draw()

    @hears(ModeEntered)
    def _entered(self, message: ModeEntered) -> None:
        from mast_tui.diagnosis.cards import mode_card

        state = next((each for each in self.rail.modes if each.code == message.code), None)
        if state is not None:
            self.view.send(CardWanted(lambda width: mode_card(state, self.session, width)))

    @hears(AuditWanted)
    def _audit(self, _: AuditWanted) -> None:
        from mast_tui.diagnosis.cards import audit_card

        diagnosis = self.session.diagnosis
        if diagnosis is not None:
            self.view.send(CardWanted(lambda width: audit_card(diagnosis, width)))
