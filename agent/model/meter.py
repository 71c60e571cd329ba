"""Counts what is sent and spent, holds the budgets hard, and tells whoever listens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace

from agent.model.faults import Fault, Status
from agent.model.model import Spent
from agent.model.prices import Price
from agent.settings import Limits

MARGIN = 16
"""Tokens that a server adds to a prompt for the frame around its messages."""


@dataclass(frozen=True, slots=True)
class Metered:
    """What has been spent so far, and what may be."""

    spent: Spent
    limits: Limits


@dataclass(frozen=True, slots=True)
class Delayed:
    """The next try has to wait."""

    why: str
    seconds: float


News = Metered | Delayed
Tell = Callable[[News], None]


@dataclass
class Ledger:
    """What one step of the work spends."""

    spent: Spent = field(default_factory=Spent)


_ledger: ContextVar[Ledger | None] = ContextVar("ledger", default=None)


@contextmanager
def ledger() -> Iterator[Ledger]:
    """Note what is spent inside, in this task and those it starts."""
    opened = Ledger()
    token = _ledger.set(opened)
    try:
        yield opened
    finally:
        _ledger.reset(token)


class Meter:
    """The meter of one diagnosis; a call is allowed only if the budgets bear the most it may take."""

    def __init__(self, limits: Limits | None = None, price: Price | None = None, tell: Tell | None = None) -> None:
        self.limits = limits or Limits()
        self.price = price
        self.tell = tell
        self.spent = Spent(cost_usd=0.0 if price else None)
        self._binding = Spent(cost_usd=0.0 if price else None)
        """What counts against the budgets: no less than what we counted ourselves, whatever a server says."""
        self._held = Spent()
        self._scale = 1.0

    def hold(self, prompt_tokens: int, answer_tokens: int) -> Spent:
        """Set aside what a call may take at most; a fault where a budget does not bear it."""
        likely = Spent(1, round((prompt_tokens + MARGIN) * self._scale), 0, answer_tokens)
        held = replace(likely, cost_usd=self._cost(likely))
        total = self._binding + self._held + held
        limits = self.limits
        for most, now, one, many in (
            (limits.calls, total.calls, "call", "calls"),
            (limits.tokens, total.prompt_tokens, "token sent", "tokens sent"),
            (limits.cost_usd, total.cost_usd or 0.0, "US dollar", "US dollars"),
        ):
            if most is not None and now > most:
                amount = f"{most:,.8f}".rstrip("0").rstrip(".")
                raise Fault(Status.SPENT, f"the budget of {amount} {one if most == 1 else many} is used up")
        self._held += held
        return held

    def settle(self, held: Spent, took: Spent, counted: int, answered: int = 0, *, sent: bool = True) -> Spent:
        """Replace what was set aside by what the call took.

        `counted` and `answered` are the prompt and the reply as we count them, which bind; `sent` is whether anything
        left this machine.
        """
        if took.prompt_tokens > counted > 0:
            self._scale = max(self._scale, took.prompt_tokens / counted)
        binding = Spent(
            took.calls, max(took.prompt_tokens, counted if sent else 0), 0, max(took.completion_tokens, answered)
        )
        self._binding += replace(binding, cost_usd=self._cost(binding))
        took = replace(took, cost_usd=self._cost(took))
        self._held = Spent(
            self._held.calls - held.calls,
            self._held.prompt_tokens - held.prompt_tokens,
            0,
            self._held.completion_tokens - held.completion_tokens,
            (self._held.cost_usd or 0.0) - (held.cost_usd or 0.0) if held.cost_usd is not None else None,
        )
        self.spent += took
        opened = _ledger.get()
        if opened is not None:
            opened.spent += took
        if self.tell is not None:
            self.tell(Metered(self.spent, self.limits))
        return took

    def wait(self, why: str, seconds: float) -> None:
        """Say that the next try has to wait."""
        if self.tell is not None:
            self.tell(Delayed(why, seconds))

    def _cost(self, spent: Spent) -> float | None:
        return self.price.cost(spent) if self.price is not None else None
