"""The parts of the trace screen that its first frame shows, and that the keys need which move in it."""

from mast_tui.screens.trace.modes_pane import Modes
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Part
from mast_tui.screens.trace.status_line import StatusLine

FIRST_PARTS: list[type[Part]] = [Modes, PaneLayout, Navigator, StatusLine]
