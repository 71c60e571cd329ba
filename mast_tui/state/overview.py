"""What shows several runs at once, and is come back to from each of them."""

from mast_tui.state.run_table import RunTable
from mast_tui.state.told_runs import ToldRuns
from mast_tui.state.two_runs import TwoRuns
from mast_tui.state.watched_run import WatchedRun

Overview = RunTable | TwoRuns | ToldRuns | WatchedRun
