"""From the first key to the last in a real terminal: open, diagnose, jump, search, filter, report, quit."""

import re
import signal
import sys
from pathlib import Path

import pytest

from tests.mast_tui.desk import FAILED
from tests.mast_tui.terminal.conftest import Open
from tests.mast_tui.terminal.pty_desk import Terminal


def is_given_back(written: bytes) -> bool:
    """Whether the terminal is as it was: main screen, cursor shown, no mouse."""
    return all(
        written.rfind(off) > written.rfind(on)
        for on, off in (
            (b"\x1b[?1049h", b"\x1b[?1049l"),
            (b"\x1b[?25l", b"\x1b[?25h"),
            (b"\x1b[?1000h", b"\x1b[?1000l"),
        )
    )


def test_the_whole_way(terminal: Open, tmp_path: Path) -> None:
    # Slow, since it is all that a person does, in a real terminal, with every wait.
    at = terminal(FAILED)
    at.wait_for("not diagnosed")
    at.send("D")
    at.wait_to_be_told("root cause F1")
    at.wait_for("Finding")
    at.send("2")
    at.wait_for("a accept")
    at.send("\r")
    at.wait_for("evidence 1 of 2")
    at.send("/")
    at.wait_for_no("wrap on")  # the bar has taken the place of the status line
    at.send("week_view\r")
    at.wait_for("match 2 of 2")
    at.send("n")
    at.wait_for("match 1 of 2")
    at.send("&Planner\r")
    at.wait_for("filter: Planner")
    at.send("\x1b")  # the matches of the search go first
    at.settle()
    at.send("\x1b")
    at.wait_for_no("filter: Planner")
    at.send("x")
    at.wait_for("Report")
    at.wait_for("Include")
    at.send("\r")
    at.wait_to_be_told("Report written to")
    assert (tmp_path / "hyperagent-calendar-diagnosis.md").read_text().startswith("#")
    at.send("\x1b")
    at.wait_for("j k move")
    at.send("q")
    assert at.ended() == 0
    assert is_given_back(bytes(at.written))


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 0)])
def test_a_signal_ends_it_and_gives_the_terminal_back(terminal: Open, number: signal.Signals, code: int) -> None:
    at = terminal(FAILED)
    at.wait_for("not diagnosed")
    at.signal(number)
    assert at.ended() == code
    assert is_given_back(bytes(at.written))


def test_what_cannot_be_opened_is_three_sentences_on_a_clean_screen(terminal: Open) -> None:
    at = terminal("nothing-there.jsonl")
    assert at.ended() == 66
    assert "does not exist" in at.text


def test_without_a_trace_the_samples_are_offered_and_enter_opens_one(terminal: Open) -> None:
    at = terminal()
    at.wait_for("Samples")
    at.send("\r")
    at.wait_for("event 1")
    at.send("q")
    assert at.ended() == 0


CRASH = """
import sys
from mast_tui.screens.trace.copying import Copying
def crash(self):
    key = "sk-SECRETLOCAL123"
    raise RuntimeError(f"[/nope] {key}")
Copying.action_copy = crash
from mast_tui.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_fault_of_ours_has_a_screen_that_tells_no_secret_and_says_where_the_work_is(tmp_path: Path) -> None:
    home = tmp_path / "home"
    at = Terminal(FAILED, home=home, program=("-c", CRASH))
    try:
        at.wait_for("not diagnosed")
        at.send("y")
        at.wait_for("the fault is its own")
        at.wait_for("any other key ends")
        assert "RuntimeError" in at.text
        assert str(home) in at.text.replace("\n", "").replace(" ", "")
        at.send("y")
        at.wait_to_be_told("They are copied")
        copied = (home / "copied.txt").read_text()
        assert "RuntimeError" in copied
        assert "in crash" in copied
        at.send("x")
        assert at.ended() == 70
        assert is_given_back(bytes(at.written))
        assert b"SECRETLOCAL" not in at.written
        assert "SECRETLOCAL" not in copied
        assert "RuntimeError" in at.text, "it stays to be read when the screen is gone"
    finally:
        at.close()


def test_a_fault_whose_screen_cannot_be_drawn_is_printed(tmp_path: Path) -> None:
    spoilt = CRASH.replace(
        "from mast_tui.cli", "import mast_tui.app.crash_screen as last\nlast.FaultRows = None\nfrom mast_tui.cli"
    )
    at = Terminal(FAILED, home=tmp_path / "home", program=("-c", spoilt))
    try:
        at.wait_for("not diagnosed")
        at.send("y")
        assert at.ended() == 70
        assert is_given_back(bytes(at.written))
        assert "the fault is its own" in at.text
        assert b"SECRETLOCAL" not in at.written
    finally:
        at.close()


SHELL = "import os, sys; os.execv('/bin/sh', ['sh', '-i'])"


def test_the_background_gives_the_terminal_back_and_the_foreground_brings_the_screen_back(tmp_path: Path) -> None:
    at = Terminal(home=tmp_path / "home", program=("-c", SHELL), extra={"PS1": "ready> ", "ENV": ""})
    try:
        at.wait_for("ready>")
        at.send(f"{sys.executable} -m mast_tui {FAILED}\r")
        at.wait_for("not diagnosed")
        at.send("G")
        at.wait_for("L99 of 99")
        at.send("\x1a")
        at.wait_for("ready>")
        at.wait(lambda: is_given_back(bytes(at.written)))
        before = len(at.written)
        at.send("echo mid''dle\r")
        at.wait_for("middle")
        at.send("fg\r")
        at.wait(lambda: b"\x1b[?1049h" in at.written[before:])
        at.wait_for("L99 of 99")
        at.send("g")
        at.wait_for("L1 of 99")
        left = len(at.written)
        at.send("q")
        at.wait(lambda: is_given_back(bytes(at.written)) and b"ready>" in at.written[left:])
        at.send("exit\r")
        assert at.ended() == 0
    finally:
        at.close()


def test_without_colour_not_one_colour_is_written(tmp_path: Path) -> None:
    at = Terminal(FAILED, home=tmp_path / "home", extra={"NO_COLOR": "1"})
    try:
        at.wait_for("not diagnosed")
        at.send("D")
        at.wait_to_be_told("root cause")
        at.settle()
        assert re.search(rb"\x1b\[[0-9;]*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[0-9;]*m", bytes(at.written)) is None
    finally:
        at.close()


def test_a_trace_from_standard_input_leaves_the_keyboard_working(tmp_path: Path) -> None:
    piped = f"cat {FAILED} | {sys.executable} -m mast_tui -"
    shell = "import os, sys; os.execv('/bin/sh', ['sh', '-c', sys.argv[1]])"
    at = Terminal(piped, home=tmp_path / "home", program=("-c", shell))
    try:
        at.wait_for("not diagnosed")
        at.send("G")
        at.wait_for("L99 of 99")
        at.send("q")
        assert at.ended() == 0
    finally:
        at.close()
