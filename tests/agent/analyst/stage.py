"""A small trace, and one judgement of it by a model that says exactly what a test wants."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agent.analyst.analyst import Judgement
from agent.analyst.case import Case
from agent.analyst.model_analyst import ModelAnalyst
from agent.model.asker import Asker
from agent.model.model import Request
from agent.trace.trace import Trace
from tests.agent.model.judge import finding
from tests.agent.model.scripted_model import Line, ScriptedModel

LOG = """2026-03-01 10:00:00 INFO planner: Task: write one file app.py that prints 5
2026-03-01 10:00:01 INFO coder: I write two files app.py and util.py
2026-03-01 10:00:02 INFO tester: looks good to me
2026-03-01 10:00:03 INFO planner: all done
"""
ACT, REFERENCE = "2 I write two files app.py and util.py", "1 write one file app.py that prints 5"
FOUND = {"FM-1.1": finding(ACT, REFERENCE)}


def case_of(folder: Path, text: str = LOG) -> Case:
    """The case of a trace with this text, read to its end."""
    path = folder / "run.log"
    path.write_text(text)
    return Case(Trace.open(path).read())


def asked(letter: Request) -> str:
    """The name of the question in a letter."""
    wanted: dict[str, Any] = dict(letter.response_format or {})
    name: str = wanted["json_schema"]["name"]
    return name


def body_of(letter: Request) -> dict[str, Any]:
    """A question as a server would get it."""
    return {
        "messages": [{"content": one.text} for one in letter.messages],
        "response_format": letter.response_format,
    }


def letters(model: ScriptedModel, name: str) -> list[Request]:
    """What a model was asked under this name."""
    return [letter for letter in model.requests if asked(letter) == name]


async def judged(
    case: Case, category: str, script: "Callable[[Request], Line] | list[Line]"
) -> tuple[Judgement, ScriptedModel]:
    """What becomes of the replies of a script about the first chunk."""
    model = ScriptedModel(script)
    analyst = ModelAnalyst(Asker(model), b"salt")
    (chunk,) = case.planner.chunks()
    return await analyst.judge(case, category, chunk, {}, ()), model


def states(judgement: Judgement) -> dict[str, str]:
    """The state of each cell."""
    return {code: state for code, (state, _) in judgement.cells.items()}


def dumps(value: Any) -> str:
    """A reply as a model writes it."""
    return json.dumps(value)
