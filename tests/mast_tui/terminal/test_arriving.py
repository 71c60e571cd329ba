"""A trace that comes through a pipe while the program is open: lines appear as they come, and keys work."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from mast_tui.state.store import open_store
from tests.mast_tui.desk import PLAIN
from tests.mast_tui.terminal.pty_desk import Terminal

_FROM_PIPE = "import os, sys; os.dup2(os.open({!r}, os.O_RDONLY), 0); os.execv(sys.executable, [sys.executable, *{!r}])"


@pytest.fixture
def arriving(tmp_path: Path) -> Iterator[tuple[Terminal, int]]:
    """The program reading a pipe, and the end to write to."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code = _FROM_PIPE.format(str(pipe), ["-m", "mast_tui", "-"])
    terminal = Terminal(home=tmp_path / "home", cwd=tmp_path, program=("-c", code))
    end = os.open(pipe, os.O_WRONLY)
    yield terminal, end
    terminal.close()


def test_lines_appear_as_they_come_and_keys_work(arriving: tuple[Terminal, int]) -> None:
    terminal, end = arriving
    terminal.wait_for("Nothing has come from stdin yet")
    os.write(end, b"2025-04-01 10:00:00 INFO planner: the first line\n2025-04-01 10:00:01 INFO planner: be")
    terminal.wait_for("the first line")
    terminal.wait_for("still arriving")
    terminal.send("/first\r")
    terminal.wait_for("match 1 of 1")
    os.write(end, b"gun\n2025-04-01 10:00:02 INFO coder: the first of many\n")
    terminal.wait_for("planner: begun")
    terminal.wait_for("match 1 of 2")
    terminal.send("F")
    terminal.wait_for("following")
    for number in range(300):
        os.write(end, b"2025-04-01 10:01:00 INFO coder: line number %d\n" % number)
    terminal.wait_for("line number 299")
    terminal.send("kk")
    terminal.wait_for("paused, 0 new lines")
    os.write(end, b"2025-04-01 10:02:00 INFO coder: the last line\n")
    terminal.wait_for("paused, 1 new line")
    assert "the last line" not in terminal.text
    terminal.send("D")
    terminal.wait_for("modes seen")
    terminal.send("G")
    terminal.wait_for("the last line")
    os.write(end, b"2025-04-01 10:03:00 INFO coder: one more\n")
    os.close(end)
    terminal.wait(lambda: "still arriving" not in terminal.text)
    terminal.wait_for("one more")
    terminal.wait_for("1 new line not seen")
    terminal.send("q")
    assert terminal.ended() == 0


def test_who_went_to_the_end_while_lines_come_is_at_the_end_when_they_are_there(arriving: tuple[Terminal, int]) -> None:
    terminal, end = arriving
    line = b"2025-04-01 10:00:00 INFO planner: line number %d\n"
    os.write(end, line % 1)
    terminal.wait_for("line number 1")
    terminal.send("G")
    os.write(end, b"".join(line % number for number in range(2, 301)))
    terminal.wait_for("L300 of 300")
    terminal.send("kk")
    terminal.wait_for("L299 of 300")
    os.write(end, line % 301)
    terminal.wait_for("L299 of 301")
    os.close(end)
    terminal.wait(lambda: "still arriving" not in terminal.text)
    assert "L299 of 301" in terminal.text


def test_a_bookmark_set_while_lines_come_is_there_when_the_same_trace_is_opened(
    arriving: tuple[Terminal, int], tmp_path: Path
) -> None:
    terminal, end = arriving
    text = PLAIN.read_bytes()
    os.write(end, text[:4000])
    terminal.wait_for("still arriving")
    terminal.send("j")
    terminal.send("ma")
    terminal.wait_for("Bookmark a is at")
    os.write(end, text[4000:])
    os.close(end)
    store = open_store(tmp_path / "home")
    terminal.wait(lambda: set(store.kept(hashlib.sha256(text).hexdigest(), "bookmark")) == {"a"})
    store.close()
    terminal.send("q")
    assert terminal.ended() == 0


def test_an_empty_pipe_says_so(arriving: tuple[Terminal, int]) -> None:
    terminal, end = arriving
    terminal.wait_for("Nothing has come from stdin yet")
    os.close(end)
    terminal.wait_for("stdin is empty")
    terminal.send("q")
    assert terminal.ended() == 0


def test_a_pipe_without_a_name_is_the_trace_and_keys_come_from_the_terminal(tmp_path: Path) -> None:
    trace = tmp_path / "run.log"
    trace.write_text("".join(f"2025-04-01 10:00:00 INFO planner: q line {number} D\n" for number in range(90)))
    code = f"import os, sys; os.execl('/bin/sh', 'sh', '-c', 'cat {trace} | ' + sys.executable + ' -m mast_tui')"
    terminal = Terminal(home=tmp_path / "home", cwd=tmp_path, program=("-c", code))
    try:
        terminal.wait_for("L1 of 90")
        terminal.send("G")
        terminal.wait_for("L90 of 90")
        assert "not diagnosed" in terminal.text
        terminal.send("q")
        assert terminal.ended() == 0
    finally:
        terminal.close()


_WITHOUT_SIGNAL = (
    "import os, signal, sys; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP]); "
    "os.execv(sys.executable, [sys.executable, '-m', 'mast_tui', {!r}])"
)


@pytest.mark.parametrize("shielded", [False, True])
def test_the_end_of_the_terminal_ends_the_program(shielded: bool, tmp_path: Path) -> None:
    """Also where no signal tells of it; how soon is measured in `benchmarks/answering.py`."""
    code = _WITHOUT_SIGNAL.format(str(PLAIN))
    words, program = ((), ("-c", code)) if shielded else ((PLAIN,), ("-m", "mast_tui"))
    terminal = Terminal(*words, home=tmp_path / "home", cwd=tmp_path, program=program)
    terminal.wait_for("not diagnosed")
    terminal.hang_up()
    assert terminal.is_gone(within=30)
