"""W in a real terminal: what an agent changed in a file that it wrote twice."""

import json
import re
from pathlib import Path

import pytest

from tests.mast_tui.desk import FAILED
from tests.mast_tui.terminal.pty_desk import Terminal


def written(content: str, at: int) -> list[dict[str, object]]:
    arguments = json.dumps({"path": "src/total.py", "content": content})
    call = {"id": f"c{at}", "type": "function", "function": {"name": "write_file", "arguments": arguments}}
    return [
        {"role": "assistant", "name": "Coder", "content": "I write it.", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"c{at}", "content": "written"},
    ]


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_what_changed_in_a_file_is_one_key_away(tmp_path: Path, size: tuple[int, int]) -> None:
    first = "def total(rows):\n    return sum(rows)\n"
    talk = [
        {"role": "user", "content": "Add the rows."},
        *written(first, 1),
        *written(first.replace("sum(rows)", "round(sum(rows), 2)\x1b[2J"), 2),
    ]
    trace = tmp_path / "run.json"
    trace.write_text(json.dumps(talk))
    at = Terminal(trace, home=tmp_path / "home", cwd=tmp_path, size=size)
    at.wait_for("event 1 of 7")
    at.send("W")
    at.wait_for("version 2 of 2")
    at.wait_for("Esc closes")
    assert re.search(r"│ +- +4 +return sum\(rows\) +│", at.text)
    assert re.search(r"│ +\+ +9 +return round\(sum\(rows\), 2\).\[2J +│", at.text)
    assert not re.search(r"│ +[-+] +\d+ +def total", at.text)
    at.send("\x1b")
    at.wait_for_no("version 2 of 2")
    at.close()


def test_a_trace_in_which_no_file_was_written_twice_says_so(tmp_path: Path) -> None:
    at = Terminal(FAILED, home=tmp_path / "home", cwd=tmp_path)
    at.wait_for("of 37")
    at.send("W")
    at.wait_to_be_told("No file was written twice")
    at.close()
