"""Gives every pane its place, and moves the focus between them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from textual import events
from textual.widget import Widget

from mast_tui.keys.chosen import key_of
from mast_tui.layout.arrangement import Arrangement, arranged
from mast_tui.screens.trace.part import Pane, Part, View, hears
from mast_tui.state.session import Session
from mast_tui.widgets.messages import ChoiceMade


class PaneLayout(Part):
    """The panes, and which of them one is in."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self.pane = "trace"
        self.is_whole_screen = False
        """Whether the pane that one is in has all of the screen."""
        self.panes: dict[str, Pane] = {}
        self._too_small: Widget | None = None
        self._rows_of_modes = 0

    async def mount(self, panes: Iterable[Pane], too_small: Widget) -> None:
        """Put each pane where it belongs; those that are not wanted yet are hidden by their own style."""
        panes = list(panes)
        body, trace, side = (self.view.query_one(f"#{name}") for name in ("body", "trace", "side"))
        await side.mount(*(pane.widget for pane in panes if pane.room == "side"))
        await body.mount(*(pane.widget for pane in panes if pane.room == "left"), before=trace)
        await body.mount(*(pane.widget for pane in panes if pane.room == "trace"), after=trace)
        hints = self.view.query_one("#hints")
        for pane in panes:
            if pane.room == "bar":
                await cast(Widget, hints.parent).mount(pane.widget, before=hints)
        await cast(Widget, hints.parent).mount(too_small)
        self.panes = {pane.name: pane for pane in panes}
        self._too_small = too_small

    @property
    def arrangement(self) -> Arrangement:
        """How the panes stand at this size."""
        width, height = self.view.size
        wanted = sum(pane.rows_wanted() for pane in self.panes.values())
        session, chosen = self.session, self.session.settings
        is_known = session.judged is not None or session.stage in ("planning", "diagnosing", "stopped")
        return arranged(width, height, self.pane, wanted, bool(session.turns), is_known, chosen.side, chosen.plain)

    @property
    def has_whole_screen(self) -> bool:
        """Whether the pane that one is in has all of the screen: a person wanted that, or it is made for it."""
        return self.is_whole_screen or (self.pane in self.panes and self.panes[self.pane].alone())

    @property
    def _shows_one(self) -> bool:
        return self.has_whole_screen or self.arrangement.one_pane

    @property
    def over(self) -> str:
        """What has taken the place of a pane or a bar, so that other keys count there."""
        shown = (pane.name for pane in self._of("bar", "trace") if pane.widget.display)
        focused = self.view.focus_on
        return next(shown, "question" if focused is not None and focused.id == "question" else "")

    def _of(self, *rooms: str) -> list[Pane]:
        return [pane for pane in self.panes.values() if pane.room in rooms]

    @hears(events.Resize)
    def _resized(self, _: events.Resize) -> None:
        self.settle()

    def draw(self) -> None:
        """The modes take their room as soon as they begin to matter."""
        if self.arrangement.modes != self._rows_of_modes:
            self.settle()

    def settle(self) -> None:
        """Give every pane its place."""
        plan = self.arrangement
        self._rows_of_modes = plan.modes
        for name in ("title", "body", "hints"):
            self.view.query_one(f"#{name}").display = not plan.too_small
        seeks = any(pane.widget.display for pane in self._of("bar"))
        self.view.query_one("#status").display = not plan.too_small and not seeks
        if self._too_small is not None:
            self._too_small.display = plan.too_small
        if plan.too_small:
            return
        here = self.panes[self.pane].room if self.pane in self.panes else "trace"
        side, ruler = self.view.query_one("#side"), self.view.query_one("#ruler")
        ruler.display = here not in ("side", "left") if self.has_whole_screen else not plan.one_pane or here != "side"
        side.display = here == "side" or not self._shows_one
        side.styles.width = plan.side if not self._shows_one else "1fr"
        self._settle_beside(plan, in_side=here == "side")
        ruler.display = ruler.display and not self.session.settings.plain  # a drawing says nothing to who hears it
        self._settle_side(plan)
        self._keep_focus_in_sight()
        self.view.draw()

    def _keep_focus_in_sight(self) -> None:
        """Whoever was in a pane that has just been hidden goes on in the trace, or in what has its place."""
        focused = self.view.focus_on
        if focused is not None and all(
            each.display for each in focused.ancestors_with_self if isinstance(each, Widget)
        ):
            return
        shown = next((pane.widget for pane in self._of("trace") if pane.widget.display), self.view.trace)
        if shown.display:
            self.view.set_focus(shown)

    def _settle_beside(self, plan: Arrangement, *, in_side: bool) -> None:
        """The panes left of the trace and in its place."""
        covered = False
        for pane in self._of("trace"):
            pane.widget.display = pane.widget.display and not in_side
            covered = covered or pane.widget.display
        self.view.trace.display = self.view.query_one("#ruler").display and not covered
        for pane in self._of("left"):
            pane.widget.display = pane.name == self.pane if self.has_whole_screen else pane.shown(plan)
            pane.widget.styles.width = "1fr" if self.has_whole_screen else plan.outline

    def _settle_side(self, plan: Arrangement) -> None:
        """The panes of the side column: all of them, one group where there is room for one, or one over all."""
        panes = self._of("side")
        cover = next((pane for pane in panes if pane.covers and pane.shown(plan)), None)
        here = self.panes[self.pane].group if self.pane in self.panes else "diagnosis"
        for pane in panes:
            shown = not pane.covers and pane.shown(plan) and (not plan.one_pane or pane.group == here)
            if self.has_whole_screen:
                shown = pane.name == self.pane
            pane.widget.display = shown if cover is None else pane is cover
            pane.widget.styles.height = "1fr" if self.has_whole_screen else pane.height(plan)

    @hears(events.DescendantFocus)
    def _focus_moved(self, event: events.DescendantFocus) -> None:
        """The pane of the focused widget is the one that grows."""
        name = self._pane_of(event.widget)
        if name is not None and name != self.pane:
            self.pane = name
            self.settle()

    def _pane_of(self, widget: Widget) -> str | None:
        ids = {node.id for node in widget.ancestors_with_self}
        if ids & {"trace", *(pane.name for pane in self._of("trace"))}:
            return "trace"
        return next((pane.name for pane in self._of("side", "left") if pane.name in ids), None)

    def show(self, name: str, *, returning: bool = False) -> None:
        """Go to a pane; `returning` where one comes back to it from the trace."""
        pane = self.panes.get(name)
        if pane is not None and pane.room == "left" and not (pane.alone() or pane.shown(self.arrangement)):
            name, pane = "trace", None
        if pane is not None and pane.room == "side":
            for each in self._of("side"):
                if each.group != pane.group:
                    each.leave()
        self.pane = name
        self.settle()
        target: Widget = self.view.trace
        if pane is not None:
            target = pane.focus(returning) if pane.focus is not None else pane.widget
        self.view.set_focus(target)
        self.view.draw_place()

    def action_pane(self, name: str) -> None:
        """Go to a pane."""
        self.show(name)

    def action_whole_screen(self, wanted: bool) -> None:
        """Give the pane that one is in the whole screen, or take that back."""
        if self.is_whole_screen == wanted:
            return
        self.is_whole_screen = wanted
        self.settle()
        whole = f"This pane has the whole screen; {key_of('panes.all')} takes that back."
        self.view.say(whole if wanted else "All panes are back.")

    def action_border(self, step: int) -> None:
        """Move the border between the trace and the panes beside it; it stays there also the next time."""
        plan = self.arrangement
        if self._shows_one:
            self.view.say("There is one pane now, so there is no border to move.")
            return
        side = self.session.settings.side + step
        if arranged(*self.view.size, self.pane, 0, side=side).side == plan.side:
            self.view.say("The border can go no further.")
            return
        self.session.settings = replace(self.session.settings, side=side)
        self.view.send(ChoiceMade("side", side))
        self.settle()

    def action_next_pane(self, step: int) -> None:
        """Go to the next pane in the cycle."""
        left = [pane.name for pane in self._of("left") if pane.widget.display]
        covers = [pane.name for pane in self._of("side") if pane.covers and pane.shown(self.arrangement)]
        order = [*left, "trace", *(covers or [pane.name for pane in self._of("side") if not pane.covers])]
        at = order.index(self.pane) if self.pane in order else 0
        self.show(order[(at + step) % len(order)])

    def go_back(self) -> bool:
        """From any pane to the trace."""
        if self.pane == "trace":
            return False
        self.show("trace")
        return True
