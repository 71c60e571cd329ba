"""Whether an answer fails as the act did: by program where one can decide, else by a model that is not told the arm."""

import json
import re
from collections.abc import Sequence
from importlib.resources import files

from agent.diagnosis.document_parts import Finding
from agent.model.asker import Asker
from agent.model.faults import Fault, Status
from agent.model.model import ToolCall
from agent.model.model_question import Question
from agent.model.prompts import fence
from agent.model.reply_schemas import schema_of
from agent.model.trial_reply import TrialReply
from agent.trace.event import Event, Kind

FAILS, HOLDS, CANNOT_TELL = "fails", "does not fail", "cannot tell"
_WORDS = re.compile(r"\w+")
SAME = 0.8
BY_PROGRAM = "FM-1.3"
"""A step done again is seen by program: the same call, or nearly the same words."""


def by_program(finding: Finding, act: Event, text: str, answer: str, calls: Sequence[ToolCall]) -> str | None:
    """The verdict that needs no reader; None where it takes one."""
    if finding.mode != BY_PROGRAM:
        return None
    if act.kind is Kind.CALL and calls:
        same = any(call.name == act.tool and _plain(call.arguments) == _plain(text) for call in calls)
        return FAILS if same else HOLDS
    if act.kind is Kind.CALL:
        return FAILS if _plain(text) and _plain(text) in _plain(answer) else None
    one, other = set(_WORDS.findall(text.lower())), set(_WORDS.findall(answer.lower()))
    return FAILS if one and len(one & other) / len(one | other) >= SAME else None


async def by_model(asker: Asker, finding: Finding, act_text: str, answer: str, mark: str) -> str:
    """The verdict of a model that sees the failure and one answer; its quote must stand in the answer."""
    told = files("agent.trial").joinpath("judge.md").read_text("utf-8")
    failure = f"{finding.title}\n{finding.explanation}\nThe act that failed:\n{act_text[:4_000]}"
    user = f"{fence(mark, 'FAILURE', failure)}\n\n{fence(mark, 'ANSWER', answer[:8_000])}"
    question = Question("trial", told, user, TrialReply, schema_of(TrialReply))
    try:
        reply = await asker.ask(question)
    except Fault as fault:
        if fault.stops or fault.status is Status.SPENT:
            raise
        return CANNOT_TELL
    quoted = " ".join(reply.quote.split())
    if reply.verdict == "cannot_tell" or not quoted or quoted not in " ".join(answer.split()):
        return CANNOT_TELL
    return FAILS if reply.verdict == "fails" else HOLDS


def _plain(arguments: str) -> str:
    try:
        return json.dumps(json.loads(arguments), sort_keys=True)
    except ValueError:
        return "".join(arguments.split())
