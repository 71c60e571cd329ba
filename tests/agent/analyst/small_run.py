"""Every prompt of the diagnosis of a small run, as a page: `python -m tests.agent.analyst.small_run` redraws it.

The run is made up; a block of the trace that is shown again is named instead of printed.
"""

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

from agent.analyst.model_analyst import ModelAnalyst
from agent.graph.diagnose import diagnose
from agent.model.asker import Asker
from agent.model.model import Request
from agent.trace.trace import Trace
from tests.agent.analyst.stage import asked
from tests.agent.model.judge import finding, replies
from tests.agent.model.scripted_model import ScriptedModel

PAGE = Path(__file__).with_name("prompts_of_a_small_run.md")
RUN = """2026-03-01 10:00:00 INFO planner: Task: write app.py that prints the mean of data.csv. Keep to one file.
2026-03-01 10:00:01 INFO planner: coder writes it, tester runs it before we ship.
2026-03-01 10:00:09 INFO coder: I write app.py and helper.py
sum(numbers) / 3
2026-03-01 10:00:15 INFO tester: looks good to me
2026-03-01 10:00:16 INFO planner: shipped
"""
FOUND = {
    "FM-1.1": finding(
        "3 I write app.py and helper.py", "1 Keep to one file.", what="Two files are written.", about="helper.py"
    ),
    "FM-3.2": finding(
        "5 looks good to me", "2 tester runs it before we ship", what="Nobody ran it.", actor="tester", about="app.py"
    ),
}
OUTLINE: dict[str, Any] = {
    "goal": "A program that prints the mean.",
    "criteria": [{"text": "It prints the mean.", "line": 1, "words": "prints the mean of data.csv"}],
    "constraints": [{"text": "One file only.", "line": 1, "words": "Keep to one file."}],
    "roles": [{"actor": "tester", "duties": "runs it", "forbidden": "", "line": 2, "words": "tester runs it"}],
    "unknown": ["which column of data.csv"],
    "suspicious": [],
}
OUTCOME = {
    "delivered": "app.py divides by 3 whatever data.csv holds.",
    "criteria": [{"id": "C1", "state": "unmet", "quote": {"line": 4, "quote": "sum(numbers) / 3"}}],
    "verdict": "failure",
    "shown_by": [{"line": 4, "quote": "sum(numbers) / 3"}],
    "basis": "The mean is wrong for any file that does not hold three numbers.",
}


def page() -> str:
    """The page as it is now."""
    letters: list[Request] = []
    answer = replies(FOUND, outline=OUTLINE, outcome=OUTCOME)

    def script(letter: Request) -> str:
        letters.append(letter)
        body = {"messages": [{"content": one.text} for one in letter.messages]}
        return answer({**body, "response_format": letter.response_format})

    asyncio.run(_diagnosed(script))
    block = letters[0].messages[1].text.partition("\n\n")[0]
    parts = [
        "# The prompts of a small run",
        "Drawn by `python -m tests.agent.analyst.small_run`.",
        f"## system, the same for all\n\n{letters[0].messages[0].text}",
        f"## the trace, as all of them begin\n\n{block}",
    ]
    for letter in sorted(letters, key=_place):
        text = letter.messages[1].text
        assert text.startswith(block)
        fields = (letter.response_format or {})["json_schema"]["schema"]["properties"]
        parts.append(f"## {asked(letter)}\n\n{text[len(block) :].strip()}\n\nFields of the reply: {', '.join(fields)}")
    return "\n\n".join(parts) + "\n"


async def _diagnosed(script: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.log"
        path.write_text(RUN)
        async for _ in diagnose(Trace.open(path), ModelAnalyst(Asker(ScriptedModel(script)), b"salt")):
            pass


def _place(letter: Request) -> tuple[int, str]:
    """Where a question stands: in the order of asking; those asked side by side by their words."""
    order = ("outline", "judge_FC1", "judge_FC2", "judge_FC3", "challenge", "outcome", "root", "remedies")
    return order.index(asked(letter)), json.dumps([one.text for one in letter.messages])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
