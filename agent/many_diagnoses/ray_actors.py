"""What runs on a Ray cluster: actors that diagnose, and the keeper of the budget and of replies for all of them."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from agent.analyst.case import Case
from agent.analyst.model_analyst import ModelAnalyst
from agent.analyst.offline import OfflineAnalyst
from agent.analyst.shown_trace import ShownTrace
from agent.diagnosis.document import to_dict
from agent.errors import MastError
from agent.graph.progress import Done
from agent.many_diagnoses.one_file import Diagnoser
from agent.many_diagnoses.orders import Made, Orders, Task
from agent.model.asker import Asker
from agent.model.cache import Cache
from agent.model.faults import Fault, Status
from agent.model.meter import Meter, News
from agent.model.model import Spent
from agent.model.openai_model import OpenAIModel
from agent.model.structured_output import ServerAbilities
from agent.settings import Limits
from agent.trace.trace import Trace


def _brought(coming: Any) -> Any:
    """What another process answers."""
    import ray

    return ray.get(coming)


class Keeper:
    """Holds the budget of all actors, and keeps the replies that were paid for, on the machine that started them."""

    def __init__(self, limits: Limits, price: Any, state_folder: Path | None) -> None:
        self._meter, self._folder = Meter(limits, price), state_folder
        self._is_used_up = False

    def hold(self, prompt_tokens: int, answer_tokens: int) -> Spent | str:
        """Set aside what a call may take; the reason in words where the budget does not bear it."""
        try:
            return self._meter.hold(prompt_tokens, answer_tokens)
        except Fault as fault:
            self._is_used_up = True
            return fault.says

    def settle(self, held: Spent, took: Spent, counted: int, answered: int, sent: bool) -> None:
        """Replace what was set aside by what the call took."""
        self._meter.settle(held, took, counted, answered, sent=sent)

    def spent(self) -> Spent:
        """What was spent by all."""
        return self._meter.spent

    def is_used_up(self) -> bool:
        """Whether a call was refused."""
        return self._is_used_up

    def find(self, subject: str, key: str) -> str | None:
        """A reply that was kept."""
        return Cache(self._folder, subject).find(key)

    def keep(self, subject: str, key: str, reply: str) -> None:
        """Keep a reply."""
        Cache(self._folder, subject).keep(key, reply)

    def drop(self, subject: str, key: str) -> None:
        """Forget a reply."""
        Cache(self._folder, subject).drop(key)


class FarMeter(Meter):
    """A meter whose budget is held by the keeper; what it spends itself is told to its own document."""

    def __init__(self, keeper: Any, price: Any) -> None:
        super().__init__(Limits(), price)
        self._keeper = keeper

    def hold(self, prompt_tokens: int, answer_tokens: int) -> Spent:
        """Set aside what a call may take, where the budget of all bears it."""
        held = _brought(self._keeper.hold.remote(prompt_tokens, answer_tokens))
        if isinstance(held, str):
            raise Fault(Status.SPENT, held)
        kept: Spent = held
        return kept

    def settle(self, held: Spent, took: Spent, counted: int, answered: int = 0, *, sent: bool = True) -> Spent:
        """Replace what was set aside by what the call took."""
        _brought(self._keeper.settle.remote(held, took, counted, answered, sent))
        return super().settle(Spent(), took, counted, answered, sent=sent)


class FarCache(Cache):
    """Replies that the keeper holds."""

    def __init__(self, keeper: Any, subject: str) -> None:
        self._keeper, self._subject = keeper, subject

    def find(self, key: str) -> str | None:
        """The reply that was kept, or None."""
        reply: str | None = _brought(self._keeper.find.remote(self._subject, key))
        return reply

    def keep(self, key: str, reply: str) -> None:
        """Keep a reply."""
        _brought(self._keeper.keep.remote(self._subject, key, reply))

    def drop(self, key: str) -> None:
        """Forget a reply."""
        _brought(self._keeper.drop.remote(self._subject, key))


class FarAnalyst(ModelAnalyst):
    """The model analyst of one run in an actor: its connection is the actor's, its replies are the keeper's."""

    def __init__(self, asker: Asker, salt: bytes, keeper: Any) -> None:
        super().__init__(asker, salt)
        self._keeper = keeper

    def listen(self, tell: Callable[[News], None]) -> None:
        """Nobody listens to one run."""

    async def close(self) -> None:
        """The connection stays open for the others."""

    async def _shown_trace(self, case: Case) -> ShownTrace:
        shown = await super()._shown_trace(case)
        if not isinstance(shown.cache, FarCache):
            shown.cache = FarCache(self._keeper, case.trace.source.sha256())
        return shown


class Hand:
    """An actor that diagnoses."""

    def __init__(self, orders: Orders, keeper: Any) -> None:
        self._made: dict[str, Any] | None = None
        asker = _asker(orders, keeper) if keeper is not None else None
        analyst: Callable[[], Any] = OfflineAnalyst if asker is None else lambda: FarAnalyst(asker, orders.salt, keeper)
        kept = Orders(**{**vars(orders), "keep": self._keep})
        self._diagnoser = Diagnoser(kept, analyst, asyncio.Semaphore(orders.calls_at_once))

    def _keep(self, folder: Path | None, trace: Trace, done: Done) -> Any:
        self._made = to_dict(done.diagnosis)
        return done.diagnosis

    def _taken(self) -> dict[str, Any] | None:
        made, self._made = self._made, None
        return made

    async def diagnose(self, task: Task) -> Made | tuple[str, str, str, str]:
        """What became of the runs of a task, or the fault after which no run can succeed."""
        try:
            runs = await self._diagnoser.runs_of(task)
            whole = replace(task, runs=runs) if len(runs) > 1 else task
            return [(row, self._taken()) async for row in self._diagnoser.rows(whole)]
        except MastError as fault:
            return type(fault).__name__, fault.what, fault.to, fault.next_step


def keeper(orders: Orders) -> Any:
    """The keeper, on the machine that started all of it."""
    import ray

    here = ray.get_runtime_context().get_node_id()
    near = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(here, soft=False)
    made = ray.remote(Keeper).options(num_cpus=0, scheduling_strategy=near)
    return made.remote(orders.settings.limits, orders.price, orders.state_folder)


def hired(orders: Orders, keeper: Any) -> Any:
    """One more actor."""
    import ray

    return ray.remote(Hand).options(num_cpus=1).remote(orders, keeper)


def _asker(orders: Orders, keeper: Any) -> Asker:
    settings = orders.settings
    if settings.model is None or settings.address is None:
        raise ValueError("no model was chosen")
    return Asker(
        OpenAIModel.of(settings),
        FarMeter(keeper, orders.price),
        ServerAbilities(),
        settings.answer_tokens,
        settings.pause,
    )
