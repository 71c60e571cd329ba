"""The palette says of what cannot be done now why not, and offers the rest."""

import pytest

from agent.diagnosis.document import load
from agent.trace.trace import Trace
from mast_tui.diagnosis.following import settle
from mast_tui.keys.palette_actions import why_not
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.session import Session
from mast_tui.state.store import open_store
from tests.mast_tui.desk import FAILED
from tests.mast_tui.snapshots.test_snapshots import DIAGNOSES


@pytest.mark.parametrize(
    ("id", "pane", "before", "after"),
    [
        ("panes.report", "panes", True, False),
        ("panes.compare", "panes", True, False),
        ("decide.accept", "decide", True, False),
        ("panes.next_finding", "panes", True, False),
        ("panes.to_bookmark", "panes", True, True),
        ("Stop diagnosis", "panes", True, True),
        ("panes.search", "panes", False, False),
        ("anywhere.quit", "anywhere", False, False),
    ],
)
def test_what_needs_a_diagnosis_is_possible_with_one(id: str, pane: str, before: bool, after: bool) -> None:
    trace = Trace.open(FAILED).read()
    session = Session(trace, open_store(None), ScreenSettings())
    session.stage = "undiagnosed"
    assert bool(why_not(id, pane, session)) is before
    settle(session, load(DIAGNOSES / "hyperagent-calendar.json"))
    assert bool(why_not(id, pane, session)) is after
    trace.close()


def test_without_a_trace_only_what_needs_none_is_possible() -> None:
    assert why_not("panes.search", "panes", None)
    assert not why_not("anywhere.open", "anywhere", None)
