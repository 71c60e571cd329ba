"""Opens what shows the run as a whole (its numbers, its lanes), and goes to the lines that were chosen there."""

from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.state.place_set import PlaceSet
from mast_tui.state.session import Session
from mast_tui.widgets.screen_messages import PlacesWanted, ScreenWanted


class RunOverviews(Part):
    """The way to the overviews of a run, and back to where one stood in them."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self._left: dict[str, tuple[float, ...]] = {}
        """Where the cursor stood on each of them when it was left for the trace."""
        self._came_from = ""

    def action_statistics(self) -> None:
        """Show the run in numbers."""
        self._open("statistics")

    def action_lanes(self) -> None:
        """Show the run in lanes."""
        self._open("lanes")

    def _open(self, name: str) -> None:
        self._came_from = ""
        self.view.send(ScreenWanted(name, self._left.get(name, ())))

    @hears(PlacesWanted)
    def _go(self, message: PlacesWanted) -> None:
        self._left[message.screen] = message.position
        self._came_from = message.screen
        navigator = self.view.part(Navigator)
        navigator.take(PlaceSet("place", message.lines, 0))
        navigator.set_words = navigator.words_of_set()
        navigator.lift_filter(message.lines[0])
        self.view.trace.go(message.lines[0])
        self.view.show_pane("trace")
        self.view.draw_place()

    def go_back(self) -> bool:
        """Back to the overview that one came from."""
        if not self._came_from:
            return False
        self._open(self._came_from)
        return True
