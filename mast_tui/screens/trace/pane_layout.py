"""Gives every pane its place, and moves the focus between them."""

from collections.abc import Iterable
from typing import cast

from textual import events
from textual.widget import Widget

from mast_tui.layout.arrangement import Arrangement, arranged
from mast_tui.screens.trace.part import Pane, Part, View, hears
from mast_tui.state.session import Session


class PaneLayout(Part):
    """The panes, and which of them one is in."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self.pane = "trace"
        self.panes: dict[str, Pane] = {}
        self._too_small: Widget | None = None

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
        return arranged(width, height, self.pane, wanted, bool(self.session.turns))

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

    def settle(self) -> None:
        """Give every pane its place."""
        plan = self.arrangement
        for name in ("title", "body", "hints"):
            self.view.query_one(f"#{name}").display = not plan.too_small
        seeks = any(pane.widget.display for pane in self._of("bar"))
        self.view.query_one("#status").display = not plan.too_small and not seeks
        if self._too_small is not None:
            self._too_small.display = plan.too_small
        if plan.too_small:
            return
        in_side = self.pane in self.panes and self.panes[self.pane].room == "side"
        side, ruler = self.view.query_one("#side"), self.view.query_one("#ruler")
        ruler.display = not plan.one_pane or not in_side
        side.display = not plan.one_pane or in_side
        side.styles.width = plan.side if not plan.one_pane else "1fr"
        self._settle_beside(plan, in_side=in_side)
        self._settle_side(plan)
        self.view.draw()

    def _settle_beside(self, plan: Arrangement, *, in_side: bool) -> None:
        """The panes left of the trace and in its place."""
        covered = False
        for pane in self._of("trace"):
            pane.widget.display = pane.widget.display and not in_side
            covered = covered or pane.widget.display
        self.view.trace.display = self.view.query_one("#ruler").display and not covered
        for pane in self._of("left"):
            pane.widget.display = pane.shown(plan)

    def _settle_side(self, plan: Arrangement) -> None:
        """The panes of the side column: all of them, one group where there is room for one, or one over all."""
        panes = self._of("side")
        cover = next((pane for pane in panes if pane.covers and pane.shown(plan)), None)
        here = self.panes[self.pane].group if self.pane in self.panes else "diagnosis"
        for pane in panes:
            shown = not pane.covers and pane.shown(plan) and (not plan.one_pane or pane.group == here)
            pane.widget.display = shown if cover is None else pane is cover
            pane.widget.styles.height = pane.height(plan)

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
