"""Answers one question about a trace, with a model or without, and tells what happens on the way."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from agent.chat.answer_progress import Activity, Answered, Progress
from agent.chat.history import History
from agent.chat.material import About, Material
from agent.chat.model_answer import ModelAnswer
from agent.chat.offline.answer import answer_offline
from agent.chat.turn import Turn
from agent.errors import WrongUse
from agent.lookup.cancellation import cancel_when
from agent.model.faults import Fault

if TYPE_CHECKING:
    from agent.model.asker import Asker

LONGEST_QUESTION = 20_000
NOT_SAVED = "another window is asking about this trace, so this turn is not saved"


async def ask(
    material: Material,
    question: str,
    *,
    about: About | None = None,
    asker: "Asker | None" = None,
    state_folder: Path | None = None,
    turns: Sequence[Turn] | None = None,
) -> AsyncGenerator[Progress]:
    """Everything that happens while a question is answered; the last is `Answered`, with the turn.

    Show `Activity` while there is nothing to read, append `Delta`, put `Rewritten` in place of all deltas so far, and
    take the final words from `Answered`. `asker` is who is asked; without one the answer is made offline. With a state
    folder the turn is saved, and the conversation goes on from the turns saved before, unless `turns` names others.
    Closing the iterator stops the work within a moment. A model that cannot be asked raises the error to be told.
    """
    _check_length(question)
    stop = threading.Event()
    history = await _own_history(material, state_folder) if state_folder is not None else None
    if history is None and state_folder is not None:
        yield Activity(NOT_SAVED)
    try:
        redacted = await asyncio.to_thread(material.visible.redact, question)
        if asker is None:
            steps = _offline(material, question, about or About(), stop, turns or ())
        else:
            before = history if history is not None and turns is None else turns or ()
            steps = _by_model(material, redacted, about or About(), before, asker, stop)
        async with aclosing(steps):
            async for progress in steps:
                if isinstance(progress, Answered) and history is not None:
                    async for trouble in _saved(history, material, progress.turn):
                        yield trouble
                yield progress
    except Fault as fault:
        raise fault.error(asker.model.host if asker is not None else "") from None
    finally:
        stop.set()
        if history is not None:
            history.lease.give_back()


def _check_length(question: str) -> None:
    if len(question) > LONGEST_QUESTION:
        many = f"It has {len(question):,} of at most {LONGEST_QUESTION:,} characters."
        raise WrongUse("The question is too long.", many, "Ask for less at once.")


async def _by_model(
    material: Material,
    question: str,
    about: About,
    before: Sequence[Turn] | History,
    asker: "Asker",
    stop: threading.Event,
) -> AsyncGenerator[Progress]:
    """The answer of a model, who knows the turns before; what cannot be read of those is said."""
    await asyncio.to_thread(material.trace.read, None, stop.is_set)
    if isinstance(before, History):
        troubles: list[str] = []
        before = await asyncio.to_thread(before.turns, troubles.append)
        for trouble in troubles:
            yield Activity(trouble)
    async with aclosing(ModelAnswer(material, question, about, before, asker, stop).steps()) as steps:
        async for progress in steps:
            yield progress


async def _own_history(material: Material, state_folder: Path) -> History | None:
    """The saved turns; None where another process has the conversation."""
    history = await asyncio.to_thread(History, material, state_folder)
    return history if history.lease.take() else None


async def _saved(history: History, material: Material, turn: Turn) -> AsyncGenerator[Activity]:
    """Save a turn without secrets; tell why it could not be."""
    try:
        await asyncio.to_thread(_add, history, material, turn)
    except OSError as fault:
        yield Activity(f"this turn is not saved: {fault}")


async def keep(material: Material, turn: Turn, state_folder: Path) -> bool:
    """Save a turn that was answered without a state folder; False where another process has the conversation."""
    history = await _own_history(material, state_folder)
    if history is None:
        return False
    try:
        await asyncio.to_thread(_add, history, material, turn)
    finally:
        history.lease.give_back()
    return True


def _add(history: History, material: Material, turn: Turn) -> None:
    """Save a turn without the secrets of its question, of its answer, and of what is said beside that."""
    redact = material.visible.redact
    beside = tuple(redact(sentence) for sentence in turn.unverified)
    proposals = tuple(replace(one, because=redact(one.because)) for one in turn.proposals)
    question, answer = redact(turn.question), redact(turn.answer)
    history.add(replace(turn, question=question, answer=answer, unverified=beside, proposals=proposals))


async def saved_turns(material: Material, state_folder: Path, tell: Callable[[str], None]) -> list[Turn]:
    """Every turn that was saved about a trace, in order; what cannot be read of them is told."""
    await asyncio.to_thread(material.trace.read)
    history = await asyncio.to_thread(History, material, state_folder)
    return await asyncio.to_thread(history.turns, tell)


async def _offline(
    material: Material, question: str, about: About, stop: threading.Event, turns: Sequence[Turn]
) -> AsyncGenerator[Progress]:
    """The offline answer, made beside the event loop."""
    with cancel_when(stop.is_set):
        steps = await asyncio.to_thread(answer_offline, material, question, about, turns)
    for progress in steps:
        yield progress
