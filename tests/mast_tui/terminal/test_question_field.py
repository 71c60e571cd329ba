"""Questions of several lines in a real terminal: typed, pasted, brought back."""

from pathlib import Path

import pytest

from tests.mast_tui.desk import FAILED
from tests.mast_tui.terminal.pty_desk import Terminal


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
@pytest.mark.parametrize("new_line", ["\x1b\r", "\x1b[13;3u"], ids=["as xterm", "as kitty"])
def test_a_question_of_several_lines_is_typed_asked_and_brought_back(
    tmp_path: Path, size: tuple[int, int], new_line: str
) -> None:
    at = Terminal(FAILED, home=tmp_path / "home", cwd=tmp_path, size=size)
    at.wait_for("of 37")
    at.wait_for_no("░")
    at.send(f"cWhich agents took part?{new_line}Dq2 short")
    at.wait(lambda: "Which agents took part?" in at.text and "Dq2 short" in at.text)
    rows = at.text.split("\n")
    first, second = (max(i for i, row in enumerate(rows) if words in row) for words in ("took part?", "Dq2 short"))
    assert second == first + 1
    at.send("\x1b[200~, please\nin one word c\x1b[201~")
    at.wait_for("in one word c")
    at.send("\r")
    at.wait(lambda: "You  Which agents took part?" in at.text and "No line of the trace" in at.text)
    at.settle()
    at.send("\x1b[A")
    at.wait(lambda: at.text.count("in one word c") == 2)
    at.send("\x1b[B")
    at.wait(lambda: at.text.count("in one word c") == 1)
    at.close()
