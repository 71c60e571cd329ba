"""The questions of the published single prompt in our words: every mode yes or no, in one call, with no place."""

from pathlib import Path
from typing import Annotated

from agent.analyst.case import Case
from agent.analyst.shown_trace import ShownTrace
from agent.model.asker import Asker
from agent.model.faults import Fault
from agent.model.model_question import Question
from agent.model.reply_fields import Most, Reply, Short
from agent.model.reply_schemas import schema_of

ASKED = """{trace}

Above is the trace of a run of several agents. Read it to its end, and then answer:
- completed: was the task done?
- modes: for each of these ways to fail, whether the run shows it. Say present only if you could give an example of it.

{modes}"""


class ModeAnswer(Reply):
    """Whether one mode is present."""

    mode: Short
    present: bool


class ReferenceReply(Reply):
    """All answers of the one call."""

    completed: bool
    modes: Annotated[list[ModeAnswer], Most(24)]


async def asked_reference(case: Case, asker: Asker, salt: bytes, state_folder: Path | None) -> frozenset[str] | None:
    """The modes that one call about the whole trace names; None where no answer can be had."""
    shown = ShownTrace(case, salt, state_folder)
    trace = "\n".join(shown.text(chunk) for chunk in case.planner.chunks())
    modes = "\n".join(f"{mode.code} {mode.name}: {mode.definition}" for mode in case.taxonomy.modes)
    question = Question(
        "reference",
        shown.instructions,
        case.redact(ASKED.format(trace=trace, modes=modes)),
        ReferenceReply,
        schema_of(ReferenceReply),
    )
    try:
        reply = await asker.ask(question, shown.cache)
    except Fault as fault:
        if fault.stops:
            raise fault.error(asker.model.host) from None
        return None
    named = (case.code_of(answer.mode) for answer in reply.modes if answer.present)
    return frozenset(code for code in named if code in case.taxonomy.codes)
