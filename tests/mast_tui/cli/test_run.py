"""`mast-tui run`: a command with its exporter pointed here; its words, its exit code, and the diagnosis of its run."""

import json
import os
import sys
from pathlib import Path

import pytest

from tests.conftest import RunCli

SENDS = """
import json, sys
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
tracer = provider.get_tracer("team")
failed = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search",
          "gen_ai.tool.call.arguments": '{"q": "lamps"}', "gen_ai.tool.call.result": "Error: no such index"}
said = json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": "All lamps are counted."}]}])
with tracer.start_as_current_span("invoke_agent counter", attributes={"gen_ai.agent.name": "counter"}):
    for _ in range(6):
        tracer.start_span("execute_tool search", attributes=failed).end()
    tracer.start_span("chat", attributes={"gen_ai.operation.name": "chat", "gen_ai.output.messages": said}).end()
provider.shutdown()
print("out", sys.stdin.read().strip())
print("err", file=sys.stderr)
sys.exit(int(sys.argv[1]))
"""


@pytest.mark.parametrize("code", [0, 7])
def test_a_command_is_watched_and_its_run_diagnosed(run_cli: RunCli, tmp_path: Path, code: int) -> None:
    words = ("run", "-o", tmp_path, "--", sys.executable, "-c", SENDS, str(code))
    proxy = {"http_proxy": "http://127.0.0.1:9", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
    ended, out, err = run_cli(*words, stdin="typed", env={**os.environ, **proxy})
    assert (ended, out) == (code, "out typed\n") and "err\n" in err
    assert "8 spans of 1 run received" in err and "no such index" in err
    assert " hint " in err and "identical call" in err
    (report,) = tmp_path.glob("*.diagnosis.json")
    document = json.loads(report.read_text())
    assert any(finding["mode"] == "FM-1.3" for finding in document["findings"])
    (log,) = tmp_path.glob("run-*.log")
    assert set(log.read_text().split("\n")) == {"out typed", "err", ""}


def test_a_threshold_counts_where_the_command_itself_went_well(run_cli: RunCli, tmp_path: Path) -> None:
    words = ("--fail-on", "FM-1.3", "--quiet", "--", sys.executable, "-c", SENDS)
    code, _, err = run_cli("run", "-o", tmp_path, *words, "0")
    assert code == 1 and "\n  search" not in err


def test_a_command_that_sends_nothing_is_told_so_and_its_words_are_read(run_cli: RunCli, tmp_path: Path) -> None:
    code, out, err = run_cli("run", "-o", tmp_path, "--", "sh", "-c", "echo 10:00 planner: hello; exit 3")
    assert (code, out) == (3, "10:00 planner: hello\n") and "No span came" in err
    (report,) = tmp_path.glob("*.diagnosis.json")
    assert json.loads(report.read_text())["trace"]["lines"] == 1


def test_the_exit_code_of_a_command_that_was_killed_is_that_of_a_shell(run_cli: RunCli, tmp_path: Path) -> None:
    assert run_cli("run", "-o", tmp_path, "--diagnose", "no", "--", "sh", "-c", "kill -9 $$")[0] == 137


@pytest.mark.parametrize("words, said", [((), "no command"), (("--", "nothing-of-that-name"), "cannot be run")])
def test_what_cannot_be_run_is_wrong_use(run_cli: RunCli, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    code, out, err = run_cli("run", "-o", tmp_path, *words)
    assert (code, out) == (2, "") and said in err
