"""Of an event of any size no more is held than its beginning; its lines, and its secrets, are read to the end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from agent.graph.assemble import LONGEST_TASK
from agent.lookup.visible_trace import VisibleTrace
from agent.redaction.redact import Redactor
from agent.trace.event import Coding, Piece
from agent.trace.event_text import beginning, read_text
from agent.trace.events import WHOLE
from agent.trace.formats.text.plain import LONGEST_PARAGRAPH
from agent.trace.trace import Trace

ROOT = Path(__file__).resolve().parents[3]
MOST = 300
PEAK = """
import sys
from mast_tui.cli import main
code = main(sys.argv[1:])
status = open("/proc/self/status").read()
print(int(status.split("VmHWM:")[1].split()[0]) // 1024, file=sys.stderr)
sys.exit(code)
"""
BODIES = {
    "one line": (b"hello world ", 40_000_000, b"", b""),
    "line breaks": (b"\n", 4_000_000, b"", b""),
    "a string of line breaks": (rb"a\n", 12_000_000, b'{"role": "user", "content": "', b'"}\n'),
    "signs outside of the first plane": ("\U0001f600 ".encode(), 12_000_000, b"", b""),
}


class Held:
    """Bytes in memory, read by offset."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def read(self, start: int, end: int) -> bytes:
        return self.data[start:end]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell how much memory it took")
@pytest.mark.parametrize("name", BODIES)
def test_a_diagnosis_of_a_huge_event_takes_no_more_memory_than_it_may(name: str, tmp_path: Path) -> None:
    # Slow, since an event must be huge for its memory to be seen.
    unit, size, before, after = BODIES[name]
    path = tmp_path / "huge.jsonl"
    path.write_bytes(before + unit * (size // len(unit)) + after)
    command = [sys.executable, "-c", PEAK, "diagnose", str(path), "--offline", "--json"]
    environment = {"MAST_TUI_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert ran.returncode in (0, 3), ran.stderr
    assert int(ran.stderr.split()[-1]) <= MOST
    document = json.loads(ran.stdout)
    covered, told = document["coverage"], document["trace"]
    assert len(told["task"] or "") <= LONGEST_TASK
    assert any("keeps the first" in one for one in told.get("warnings", ())) is (
        len(told["task"] or "") == LONGEST_TASK
    )
    assert (covered["lines_read"] < covered["lines"]) is (name != "line breaks"), "what was not looked at is said"


@pytest.mark.parametrize("coding", [Coding.PLAIN, Coding.STRING, Coding.NESTED, Coding.STRINGS])
@pytest.mark.parametrize("unit", [rb"a\u00e9\n", rb"\\u00e9\\n", "é😀\\\\".encode(), rb'"x","y\n",', rb"\ud83d\ude00"])
def test_the_beginning_of_a_text_tears_no_character_and_no_escape(unit: bytes, coding: Coding) -> None:
    source = Held(unit * 40)
    pieces = (Piece(0, 30, coding), Piece(30, len(source.data), coding))
    whole = read_text(source, pieces[1:])
    for most in range(31, 100):
        first, *rest = beginning(source, pieces, most)
        assert first == pieces[0]
        text = read_text(source, rest)
        assert whole.startswith(text.removesuffix("\ufffd")), (most, text[-8:])
    assert list(beginning(source, pieces, len(source.data))) == list(pieces)


def test_what_is_not_held_of_an_event_is_said_and_its_lines_are_there(tmp_path: Path) -> None:
    path = tmp_path / "huge.jsonl"
    rows = [f"row {number} of the page" for number in range(WHOLE // 10)]
    path.write_text(json.dumps({"role": "user", "content": "\n".join(rows)}) + "\n")
    trace = Trace.open(path).read()
    event = next(one for one in trace.events if one.lines[1] - one.lines[0] > 1000)
    assert len(trace.text(event)) <= WHOLE
    assert "".join(trace.pages.whole_text(event)) == "\n".join(rows)
    last = event.lines[1]
    assert list(trace.lines(last, last)) == rows[-1:]
    assert any("longer than" in warning and f"event {event.number} " in warning for warning in trace.warnings)
    trace.close()


def test_a_secret_behind_the_beginning_of_a_huge_event_is_no_more_searched_than_any_other(tmp_path: Path) -> None:
    path, secret = tmp_path / "huge.jsonl", "ghp_" + "a1B2c3D4e5F6" * 3
    rows = ["nothing at all " * 4] * (WHOLE // 40) + [f"token: {secret}", "x " * WHOLE + secret, "the end"]
    path.write_text(json.dumps({"role": "user", "content": "\n".join(rows)}) + "\n")
    trace = Trace.open(path).read()
    redactor = Redactor(b"salt")
    visible = VisibleTrace(trace, lambda text: redactor.redact(text).text)
    lines = list(visible.lines(trace.events.lines - 3, trace.events.lines))
    assert any(text.startswith("token: <SECRET:") for _, text in lines)
    assert not any(secret in text for _, text in lines)
    trace.close()


def test_a_paragraph_of_a_plain_log_that_never_ends_is_read_as_several(tmp_path: Path) -> None:
    path = tmp_path / "plain.log"
    row = "it goes on and on and says something else each time\n"
    path.write_text(row * (3 * LONGEST_PARAGRAPH // len(row)))
    trace = Trace.open(path).read()
    assert len(trace.events) >= 3
    assert not trace.events.huge
    assert sum(trace.text(event).count("it goes on") for event in trace.events) == 3 * LONGEST_PARAGRAPH // len(row)
    trace.close()
