"""What shows several runs at once, in a real terminal: opened by its command, left by a key."""

from pathlib import Path

import pytest

from tests.mast_tui.desk import SAMPLES
from tests.mast_tui.terminal.conftest import Open

SELFCHECK = SAMPLES / "selfcheck"


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_two_runs_are_stepped_through_opened_and_come_back_to(terminal: Open, size: tuple[int, int]) -> None:
    at = terminal("diff", SELFCHECK / "26-clean.log", SELFCHECK / "26-plain.log", size=size)
    at.wait_for("place 1 of 3")
    at.wait_for("They part here")
    at.send("n")
    at.wait_for("place 2 of 3")
    at.send("\r")
    at.wait_for("L35 of 54")
    at.send("O")
    at.wait_for("place 2 of 3")
    at.send("\t?")
    at.wait_for("In two runs side by side")
    at.wait_for("/ narrow")
    at.send("\x1b")
    at.wait_for("> good")
    at.send("q")
    at.wait_for("j k move")
    at.send("q")
    assert at.ended() == 0


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_a_summary_opens_a_run_at_a_finding_and_comes_back(
    terminal: Open, size: tuple[int, int], tmp_path: Path
) -> None:
    made = terminal(
        "diagnose", SAMPLES / "hyperagent-calendar.log", SAMPLES / "invoices.jsonl", "-o", "found", "--offline"
    )
    assert made.ended() == 0
    at = terminal("summary", "found", size=size)
    at.wait_for("present in")
    at.send("j" + "k" * 3 + "?")
    at.wait_for("In the summary of many runs")
    at.wait_for("/ narrow")
    at.send("\x1b")
    at.wait_for("Tab groups")
    at.send("\r")
    at.wait_for("hyperagent-calendar.log")
    at.wait_for("event 1")
    at.send("O")
    at.wait_for("present in")
    at.send("q")
    at.wait_for("j k move")
    at.send("q")
    assert at.ended() == 0
