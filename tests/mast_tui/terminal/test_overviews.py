"""What shows several runs at once, in a real terminal: opened by its command, left by a key."""

import sys
from pathlib import Path

import pytest

from tests.mast_tui.desk import SAMPLES
from tests.mast_tui.terminal.conftest import Open

SELFCHECK = SAMPLES / "selfcheck"
SENDS = """
import sys, time
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(OTLPSpanExporter()))
with provider.get_tracer("team").start_as_current_span("invoke_agent counter"):
    print("read", repr(sys.stdin.read()))
print("problem", file=sys.stderr)
time.sleep(float(sys.argv[1]))
sys.exit(4)
"""


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


def test_a_command_is_watched_on_a_screen_and_its_end_is_told_below(terminal: Open) -> None:
    at = terminal("run", "-o", "runs", "--", sys.executable, "-c", SENDS, "0")
    at.wait_for("exit code 4")
    at.wait_for("What came out")
    for words in ("invoke_agent counter", "read ''", "problem", "1 span of 1 run"):
        assert words in at.text
    at.send("q")
    assert at.ended() == 4
    assert "The command ended with exit code 4." in at.text and "What came out" in at.text


def test_a_command_that_is_left_ends_with_all_it_has_begun(terminal: Open, tmp_path: Path) -> None:
    (tmp_path / "inner.sh").write_text("trap 'echo ended > mark; exit' TERM; echo begun; while :; do sleep 0.05; done")
    at = terminal("run", "--diagnose", "no", "--", "sh", "-c", "sh inner.sh & wait")
    at.wait_for("begun")
    at.send("q")
    at.wait_for("q again ends it")
    at.send("q")
    assert at.ended() == 128 + 15
    assert (tmp_path / "mark").read_text() == "ended\n"
