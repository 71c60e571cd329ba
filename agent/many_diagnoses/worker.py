"""A process that diagnoses runs: it asks for work, does several pieces at once, and says what became of each run."""

import asyncio
import gc
import os
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

from agent.analyst.analyst import Analyst
from agent.analyst.model_analyst import ModelAnalyst
from agent.analyst.offline import OfflineAnalyst
from agent.errors import MastError
from agent.graph.diagnose import load
from agent.many_diagnoses.one_file import Diagnoser
from agent.many_diagnoses.orders import DiagnosedRun, Orders, Task
from agent.many_diagnoses.shared_budget import Shared, SharedMeter, SharedPatience
from agent.model.asker import Asker
from agent.model.meter import News
from agent.model.openai_model import OpenAIModel
from agent.model.structured_output import ServerAbilities

SELDOM = (50_000, 20, 100)
"""When garbage is looked for: a walk makes much that goes by itself, and looking took an eighth of its time."""


@dataclass(frozen=True)
class Wants:
    """A place of a process is free; what it worked on before is done."""

    place: int


@dataclass(frozen=True)
class Holds:
    """A file holds several runs, which may be given out one by one."""

    place: int
    runs: tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """What became of a run."""

    place: int
    row: DiagnosedRun


@dataclass(frozen=True)
class Fatal:
    """A fault after which no run can succeed: the name of its kind, and its three sentences."""

    kind: str
    says: tuple[str, str, str]


Message = Wants | Holds | Row | Fatal


class ShareOfModel(ModelAnalyst):
    """The model analyst of one run, whose connection and budget belong to all."""

    def listen(self, tell: Callable[[News], None]) -> None:
        """Nobody listens to one run: what is spent is told for all."""

    async def close(self) -> None:
        """The connection stays open for the others."""


def analysts(orders: Orders, asker: Asker | None) -> Callable[[], Analyst]:
    """What makes an analyst for each run."""
    if asker is None:
        return OfflineAnalyst
    return lambda: ShareOfModel(asker, orders.salt, orders.state_folder)


def main(pipe: Connection, orders: Orders, shared: Shared, of_others: Sequence[Connection] = ()) -> None:
    """Work until there is no more work, or nobody is there to give any; the pipes of others are let go."""
    for other in of_others:
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*SELDOM)
    load()
    asyncio.run(_work(pipe, orders, shared))


async def _work(pipe: Connection, orders: Orders, shared: Shared) -> None:
    asker = asker_of(orders, shared) if orders.asks_a_model else None
    diagnoser = Diagnoser(orders, analysts(orders, asker), asyncio.Semaphore(orders.calls_at_once))
    coming: list[asyncio.Queue[Task | None]] = [asyncio.Queue() for _ in range(orders.in_flight)]
    _listen(pipe, coming)
    try:
        await asyncio.gather(*(_place(pipe, diagnoser, at, queue) for at, queue in enumerate(coming)))
    except MastError as fault:
        pipe.send(Fatal(type(fault).__name__, (fault.what, fault.to, fault.next_step)))
    finally:
        if asker is not None:
            await asker.close()


def _listen(pipe: Connection, coming: "list[asyncio.Queue[Task | None]]") -> None:
    """Hand what arrives to the place it is meant for; where nobody gives work any more, there is nothing to end."""
    loop = asyncio.get_running_loop()

    def hear() -> None:
        try:
            while True:
                place, task = pipe.recv()
                loop.call_soon_threadsafe(coming[place].put_nowait, task)
        except (EOFError, OSError):
            os._exit(0)

    threading.Thread(target=hear, daemon=True).start()


async def _place(pipe: Connection, diagnoser: Diagnoser, place: int, coming: "asyncio.Queue[Task | None]") -> None:
    """One place: one piece of work after the other."""
    while True:
        pipe.send(Wants(place))
        task = await coming.get()
        if task is None:
            return
        if not task.runs:
            runs = await diagnoser.runs_of(task)
            if len(runs) > 1:
                pipe.send(Holds(place, runs))
                continue
        async for row in diagnoser.rows(task):
            pipe.send(Row(place, row))


def asker_of(orders: Orders, shared: Shared) -> Asker:
    """What asks the model for every run of this process."""
    settings = orders.settings
    if settings.model is None or settings.address is None:
        raise ValueError("no model was chosen")
    return Asker(
        OpenAIModel.of(settings),
        SharedMeter(shared, settings.limits, orders.price),
        ServerAbilities.of(orders.state_folder, settings.address, settings.model),
        settings.answer_tokens,
        settings.pause,
        patience=SharedPatience(shared, settings.pause, asyncio.sleep),
    )
