"""Today's libraries, pointed at the receiver as docs/live.md says: their run is there, each act once.

Opt in with `make test-exporters`.
"""

import os
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from agent.trace.event import Kind
from agent.trace.meta import describe
from agent.trace.trace import Trace
from mast_tui.receiver.trace_files import SUFFIX
from tests.agent.model.server import serve
from tests.exporters.test_exporters import ANSWER, TASK, lamps
from tests.mast_tui.receiver.receiving import receiving

PROGRAMS = Path(__file__).parent / "programs"
SHARED = PROGRAMS.parents[1] / "programs"
RUNS = [
    ("openai_openinference", "lamps"),
    ("openai_genai", "lamps"),
    ("langgraph_openinference", "counter"),
    ("agents_openinference", "counter"),
    ("pydantic_ai_otel", "counter"),
]

pytestmark = [
    pytest.mark.exporters,
    pytest.mark.skipif("EXPORTERS" not in os.environ, reason="opt in with `make test-exporters`"),
]


@pytest.mark.parametrize(("program", "agent"), RUNS, ids=[program for program, _ in RUNS])
def test_a_run_that_is_sent_while_it_goes_on_is_read(tmp_path: Path, program: str, agent: str) -> None:
    with serve(lamps) as server, receiving(tmp_path) as receiver:
        sent_to = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{receiver.port}",
            "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": "true",
            "PYTHONPATH": str(SHARED),
        }
        command = [os.environ["EXPORTERS"], str(PROGRAMS / f"{program}.py"), server.url]
        subprocess.run(command, check=True, timeout=240, env={**os.environ, **sent_to})
    (file,) = tmp_path.glob(f"*{SUFFIX}")
    with closing(Trace.open(file).read()) as trace:
        acts = [event for event in trace.events if event.is_act]
        calls = [event for event in acts if event.kind is Kind.CALL and event.tool == "count_lamps"]
        results = [event for event in acts if event.kind is Kind.RESULT and event.tool == "count_lamps"]
        assert [event.actor for event in calls] == [agent]
        assert '"hall":"B"' in trace.text(calls[0]).replace(" ", "")
        assert len(results) == 1 and "12" in trace.text(results[0])
        said = [trace.text(event) for event in acts if event.kind in (Kind.SAY, Kind.ANSWER)]
        assert [words.rsplit("\n", 1)[-1] for words in said] == [ANSWER]
        assert [trace.text(event).rsplit("\n", 1)[-1] for event in acts if event.kind is Kind.TASK] == [TASK]
        assert describe(trace)["answer"] == ANSWER and not trace.reading.is_open
