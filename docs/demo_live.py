"""A small team that fails, in eight seconds: a script without a model, sent by OpenTelemetry's SDK as it goes on."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Tracer

TASK = "Move the booking form to euros. All tests of the form must pass before you say that it is done."
STEP = 0.45
"""Seconds for which a step of the script takes."""
SEARCH = {"query": "currency helper"}


def main() -> int:
    """Play the script, and let everything be sent."""
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(), schedule_delay_millis=150))
    tracer = provider.get_tracer("demo")
    with _agent(tracer, "planner"):
        _say(
            tracer,
            "planner",
            TASK,
            "The coder finds the helper for currencies first; the tester runs the form's tests.",
        )
        with _agent(tracer, "coder"):
            _say(tracer, "coder", "Find the helper for currencies.", "I search for it.")
            for _ in range(5):
                _tool(tracer, "coder", "search_code", SEARCH, "Error: there is no index of this folder.")
            _say(tracer, "coder", "What did you find?", "I changed the form to euros.")
        with _agent(tracer, "tester"):
            failed = "FAILED test_total: assert '12.50 €' == '$12.50'\n1 failed, 6 passed"
            _tool(tracer, "tester", "run_tests", {"path": "tests/test_form.py"}, failed)
        _say(tracer, "planner", "How did it go?", "The form is moved to euros and all tests pass. Done.")
    provider.shutdown()
    return 0


@contextmanager
def _agent(tracer: Tracer, name: str) -> Iterator[None]:
    about = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name}
    with tracer.start_as_current_span(f"invoke_agent {name}", attributes=about):
        yield


def _say(tracer: Tracer, agent: str, asked: str, said: str) -> None:
    words = {
        "gen_ai.operation.name": "chat",
        "gen_ai.agent.name": agent,
        "gen_ai.input.messages": _messages("user", asked),
        "gen_ai.output.messages": _messages("assistant", said),
    }
    with tracer.start_as_current_span("chat", attributes=words):
        time.sleep(STEP)


def _tool(tracer: Tracer, agent: str, name: str, given: dict[str, str], came: str) -> None:
    words = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.agent.name": agent,
        "gen_ai.tool.name": name,
        "gen_ai.tool.call.arguments": json.dumps(given),
        "gen_ai.tool.call.result": came,
    }
    with tracer.start_as_current_span(f"execute_tool {name}", attributes=words):
        time.sleep(STEP)


def _messages(role: str, text: str) -> str:
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]}])


if __name__ == "__main__":
    sys.exit(main())
