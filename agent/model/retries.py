"""How often a question is tried again and how long is waited in between, for everybody who asks one server."""

import asyncio
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from agent.model.faults import UNANSWERED, Fault, Status

TRIES = {Status.RATE_LIMITED: 12, Status.OVERLOADED: 5, Status.BROKEN: 5, Status.UNREACHABLE: 5, Status.ODD: 2}
"""How often a fault of a kind is met before it counts; those that are not named count at once."""
TRIES_IN_SILENCE = 2
"""The most tries of a question after one was given up, for as long as nothing at all is answered."""
LONGEST_PAUSE = 60.0


class RetryPolicy:
    """What was met at one server, by all who ask it at once."""

    def __init__(self, pause: float, sleep: Callable[[float], Awaitable[None]]) -> None:
        self.answers = 0
        self._pause = pause
        self._sleep = sleep
        self._free_at = 0.0
        self._silent = False
        """Whether a question was given up while nothing at all was answered."""
        self._chance = random.Random(0)  # noqa: S311 - it only spreads retries
        self._at_once = 0
        self._most_at_once = sys.maxsize
        """Calls that the server seems to bear at the same time."""
        self._room = asyncio.Condition()

    def question(self) -> "Tries":
        """The tries of one question, none of them made yet."""
        return Tries(self)

    def heard(self) -> None:
        """Something was answered there."""
        self.answers += 1
        self._silent = False

    async def free(self) -> None:
        """Nobody asks while the server wants to be left alone."""
        left = self._free_at - asyncio.get_running_loop().time()
        if left > 0:
            await self._sleep(left)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """One call among those of others, of which there are no more at once than the server seems to bear."""
        await self.free()
        async with self._room:
            await self._room.wait_for(lambda: self._at_once < self._most_at_once)
            self._at_once += 1
        try:
            yield
        finally:
            self._at_once -= 1
            async with self._room:
                self._room.notify_all()

    def thin_out(self) -> None:
        """Ask fewer at once from now on."""
        self._most_at_once = min(self._most_at_once, (self._at_once + 1) // 2)

    async def wait(self, tries: "Tries", pause: float) -> None:
        """Wait before the next try; where the server asks everybody to slow down, everybody waits."""
        if tries.last is Status.RATE_LIMITED:
            self.busy_until(pause)
        await self._sleep(pause)

    def busy_until(self, seconds: float) -> None:
        """Nobody asks for so many seconds."""
        self._free_at = max(self._free_at, asyncio.get_running_loop().time() + seconds)

    def most(self, status: Status) -> int:
        """How often a question is tried that meets faults of a kind."""
        if status is Status.UNREACHABLE and not self.answers:
            return 1
        tries = TRIES.get(status, 1)
        return min(tries, TRIES_IN_SILENCE) if self._silent else tries

    def growing(self, met: int) -> float:
        """The pause after so many faults, spread a little so that not everybody comes back at once."""
        return min(LONGEST_PAUSE, self._pause * 2.0 ** (met - 1)) * (0.75 + 0.5 * self._chance.random())

    def given_up(self, fault: Fault, before: int) -> None:
        """A question is given up; where nothing was answered all the while, the next ones need not wait as long."""
        if fault.status in UNANSWERED:
            self.heard()
        elif fault.status is Status.TOO_SLOW and self.answers == before:
            self._most_at_once = sys.maxsize
        elif fault.status in TRIES and self.answers == before:
            self._silent = True


class Tries:
    """The tries of one question."""

    def __init__(self, patience: RetryPolicy) -> None:
        self._patience = patience
        self._before = self._since = patience.answers
        self._met: dict[Status, int] = {}

    def begin(self) -> None:
        """A try is on its way."""
        self._since = self._patience.answers

    @property
    def last(self) -> Status:
        """What was met last."""
        return next(reversed(self._met))

    @property
    def words(self) -> str:
        """What was met, in a few words for the person who waits."""
        return f"{self.last.value.replace('_', ' ')}, try {self._met[self.last] + 1}"

    def pause(self, fault: Fault) -> float | None:
        """How long to wait before the next try, or None where there is no hope."""
        status = fault.status
        if status is Status.TOO_SLOW and self._patience.answers > self._since:
            # others were answered meanwhile, so this call may have stood in a queue behind them
            self._patience.thin_out()
            self._met[status] = self._met.pop(status, 0) + 1
            return 0.0
        self._met[status] = self._met.pop(status, 0) + 1
        if self._met[status] >= self._patience.most(status):
            self._patience.given_up(fault, self._before if status in TRIES else self._since)
            return None
        return fault.wait if fault.wait is not None else self._patience.growing(self._met[status])
