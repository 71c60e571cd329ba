"""One budget and one patience for several processes: numbers in memory that all of them see."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from multiprocessing.context import BaseContext
from typing import Any

from agent.model.faults import Fault, Status
from agent.model.meter import Meter
from agent.model.model import Spent
from agent.model.prices import Price
from agent.model.retries import RetryPolicy
from agent.settings import Limits

NUMBERS = 4
"""Calls, tokens sent, tokens answered, dollars: of what binds, what is set aside, and what was spent."""
BINDING, HELD, SPENT, STOPPED, FREE_AT = 0, NUMBERS, 2 * NUMBERS, 3 * NUMBERS, 3 * NUMBERS + 1


@dataclass(frozen=True)
class Shared:
    """The numbers; they are inherited by processes and cannot be sent to them later."""

    numbers: Any

    @classmethod
    def of(cls, context: BaseContext) -> "Shared":
        """Nothing spent yet."""
        return cls(context.Array("d", FREE_AT + 1))

    @property
    def spent(self) -> Spent:
        """What was spent by all."""
        with self.numbers.get_lock():
            return _spent(self.numbers, SPENT)

    @property
    def is_used_up(self) -> bool:
        """Whether a call was refused because the budget did not bear it."""
        return bool(self.numbers[STOPPED])


class SharedMeter(Meter):
    """A meter that counts together with those of other processes."""

    def __init__(self, shared: Shared, limits: Limits, price: Price | None) -> None:
        super().__init__(limits, price)
        self._shared = shared.numbers

    def hold(self, prompt_tokens: int, answer_tokens: int) -> Spent:
        """Set aside what a call may take at most; a fault where the budget of all does not bear it."""
        with self._shared.get_lock():
            self._binding, self._held = _spent(self._shared, BINDING), _spent(self._shared, HELD)
            try:
                held = super().hold(prompt_tokens, answer_tokens)
            except Fault as fault:
                if fault.status is Status.SPENT:
                    self._shared[STOPPED] = 1.0
                raise
            _write(self._shared, HELD, self._held)
            return held

    def settle(self, held: Spent, took: Spent, counted: int, answered: int = 0, *, sent: bool = True) -> Spent:
        """Replace what was set aside by what the call took."""
        with self._shared.get_lock():
            self._binding, self._held = _spent(self._shared, BINDING), _spent(self._shared, HELD)
            took = super().settle(held, took, counted, answered, sent=sent)
            _write(self._shared, BINDING, self._binding)
            _write(self._shared, HELD, self._held)
            _write(self._shared, SPENT, _spent(self._shared, SPENT) + took)
            return took


class SharedPatience(RetryPolicy):
    """A patience that is left alone by one server together with those of other processes."""

    def __init__(self, shared: Shared, pause: float, sleep: Callable[[float], Awaitable[None]]) -> None:
        super().__init__(pause, sleep)
        self._shared = shared.numbers

    async def free(self) -> None:
        """Nobody asks while the server wants to be left alone."""
        left = self._shared[FREE_AT] - time.monotonic()
        if left > 0:
            await self._sleep(left)
        await super().free()

    def busy_until(self, seconds: float) -> None:
        """Everybody waits."""
        super().busy_until(seconds)
        with self._shared.get_lock():
            self._shared[FREE_AT] = max(self._shared[FREE_AT], time.monotonic() + seconds)


def _spent(numbers: Any, at: int) -> Spent:
    calls, sent, answered, dollars = numbers[at : at + NUMBERS]
    return Spent(int(calls), int(sent), 0, int(answered), dollars)


def _write(numbers: Any, at: int, spent: Spent) -> None:
    numbers[at : at + NUMBERS] = [spent.calls, spent.prompt_tokens, spent.completion_tokens, spent.cost_usd or 0.0]
