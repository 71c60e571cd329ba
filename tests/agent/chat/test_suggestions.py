"""Suggested questions: there are always three, and each is answered without a model."""

from pathlib import Path

import pytest

from agent.chat.answer_progress import Answered
from agent.chat.ask import ask
from agent.chat.material import About, Material
from agent.chat.offline.understanding import understood
from agent.chat.suggestions import suggested
from agent.trace.trace import Trace
from tests.agent.chat.materials import CHATDEV, HYPERAGENT, SAMPLES, material_of

PLACES = [About(), About(finding="F1"), About(finding="F9"), About(lines=(9, 20)), About(lines=(22, 22))]


@pytest.mark.parametrize("about", PLACES, ids=lambda about: about.text or "all")
@pytest.mark.parametrize(
    "path", [HYPERAGENT, CHATDEV, SAMPLES / "openmanus-lighthouses.log"], ids=lambda path: path.stem
)
async def test_each_is_understood_and_answered_with_lines(path: Path, about: About) -> None:
    material = await material_of(path)
    questions = suggested(material, about)
    assert len(questions) == len(set(questions)) == 3
    for question in suggested(material, about, 9):
        assert understood(question, material)[1] is not None, question
        last = [progress async for progress in ask(material, question, about=about)][-1]
        assert isinstance(last, Answered) and len(last.turn.answer) > 20, question
        assert "without a model" not in last.turn.answer, question


async def test_they_are_about_what_is_in_view() -> None:
    material = await material_of(HYPERAGENT)
    assert suggested(material)[0] == "Why did it fail?"
    assert all("F2" in question for question in suggested(material, About(finding="F2"))[:2])
    assert suggested(material, About(lines=(15, 16)))[:2] == ("What happened around L15-16?", "Why is F1 a failure?")


def test_before_a_diagnosis_there_are_some_too() -> None:
    assert len(suggested(Material(Trace.open(CHATDEV).read()))) == 3
