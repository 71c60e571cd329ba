"""The verb `ask`: one question about a trace, and everything that happens until it is answered."""

import asyncio
import time
from collections.abc import AsyncGenerator
from dataclasses import replace

from agent.chat.desk import About, Desk
from agent.chat.offline.answer import answered
from agent.chat.progress import Activity, Answered, Cited, Delta, Progress
from agent.chat.turn import Turn
from agent.diagnosis.shapes import Usage


async def ask(desk: Desk, question: str, *, about: About | None = None) -> AsyncGenerator[Progress]:
    """Everything that happens while a question is answered; the last is `Answered`, with the turn.

    Show `Activity` while there is nothing to read, append `Delta`, put `Rewritten` in place of all deltas so far, and
    take the final words from `Answered`: its answer, its citations, its `verdict` line. The desk is made once for a
    trace (`Desk(trace, redactor)`) and kept; set `desk.diagnosis` when there is one, also between two questions.
    Closing the iterator stops the work within a moment, and leaves the turns saved so far as they were.
    """
    about = about or About()
    started = time.monotonic()
    await asyncio.to_thread(desk.trace.read)
    draft = await asyncio.to_thread(answered, desk, question, about)
    for activity in draft.activities:
        yield Activity(activity)
    turn = replace(draft.turn(question, about.text), usage=Usage(seconds=round(time.monotonic() - started, 3)))
    yield Delta(turn.answer)
    for citation in turn.citations:
        yield Cited(citation)
    yield Answered(turn)


def last_turn(progress: Progress) -> Turn | None:
    """The turn, once it is complete."""
    return progress.turn if isinstance(progress, Answered) else None
