"""What becomes of a signal that a reader confirms: it bears out a finding, or the reader is asked which holds."""

import json
from pathlib import Path

from agent.analyst.reply_reader import ReplyReader
from agent.analyst.reply_votes import corroborating
from agent.diagnosis.claim import Grounded
from agent.model.reply_schemas import JudgementReply
from agent.signals.signal import Mark, Signal
from tests.agent.analyst.stage import case_of
from tests.agent.model.judge import finding, judgement

SEEN = Signal(
    "d", "FM-1.1", "hint", "Another file", "why", None, (Mark(2, "I write two files"),), occurrences=((2, 2),)
)
FAR = Signal("d", "FM-1.1", "hint", "Done", "why", "planner", (Mark(4, "all done"),), occurrences=((4, 4),))
SAID = {"FM-1.1": finding("2 I write two files app.py and util.py", "1 write one file app.py that prints 5")}


def reader_of(folder: Path, signal: Signal) -> ReplyReader:
    case = case_of(folder)
    (chunk,) = case.planner.chunks()
    return ReplyReader(case, chunk, tuple(f"FM-1.{n}" for n in range(1, 6)), (("S1", signal),), "judge_FC1")


def reply(findings: dict, vote: str) -> JudgementReply:  # type: ignore[type-arg]
    said = judgement("FC1", findings, vote, "confirm or reject each of S1, by its id")
    return JudgementReply.model_validate_json(json.dumps(said))


async def test_who_confirms_what_he_says_is_absent_is_asked_which_of_the_two_holds(tmp_path: Path) -> None:
    reader = reader_of(tmp_path, SEEN)
    assert "FM-1.1 is absent, and S1 is confirmed" in await reader.lacks(reply({}, "confirm"))
    assert await reader.lacks(reply({}, "reject")) == ""
    assert await reader.lacks(reply(SAID, "confirm")) == ""


async def test_a_confirmed_hint_stands_beside_no_finding_of_its_mode(tmp_path: Path) -> None:
    told = await reader_of(tmp_path, FAR).judgement(reply(SAID, "confirm"))
    assert [(claim.title, claim.origin) for claim in told.claims] == [("It goes wrong here", "model")]
    alone = await reader_of(tmp_path, FAR).judgement(reply({}, "confirm"))
    assert [(claim.title, claim.confidence) for claim in alone.claims] == [("Done", "possible")]


def test_what_a_program_saw_of_the_same_act_is_kept_to_be_joined_with_it() -> None:
    told = Grounded("FM-1.1", "a", "", "coder", "major", "likely", 2, ((2, 2),), origin="model")
    same = Grounded("FM-1.1", "b", "", None, "minor", "likely", 2, ((2, 3),), origin="both")
    other = Grounded("FM-1.1", "c", "", None, "minor", "likely", 90, ((90, 90),), origin="both")
    unseen = Grounded("FM-1.1", "d", "", None, "minor", "likely", 90, ((90, 90),), origin="signal")
    assert corroborating([same, other, unseen], [told], 100) == [same, unseen]
