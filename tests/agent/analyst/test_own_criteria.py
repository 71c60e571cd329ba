"""Criteria of a person: read from a file with every fault named by its line, and judged with those of the trace."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from agent.analyst.case import Case
from agent.analyst.model_analyst import ModelAnalyst
from agent.analyst.own_criteria import each_named, read_criteria, with_own
from agent.analyst.sending_plan import plan
from agent.diagnosis.document_parts import Criterion, Outcome
from agent.errors import WrongUse
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.model.asker import Asker
from agent.model.model import Request
from agent.tokens import count
from tests.agent.analyst.stage import LOG, asked, body_of, case_of, letters
from tests.agent.model.judge import replies
from tests.agent.model.scripted_model import Line, ScriptedModel

RULES = range(100, 120)
DONE = {"line": 4, "quote": "all done"}


def test_lines_and_toml_say_the_same(tmp_path: Path) -> None:
    lines, toml = tmp_path / "c.txt", tmp_path / "c.toml"
    lines.write_text("# what counts for us\n- The report names its sources.\n\n2. No price is older than a day\n")
    toml.write_text('criteria = ["The report names its sources.", "No price is older than a day"]\n')
    assert read_criteria(lines) == ("The report names its sources.", "No price is older than a day")
    assert read_criteria(toml) == read_criteria(lines)


@pytest.mark.parametrize(
    ("name", "text", "line", "why"),
    [
        ("c.txt", "", 1, "holds no criterion"),
        ("c.txt", "# only this\n", 1, "holds no criterion"),
        ("c.txt", "one\ntwo\none\n", 3, "the same as line 1"),
        ("c.txt", "ok\n" + "x" * 201, 2, "201 characters"),
        ("c.txt", "ok\nbad\x1b[31m\n", 2, "control character"),
        ("c.txt", "".join(f"criterion {n}\n" for n in range(21)), 21, "criterion 21"),
        ("c.toml", 'criteria = ["a"]\nmodes = []\n', 2, "`modes` is not known"),
        ("c.toml", "\ncriteria = 3\n", 2, "not a list"),
        ("c.toml", 'criteria = [\n"a"\n"b"]\n', 3, ""),
    ],
)
def test_a_bad_file_is_refused_with_the_line_and_the_reason(
    name: str, text: str, line: int, why: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(WrongUse) as refused:
        read_criteria(path)
    assert f"line {line}:" in str(refused.value)
    assert why in str(refused.value)


def test_they_join_those_of_the_trace_and_none_is_left_out() -> None:
    stated = {"id": "C1", "text": "five", "line": 1, "words": ""}
    outline = with_own({"criteria": [stated], "goal": ""}, ("mine",))
    assert [one["id"] for one in outline["criteria"]] == ["C1", "own1"]
    assert with_own({"missing": "no answer"}, ("mine",))["criteria"][0]["text"] == "mine"
    judged = Outcome("success", "", (Criterion("own1", "mine", "met"),), ())
    assert each_named(judged, ("mine",)) is judged
    unasked = each_named(Outcome("undetermined", "", (), ()), ("mine",))
    assert unasked.criteria == (Criterion("own1", "mine", "unknown"),)
    assert unasked.basis == "Nobody judged own1."


def ruled(folder: Path, own: int) -> Case:
    """The case of a log that states twenty things, with so many criteria of a person."""
    rules = "".join(f"2026-03-01 10:01:00 INFO planner: rule {n} apples\n" for n in RULES)
    case = case_of(folder, LOG + rules)
    case.criteria = tuple(f"mine number {n}" for n in range(1, own + 1))
    return case


def weighing(passed_over: str = "", unmet: str = "") -> Callable[[Request], Line]:
    """A model that states as much as it may, and calls the run a success."""

    def script(letter: Request) -> Line:
        said = json.loads(replies({})(body_of(letter)))
        if asked(letter) == "outline":
            checks = [{"text": f"rule {n} apples", "line": n - 95, "words": f"rule {n} apples"} for n in RULES]
            said |= {"criteria": checks[:10], "constraints": checks[10:]}
        if asked(letter) == "outcome":
            ids = re.findall(r"^- (C\d+|own\d+)(?: \(L\d+\))?: ", letter.messages[1].text, re.M)
            criteria = [
                {"id": name, "state": "unmet" if name == unmet else "met", "quote": DONE}
                for name in ids
                if name != passed_over
            ]
            said |= {"criteria": criteria, "verdict": "success", "earned": "environment", "shown_by": [DONE]}
        return json.dumps(said)

    return script


async def outcome_of(case: Case, script: Callable[[Request], Line]) -> tuple[Outcome, ScriptedModel]:
    model = ScriptedModel(script)
    steps = [step async for step in diagnose(case.trace, ModelAnalyst(Asker(model), b"salt"), case=case)]
    assert isinstance(steps[-1], Done)
    return steps[-1].diagnosis.outcome, model


async def test_each_is_asked_about_and_counts_however_much_the_trace_states(tmp_path: Path) -> None:
    outcome, model = await outcome_of(ruled(tmp_path, 20), weighing(unmet="own20"))
    states = {one.id: one.state for one in outcome.criteria}
    own = [f"own{n}" for n in range(1, 21)]
    assert list(states) == [*(f"C{n}" for n in range(1, 11)), *own, *(f"C{n}" for n in range(11, 21))]
    assert [name for name, state in states.items() if state != "met"] == ["own20"]
    assert outcome.verdict == "partial", "one that is unmet forbids a success"
    for name in ("judge_FC1", "judge_FC3"):
        assert all(f"- {one}: mine number" in letters(model, name)[0].messages[1].text for one in own)


async def test_one_that_a_model_passes_over_is_asked_for_again_and_then_named(tmp_path: Path) -> None:
    outcome, model = await outcome_of(ruled(tmp_path, 3), weighing(passed_over="own2"))
    assert len(letters(model, "outcome")) == 2
    assert "It says nothing of own2." in letters(model, "outcome")[1].messages[-1].text
    assert [one.state for one in outcome.criteria if one.id.startswith("own")] == ["met", "unknown", "met"]
    assert outcome.basis.endswith("Nobody judged own2.")
    whole, asked_once = await outcome_of(ruled(tmp_path, 3), weighing())
    assert (whole.verdict, len(letters(asked_once, "outcome"))) == ("success", 1)
    assert "Nobody judged" not in whole.basis


def test_a_plan_counts_them(tmp_path: Path) -> None:
    sent = []
    for own in (0, 20):
        case = ruled(tmp_path, own)
        sent.append(plan(case, list(case.planner.chunks()), None, None, None)["tokens"]["sent"])
    words = count("\n".join(f"mine number {n}" for n in range(1, 21)))
    assert sent[0][0] == sent[1][0]
    assert sent[1][1] >= sent[0][1] + 4 * words
