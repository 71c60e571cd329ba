"""The one list of the parts of the trace screen: a new part or pane is a file and a line here."""

from mast_tui.screens.trace.bookmarks import Bookmarks
from mast_tui.screens.trace.chat import Chat
from mast_tui.screens.trace.copying import Copying
from mast_tui.screens.trace.diagnosis_before import DiagnosisBefore
from mast_tui.screens.trace.diagnosis_run import DiagnosisRun
from mast_tui.screens.trace.editing import Editing
from mast_tui.screens.trace.end_follower import EndFollower
from mast_tui.screens.trace.event_filter import EventFilters
from mast_tui.screens.trace.file_changes import FileChanges
from mast_tui.screens.trace.finding_review import FindingReview
from mast_tui.screens.trace.jumping import Jumping
from mast_tui.screens.trace.line_display import LineDisplay
from mast_tui.screens.trace.line_notes import LineNotes
from mast_tui.screens.trace.live_hints import LiveHints
from mast_tui.screens.trace.loader import Loader
from mast_tui.screens.trace.modes_pane import Modes
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.other_screens import OtherScreens
from mast_tui.screens.trace.outline_pane import OutlinePane
from mast_tui.screens.trace.own_findings import OwnFindings
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Part
from mast_tui.screens.trace.proposed_changes import Proposals
from mast_tui.screens.trace.raw_bytes import RawBytes
from mast_tui.screens.trace.run_overviews import RunOverviews
from mast_tui.screens.trace.search import Search
from mast_tui.screens.trace.set_growth import SetGrowth
from mast_tui.screens.trace.status_line import StatusLine
from mast_tui.screens.trace.tail import Tail
from mast_tui.screens.trace.trace_memory import TraceMemory
from mast_tui.screens.trace.trials import Trials

PARTS: list[type[Part]] = [
    LineNotes,
    Loader,
    TraceMemory,
    Tail,
    EndFollower,
    LiveHints,
    Bookmarks,
    OutlinePane,
    RawBytes,
    Modes,
    FindingReview,
    Chat,
    Proposals,
    OwnFindings,
    DiagnosisRun,
    DiagnosisBefore,
    PaneLayout,
    LineDisplay,
    Copying,
    OtherScreens,
    Trials,
    Search,
    EventFilters,
    SetGrowth,
    RunOverviews,
    Editing,
    Jumping,
    FileChanges,
    Navigator,
    StatusLine,
]
"""In this order they hear a message, are drawn, give their panes to Tab, and are asked where Esc leads."""
