"""Votes: what a model saw or could not tell is asked again, and most answers decide."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from agent.analyst.analyst import Judgement
from agent.analyst.votes import VotingAnalyst, priced
from agent.model.asker import Asker
from agent.model.model import Request
from tests.agent.analyst.stage import case_of, dumps
from tests.agent.model.judge import MODES, finding
from tests.agent.model.scripted_model import ScriptedModel


def said(state: str) -> str:
    """A reply that says this of FM-1.1, and absent of the other modes."""
    modes = []
    for code in MODES["FC1"]:
        findings = (
            [finding("2 I write two files", "1 write one file app.py")]
            if code == "FM-1.1" and state == "present"
            else []
        )
        modes.append(
            {"mode": code, "against": "", "state": state if code == "FM-1.1" else "absent", "findings": findings}
        )
    return dumps({"signals": [], "modes": modes, "mistakes": []})


def voted(folder: Path, answers: Sequence[str]) -> tuple[Judgement, int]:
    case = case_of(folder)
    left = list(answers)
    asked: list[Request] = []

    def answer(letter: Request) -> str:
        asked.append(letter)
        return said(left.pop(0))

    model = ScriptedModel(answer)
    (chunk,) = case.planner.chunks()
    analyst = VotingAnalyst(Asker(model), b"salt", None, 3)
    judgement = asyncio.run(analyst.judge(case, "FC1", chunk, {}, ()))
    return judgement, len(asked)


@pytest.mark.parametrize(
    ("answers", "state", "claims", "words"),
    [
        (["present", "present", "absent"], "judged", 1, "present in 2 of 3 votes"),
        (["present", "absent", "absent"], "judged", 0, "not by most: present in 1 of 3 votes"),
        (["cannot_tell", "present", "present"], "judged", 1, "present in 2 of 3 votes"),
        (["cannot_tell", "cannot_tell", "present"], "undetermined", 0, "present in 1 of 3 votes, 2 without an answer"),
    ],
)
def test_most_answers_decide_and_the_split_is_told(
    answers: list[str], state: str, claims: int, words: str, tmp_path: Path
) -> None:
    judgement, asked = voted(tmp_path, answers)
    assert asked == 3
    assert judgement.cells["FM-1.1"][0] == state
    assert words in judgement.cells["FM-1.1"][1]
    assert len(judgement.claims) == claims
    assert all("2 of 3 votes" in claim.explanation for claim in judgement.claims)
    assert judgement.usage.calls == 3


def test_what_is_absent_at_first_is_not_asked_again(tmp_path: Path) -> None:
    judgement, asked = voted(tmp_path, ["absent"])
    assert (asked, judgement.claims) == (1, ())


def test_what_most_answers_reject_stands_in_the_audit(tmp_path: Path) -> None:
    judgement, _ = voted(tmp_path, ["present", "absent", "absent"])
    assert [(one.mode, one.because) for one in judgement.rejected] == [("FM-1.1", "Only present in 1 of 3 votes.")]


def test_the_price_of_votes_is_in_the_plan() -> None:
    made = {"calls": {"walk": 3}, "tokens": {"sent": [100, 400]}, "cost_usd": [0.1, 0.4]}
    voted = priced(made, 3)
    assert voted["calls"]["walk"] == [3, 9]
    assert voted["tokens"]["sent"] == [100, 600]
    assert voted["cost_usd"] == [0.1, 0.6]
    assert priced(made, 1) is made
