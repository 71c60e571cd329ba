"""The verb `ask`: one question about a trace, and everything that happens until it is answered."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from agent.chat.conversation import Conversation
from agent.chat.ground import About, Ground
from agent.chat.offline.answer import told
from agent.chat.progress import Activity, Answered, Progress
from agent.chat.saved import from_state
from agent.chat.state import State
from agent.chat.stopping import until
from agent.chat.turn import FOLDER, Turn
from agent.model.faults import Fault

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

    from agent.chat.graph import Talk
    from agent.checkpoints import Thread
    from agent.model.asker import Asker

NOT_SAVED = "another window is asking about this trace, so this turn is not saved"


async def ask(
    ground: Ground,
    question: str,
    *,
    about: About | None = None,
    asker: "Asker | None" = None,
    state_folder: Path | None = None,
    turns: Sequence[Turn] | None = None,
) -> AsyncGenerator[Progress]:
    """Everything that happens while a question is answered; the last is `Answered`, with the turn.

    Show `Activity` while there is nothing to read, append `Delta`, put `Rewritten` in place of all deltas so far, and
    take the final words from `Answered`: its answer, its citations, its `verdict` line. The ground is made once for a
    trace (`Ground(trace, redactor, salt=...)`) and kept; set `ground.diagnosis` whenever there is a newer one.

    `asker` is who is asked (`agent.analyst.choice.asker_of`); without one the answer is made offline. With a state
    folder the turn is saved, and the conversation goes on from the turns saved before, unless `turns` names others.
    Closing the iterator stops the work within a moment, and leaves the turns saved so far as they were. A model that
    cannot be asked raises the error that a person is told.
    """
    talk = Conversation(ground, question, about or About(), turns or (), asker)
    news: asyncio.Queue[Progress | None] = asyncio.Queue()
    work = asyncio.create_task(_work(talk, state_folder, news, given=turns is not None))
    work.add_done_callback(lambda _: news.put_nowait(None))
    try:
        while (progress := await news.get()) is not None:
            yield progress
        await work
    finally:
        talk.stop.set()
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work


async def keep(ground: Ground, turn: Turn, state_folder: Path) -> bool:
    """Save a turn that was answered without a state folder; False where another process has the conversation."""
    talk = Conversation(ground, turn.question, About(), (), None, ready=turn)
    news: asyncio.Queue[Progress | None] = asyncio.Queue()
    await _saved(talk, state_folder, news, given=True)
    return all(news.get_nowait() != Activity(NOT_SAVED) for _ in range(news.qsize()))


async def saved_turns(ground: Ground, state_folder: Path) -> list[Turn]:
    """Every turn that was saved about a trace, in order."""
    await asyncio.to_thread(load)
    await asyncio.to_thread(ground.trace.read)
    from agent.chat.graph import build
    from agent.checkpoints import open_checkpoints

    thread = await asyncio.to_thread(_thread, ground, state_folder)
    if not thread.path.exists():
        return []
    async with open_checkpoints(thread) as checkpoints:
        return await _history(ground, build(checkpoints), _config(thread))


async def _work(
    talk: Conversation, state_folder: Path | None, news: "asyncio.Queue[Progress | None]", *, given: bool
) -> None:
    """Answer in the thread of this trace, or in none where another process is using it."""
    if talk.asker is None:
        with until(talk.stop.is_set):
            turn, told_of = await asyncio.to_thread(told, talk.ground, talk.question, talk.about)
        talk.ready = turn
        for progress in told_of:
            news.put_nowait(progress)
        if state_folder is None:
            news.put_nowait(Answered(turn))
            return
    await _saved(talk, state_folder, news, given=given)


async def _saved(
    talk: Conversation, state_folder: Path | None, news: "asyncio.Queue[Progress | None]", *, given: bool
) -> None:
    """Answer through the graph, whose thread keeps the turn."""
    await asyncio.to_thread(load)
    from langsmith import tracing_context

    from agent.checkpoints import Lease

    thread = await asyncio.to_thread(_thread, talk.ground, state_folder) if state_folder is not None else None
    lease = Lease(thread) if thread is not None else None
    if lease is not None and not lease.take():
        news.put_nowait(Activity(NOT_SAVED))
        thread = lease = None
    try:
        with tracing_context(enabled=False):
            news.put_nowait(Answered(await _answer(talk, thread, news, given=given)))
    except Fault as fault:
        raise fault.error(talk.asker.model.host if talk.asker is not None else "") from None
    finally:
        if lease is not None:
            lease.give_back()


async def _answer(
    talk: Conversation, thread: "Thread | None", news: "asyncio.Queue[Progress | None]", *, given: bool
) -> Turn:
    from agent.chat.graph import build
    from agent.checkpoints import open_checkpoints

    async with open_checkpoints(thread) as checkpoints:
        graph = build(checkpoints)
        config = _config(thread)
        if thread is not None and not given and talk.asker is not None:
            await asyncio.to_thread(talk.ground.trace.read)
            talk.turns = await _history(talk.ground, graph, config)
        about = talk.ready.about if talk.ready is not None else talk.about.text
        asked: State = {"question": talk.question, "about": about, "rounds": 0, "wants": False, "turn": None}
        async for part in graph.astream(
            asked,
            config,
            context=talk,
            stream_mode="custom",
            version="v2",
            durability="exit",
        ):
            news.put_nowait(cast(Progress, part["data"]))
        state = (await graph.aget_state(config)).values
    return from_state(talk.ground, state["turn"])


async def _history(ground: Ground, graph: "Talk", config: "RunnableConfig") -> list[Turn]:
    """The turns in the history of a thread: each question leaves one state, and only an answered one has a turn."""
    kept = [
        state.values["turn"]
        async for state in graph.aget_state_history(config)
        if not state.next and state.values.get("turn")
    ]
    return await asyncio.to_thread(lambda: [from_state(ground, one) for one in reversed(kept)])


def _config(thread: "Thread | None") -> "RunnableConfig":
    return {"configurable": {"thread_id": thread.name if thread else "talk"}, "recursion_limit": 50}


def _thread(ground: Ground, state_folder: Path) -> "Thread":
    """The thread of a trace: whoever is asked, it is one conversation."""
    from agent.checkpoints import Thread

    return Thread(state_folder / FOLDER, f"{ground.trace.fingerprint()}-{ground.trace.format.name}")


def load() -> None:
    """Load what is heavy while nobody waits for the event loop."""
    import agent.chat.graph  # noqa: F401
