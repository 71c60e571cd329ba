"""Questions that ask several things: each half is answered, or it is said which one is not."""

import asyncio

import pytest

from agent.chat.answer_progress import Answered
from agent.chat.ask import ask
from agent.chat.material import Material
from agent.chat.offline.follow_up import resolved
from agent.chat.offline.halves import cut
from agent.chat.offline.understanding import asked, needs_diagnosis
from agent.chat.turn import Turn
from tests.agent.chat.materials import CHATDEV, HYPERAGENT, material_of

HALVES = [
    ("how many events, and who spoke last?", "how many events", "who spoke last"),
    ("what was the task and did it succeed?", "what was the task", "did it succeed"),
    ("when did it crash, where was the last error?", "when did it crash", "where was the last error"),
    ("did it loop? did it crash?", "did it loop", "did it crash"),
    ("how many tokens were used; what did it cost", "how many tokens were used", "what did it cost"),
    ("did it fail, and if so why?", "did it fail", "why"),
    ("who spoke first and last?", "who spoke first", "who spoke last"),
    ("how many calls and results were there?", "how many calls were there", "how many results were there"),
    ('when and where was "tabulate" mentioned?', 'when was "tabulate" mentioned', 'where was "tabulate" mentioned'),
    ("show me the task and the final answer", "show me the task", "show me the final answer"),
    ("translate the answer and tell me who spoke last", "translate the answer", "tell me who spoke last"),
    ("what happened between L10 and L40 and who spoke last", "what happened between L10 and L40", "who spoke last"),
]
ONE = (
    "what happened between L10 and L40?",
    "compare event 4 and event 9",
    "how do FM-1.3 and FM-2.1 differ?",
    'who said "done, and who spoke last"?',
    "when the Programmer failed, what did it do?",
    "did the Programmer and the Counselor agree?",
    "which agent said that the result is final and was wrong?",
    "what is the difference between what the Programmer said and what the Counselor said?",
    "In this trace, who spoke last?",
    "which agent wrote a.py and b.py?",
)


@pytest.fixture(scope="module")
def material() -> Material:
    return asyncio.run(material_of(CHATDEV))


async def answer_to(material: Material, question: str) -> Turn:
    last = [progress async for progress in ask(material, question)][-1]
    assert isinstance(last, Answered)
    return last.turn


@pytest.mark.parametrize(("question", "one", "other"), HALVES)
async def test_both_halves_are_answered_as_each_would_be(
    question: str, one: str, other: str, material: Material
) -> None:
    assert asked(question, material) == [one, other]
    whole = await answer_to(material, question)
    for half in (one, "why did it fail" if other == "why" else other):
        alone = await answer_to(material, half)
        assert alone.answer in whole.answer
        assert {citation.lines for citation in alone.citations} <= {citation.lines for citation in whole.citations}
    assert whole.answer.startswith(f"`{one}`:\n\n") or one.startswith("how many tokens"), "both tokens and costs"


@pytest.mark.parametrize("question", ONE)
def test_what_is_one_question_stays_one(question: str, material: Material) -> None:
    assert asked(question, material) == [question]


@pytest.mark.parametrize(
    ("question", "half"),
    [
        ("what did the Programmer do first and why?", "why"),
        ("who spoke last and did he succeed?", "did he succeed"),
        ("list the errors and tell me who caused them", "tell me who caused them"),
        ("how many messages were sent, and by whom?", "by whom"),
        ("how many events are there and what happened after that?", "what happened after that"),
        ("who spoke last and who tested it?", "who tested it"),
        ("what was the plan and who spoke last, and what was the second one?", "what was the second one"),
    ],
)
async def test_a_half_that_leans_on_the_other_is_said_to_be_unanswered(
    question: str, half: str, material: Material
) -> None:
    turn = await answer_to(material, question)
    _, _, said = turn.answer.partition(f"`{half}`:")
    assert said.strip().startswith("Not answered")


async def test_what_a_half_leaves_out_is_taken_from_the_half_before(material: Material) -> None:
    tools = await answer_to(material, "which tools were used and which failed?")
    assert "`which tools failed`:\n\nResults that tell of an error" in tools.answer
    last = await answer_to(material, "what was the first call and what was the last one?")
    assert "`what was the last call`:\n\nThe last of 2 calls" in last.answer
    said = await answer_to(material, 'who said "tabulate" first and who said it last?')
    assert '`who said "tabulate" last`:\n\n`tabulate` last stands at L395' in said.answer
    often = await answer_to(material, 'does the trace mention "tabulate", and how often?')
    assert often.answer == (await answer_to(material, 'how often does "tabulate" occur?')).answer
    sought = await answer_to(material, 'how often does "tabulate" occur and where did it first appear?')
    assert '`where did "tabulate" first appear`' in sought.answer and "first stands at" in sought.answer


async def test_a_half_that_takes_a_model_is_said_to(material: Material) -> None:
    turn = await answer_to(material, "who spoke last and was the customer angry?")
    _, _, said = turn.answer.partition("`was the customer angry`:")
    assert said.strip().startswith("I cannot answer that without a model")
    nothing = await answer_to(material, "was the customer angry and was the weather fine?")
    assert nothing.answer.startswith("I cannot answer that without a model")


def test_only_the_first_half_leans_on_the_answer_before() -> None:
    material = asyncio.run(material_of(HYPERAGENT))
    before = asyncio.run(answer_to(material, "who spoke last?"))
    read, _ = resolved("what did he do first and who spoke last, and was he right?", [before], material)
    assert "he" not in cut(read)[0].split() and cut(read)[2] == "was he right"


def test_a_diagnosis_is_needed_where_one_half_rests_on_it(material: Material) -> None:
    assert needs_diagnosis("how many events, and why did it fail?", material)
    assert not needs_diagnosis("how many events, and who spoke last?", material)
