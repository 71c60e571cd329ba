"""What an import really loads, seen in a process of its own: the import contracts cannot see a deferral."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OURS = {"taxonomy", "agent", "mast_tui"}
HEAVY = {"langgraph", "openai", "tiktoken", "pydantic"}
SCREEN = {"textual", "rich"}
LATER = """
agent.chat.material agent.chat.turn agent.diagnosis.document_parts agent.signals.detection agent.trace.search
mast_tui.screens.trace.parts taxonomy.mode hashlib regex zipfile
""".split()
"""What the first frame of the app does not show."""


def loaded_by(work: str) -> set[str]:
    """The packages that some lines of Python load, beyond what the interpreter had before."""
    program = f"import sys; before = set(sys.modules)\n{work}\nimport json, os\n"
    program += "names = sorted({name.split('.')[0] for name in set(sys.modules) - before})\n"
    program += "os.write(2, json.dumps(names).encode())"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
    )
    return set(json.loads(done.stderr))


def foreign(names: set[str]) -> set[str]:
    """The packages that neither Python nor this project brings."""
    return names - set(sys.stdlib_module_names) - OURS


@pytest.mark.parametrize("module", ["agent.trace", "agent.trace.trace", "agent.trace.formats.registry"])
def test_reading_a_trace_loads_neither_graph_nor_model_nor_screen(module: str) -> None:
    assert not loaded_by(f"import {module}") & (HEAVY | SCREEN)


@pytest.mark.parametrize(
    "work",
    [
        "import mast_tui.cli",
        "from mast_tui.cli import main; assert main(['--help']) == 0",
        "from mast_tui.cli import main; assert main(['--version']) == 0",
        "from mast_tui.cli import main; assert main(['doctor', '--help']) == 0",
    ],
)
def test_the_command_line_answers_with_the_standard_library_alone(work: str) -> None:
    assert foreign(loaded_by(work)) == set()


LOG = "2026-01-02 10:00:00 INFO step 1\n  words\n2026-01-02 10:00:01 INFO step 2\n" * 3
CHAT = '[{"role": "user", "content": "Count to two."}, {"role": "assistant", "content": "One, two."}]'
TEXTS = ("autogen", "chatdev", "coding_agents", "crewai", "hyperagent")
RECORDS = ("claude_code", "codex", "libraries", "trajectories")
SPANS = ("inspect", "langfuse", "langsmith", "spans")


@pytest.mark.parametrize(
    ("text", "families"),
    [
        (LOG, (*TEXTS, "json", "messages")),
        (CHAT, (*TEXTS, *SPANS, *RECORDS, "ag2")),
        (f"{LOG}{CHAT[1:-1]}\n", (*TEXTS, *SPANS, *RECORDS)),
    ],
    ids=["a text", "JSON", "a text with a line of JSON"],
)
def test_a_trace_loads_no_reader_of_programs_that_have_not_written_it(
    tmp_path: Path, text: str, families: tuple[str, ...]
) -> None:
    path = tmp_path / "run.log"
    path.write_text(text)
    work = f"from agent.trace.trace import Trace; Trace.open({str(path)!r}).read()"
    asked = (
        f"import sys\n{work}\nif any('agent.trace.formats.' + each in sys.modules for each in {families}): import rich"
    )
    assert "rich" not in loaded_by(asked)


def test_the_taxonomy_is_the_standard_library_alone() -> None:
    modules = [path.stem for path in (ROOT / "taxonomy").glob("*.py") if path.stem != "__init__"]
    assert foreign(loaded_by("\n".join(f"import taxonomy.{module}" for module in modules))) == set()


@pytest.mark.skipif(find_spec("mast_tui.app.app") is None, reason="there is no app in this version")
def test_the_app_loads_neither_graph_nor_model() -> None:
    assert not loaded_by("import mast_tui.app.app") & {"langgraph", "openai", "tiktoken"}


@pytest.mark.skipif(find_spec("mast_tui.app.app") is None, reason="there is no app in this version")
@pytest.mark.parametrize("later", LATER)
def test_the_first_frame_loads_nothing_that_it_does_not_show(later: str) -> None:
    first = (
        "import mast_tui.cli.open, mast_tui.app.app, mast_tui.state.store, mast_tui.state.session, agent.trace.trace"
    )
    asked = f"import sys\n{first}\nif {later!r} in sys.modules: import pydantic"
    assert "pydantic" not in loaded_by(asked)


def test_a_heavy_package_would_be_seen() -> None:
    assert "pydantic" in foreign(loaded_by("import pydantic"))


@pytest.mark.parametrize(
    "work",
    [
        "from mast_tui.cli import main; assert main(['--help']) == 0",
        "from mast_tui.cli import main; assert main(['listen', '--help']) == 0",
        "from mast_tui.cli import main; assert main(['run', '--help']) == 0",
        "from mast_tui.cli import main; assert main(['mcp', '--help']) == 0",
        "import mast_tui.cli.open, mast_tui.cli.diagnose, mast_tui.cli.ask, mast_tui.app.app",
    ],
)
def test_what_only_a_receiver_or_a_server_needs_is_loaded_by_nothing_else(work: str) -> None:
    assert not loaded_by(work) & {"uvicorn", "opentelemetry", "grpc", "mcp", "starlette"}
    asked = f"import sys\n{work}\nif 'mast_tui.receiver.http_app' in sys.modules: import uvicorn"
    assert "uvicorn" not in loaded_by(asked)
