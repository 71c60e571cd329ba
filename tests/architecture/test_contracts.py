"""The import contracts hold, and each of them bites: one violation at a time, put into a copy of the tree."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("taxonomy", "agent", "mast_tui")

DOWN = "Imports only go down: mast_tui, agent, taxonomy"
ROOMS = "The rooms of agent, from a person's question down to an error"
TRACE = "Inside trace: bytes rise to a Trace"
SCREEN = "Only mast_tui knows the screen"
APP = "Inside mast_tui: the command line starts the app"
MODEL = "Only agent.model talks to a language model"
GRAPH = "Only agent.graph and agent.checkpoints know LangGraph"
TOKENS = "Only agent.tokens knows tiktoken"
SCREENS = "Screens do not know each other"
CYCLES = "No cycles anywhere"


class Violation(NamedTuple):
    """Lines added to files (made where they are missing), the contract they break, and what its report names."""

    name: str
    added: dict[str, str]
    contract: str
    named: str


VIOLATIONS = [
    Violation("the agent draws", {"agent/trace/event.py": "import textual"}, SCREEN, "agent.trace.event"),
    Violation("the taxonomy colours", {"taxonomy/mode.py": "import rich"}, SCREEN, "taxonomy.mode"),
    Violation("the taxonomy looks up", {"taxonomy/mode.py": "import agent.errors"}, DOWN, "taxonomy.mode"),
    Violation("the agent looks up", {"agent/errors.py": "import mast_tui.cli.commands"}, DOWN, "agent.errors"),
    Violation(
        "a trace concludes",
        {"agent/diagnosis/__init__.py": "", "agent/trace/event.py": "import agent.diagnosis"},
        ROOMS,
        "agent.trace.event -> agent.diagnosis",
    ),
    Violation("a file without a room", {"agent/extras.py": "A = 1"}, ROOMS, "extras"),
    Violation(
        "an event opens a file", {"agent/trace/event.py": "import agent.trace.source"}, TRACE, "agent.trace.event"
    ),
    Violation("a trace file without a room", {"agent/trace/extras.py": "A = 1"}, TRACE, "extras"),
    Violation("a screen file without a room", {"mast_tui/extras.py": "A = 1"}, APP, "extras"),
    Violation(
        "a widget reaches for a screen",
        {
            "mast_tui/screens/__init__.py": "",
            "mast_tui/screens/a.py": "",
            "mast_tui/widgets/__init__.py": "",
            "mast_tui/widgets/w.py": "import mast_tui.screens.a",
        },
        APP,
        "mast_tui.widgets.w -> mast_tui.screens.a",
    ),
    Violation(
        "a screen knows a screen",
        {
            "mast_tui/screens/__init__.py": "",
            "mast_tui/screens/a.py": "import mast_tui.screens.b",
            "mast_tui/screens/b.py": "",
        },
        SCREENS,
        "mast_tui.screens.a is not allowed to import mast_tui.screens.b",
    ),
    Violation("a trace asks a model", {"agent/trace/event.py": "import openai"}, MODEL, "agent.trace.event"),
    Violation(
        "a trace asks a model, later",
        {"agent/trace/event.py": "def ask() -> None:\n    from openai import OpenAI"},
        MODEL,
        "agent.trace.event",
    ),
    Violation("a diagnosis counts", {"agent/diagnosis/__init__.py": "import tiktoken"}, TOKENS, "agent.diagnosis"),
    Violation("a command walks", {"mast_tui/cli/doctor.py": "import langgraph.graph"}, GRAPH, "mast_tui.cli.doctor"),
    Violation("a model walks", {"agent/model/__init__.py": "import langgraph"}, GRAPH, "agent.model"),
    Violation(
        "a cycle for the type checker only",
        {
            "agent/trace/formats/ring_a.py": "import agent.trace.formats.ring_b",
            "agent/trace/formats/ring_b.py": (
                "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import agent.trace.formats.ring_a"
            ),
        },
        CYCLES,
        "ring_",
    ),
]


def lint(tree: Path) -> tuple[int, str]:
    """The verdict on a tree, and the report on one line, so that a wrapped line cannot hide a name."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"]
    environment = {**os.environ, "PYTHONPATH": str(tree), "COLUMNS": "200", "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    return done.returncode, " ".join((done.stdout + done.stderr).split())


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the three floors with their contracts."""
    for floor in FLOORS:
        shutil.copytree(ROOT / floor, tmp_path / floor, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_contract_is_kept(tree: Path) -> None:
    code, report = lint(tree)
    assert code == 0, report
    for contract in (DOWN, ROOMS, TRACE, SCREEN, APP, MODEL, GRAPH, TOKENS, SCREENS, CYCLES):
        assert f"{contract} KEPT" in report


@pytest.mark.parametrize("violation", VIOLATIONS, ids=lambda violation: violation.name.replace(" ", "-"))
def test_a_violation_is_caught_by_name(violation: Violation, tree: Path) -> None:
    for path, lines in violation.added.items():
        place = tree / path
        place.parent.mkdir(exist_ok=True)
        before = place.read_text() if place.exists() else '"""Made for a test."""\n'
        place.write_text(f"{before}\n{lines}\n")
    code, report = lint(tree)
    assert code == 1, report
    assert f"{violation.contract} BROKEN" in report
    assert violation.named in report.split("Broken contracts")[1]
