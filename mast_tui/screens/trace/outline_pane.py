"""The pane with the events of the trace in short."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mast_tui.screens.trace.loader import Read
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Pane, Part, hears

if TYPE_CHECKING:
    from mast_tui.widgets.outline_list import Outline

_MANY = 5_000
"""Events: of a trace with more, the outline shows only the first, which growing does not change."""


class OutlinePane(Part):
    """The outline: wide terminals show it, and a person can at any width."""

    outline: "Outline"

    def make_panes(self) -> Iterable[Pane]:
        """The pane left of the trace."""
        from mast_tui.widgets.outline_list import Outline

        self.outline = outline = Outline(self.session, id="outline")
        yield Pane(
            "outline",
            outline,
            "left",
            shown=lambda plan: outline.wanted if outline.wanted is not None else plan.outline,
        )

    def draw_place(self) -> None:
        """Stand on the event on the screen."""
        if self.view.is_whole:
            self.outline.follow(self.view.trace.top.line)

    def action_outline(self) -> None:
        """Show the outline, or hide it."""
        self.outline.wanted = not self.outline.display
        self.view.part(PaneLayout).settle()
        if self.outline.display:
            self.outline.renew()
        self.view.show_pane("outline" if self.outline.display else "trace")

    @hears(Read)
    def _read(self, message: Read) -> None:
        if message.done:
            self.outline.renew()

    def grown(self, shared_lines: int) -> None:
        """Show the events of a trace that has grown, `shared_lines` of which are as they were."""
        if len(self.session.trace.events) < _MANY or not shared_lines:
            self.outline.renew()
