"""Shows the bytes of an event in place of the trace."""

from collections.abc import Iterable

from mast_tui.screens.trace.part import Pane, Part
from mast_tui.widgets.raw_view import RawView

_MOST = 256 * 1024


class RawBytes(Part):
    """The bytes of the event under the cursor, as the file has them."""

    raw: RawView

    def make_panes(self) -> Iterable[Pane]:
        """The pane in place of the trace."""
        self.raw = RawView(id="raw")
        yield Pane("raw", self.raw, "trace")

    def action_raw(self) -> None:
        """Show the bytes of the event under the cursor, or its lines again."""
        reading = self.session.reader
        if self.raw.display or not reading.last:
            self._close_raw()
            return
        event = reading.event_at(self.view.trace.place.line)
        self.raw.show(reading.raw(event, _MOST), *event.bytes)
        self.view.trace.display, self.raw.display = False, True
        self.view.set_focus(self.raw)

    def _close_raw(self) -> None:
        self.raw.display = False
        self.view.trace.display = True
        self.view.set_focus(self.view.trace)

    def go_back(self) -> bool:
        """Back to the lines."""
        if not self.raw.display:
            return False
        self._close_raw()
        return True
