"""Whether the receiver keeps up with 2,000 spans a second for a minute, loses none, and stays small meanwhile."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.peers import ROOT
from benchmarks.row import Row, at_least, at_most

A_SECOND, SECONDS, TRACES = 2_000, 60, 20
SENDER = """
import sys, threading, time
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
endpoint, a_second, seconds, traces = sys.argv[1], *map(int, sys.argv[2:])
provider = TracerProvider(shutdown_on_exit=False)
exporter = OTLPSpanExporter(endpoint=endpoint + "/v1/traces")
provider.add_span_processor(BatchSpanProcessor(exporter, max_queue_size=200_000, schedule_delay_millis=200))
tracer = provider.get_tracer("load")
words = {"gen_ai.operation.name": "chat", "gen_ai.agent.name": "planner", "gen_ai.usage.input_tokens": 812,
         "gen_ai.request.model": "stub", "gen_ai.output.messages": '[{"role": "assistant", "parts": [{"type": "text", '
         '"content": "' + "words that a model said " * 12 + '"}]}]'}
begun, sent = time.monotonic(), 0
roots = [tracer.start_span(f"run {at}") for at in range(traces)]
from opentelemetry import trace
contexts = [trace.set_span_in_context(root) for root in roots]
for second in range(seconds):
    for at in range(a_second - (traces if second == seconds - 1 else 0)):
        tracer.start_span("chat", context=contexts[at % traces], attributes=words).end()
        sent += 1
    left = begun + second + 1 - time.monotonic()
    if left > 0:
        time.sleep(left)
for root in roots:
    root.end()
    sent += 1
provider.force_flush(600_000)
print(sent, time.monotonic() - begun)
provider.shutdown()
"""


def run() -> list[Row]:
    """A receiver in a process of its own, and the SDK of OpenTelemetry as its client, where the system tells memory."""
    if not Path("/proc/self/status").exists():
        return []
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "MAST_TUI_HOME": f"{folder}/home"}
        command = [sys.executable, "-m", "mast_tui", "listen", "--no-screen", "--port", "0", "-o", f"{folder}/traces"]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, text=True
        ) as receiver:
            assert receiver.stderr is not None
            address = re.search(r"http://localhost:\d+", receiver.stderr.readline())
            assert address is not None
            load = [sys.executable, "-c", SENDER, address[0], str(A_SECOND), str(SECONDS), str(TRACES)]
            done = subprocess.run(load, check=True, capture_output=True, text=True, env=environment)
            peak, worked = _peak(receiver.pid), _worked(receiver.pid)
            receiver.terminate()
        sent, seconds = done.stdout.split()
        kept = _kept(Path(folder) / "traces")
    name = f"{int(sent):,} spans in {float(seconds):.0f} s"
    return [
        at_least(1, "received", name, kept, int(sent), "sent", "spans"),
        at_least(0.95, "received a second", name, kept / float(seconds), A_SECOND, "goal", "spans"),
        at_most(1, "memory of the receiver", name, peak, 120, "limit", "MB"),
        at_most(0.5, "processor time for 2,000 spans", name, worked * 1000 * A_SECOND / int(sent), 1000, "a second"),
    ]


def _peak(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def _worked(process: int) -> float:
    """Seconds of processor time that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _kept(folder: Path) -> int:
    """How many different spans lie in the files."""
    ids: set[str] = set()
    for file in folder.glob("*.otlp.jsonl"):
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                for resource in json.loads(line)["resourceSpans"]:
                    ids.update(span["spanId"] for scope in resource["scopeSpans"] for span in scope["spans"])
    return len(ids)
