"""What a diagnosis may cost is never passed, also by calls that are under way at the same time."""

import pytest

from agent.model.faults import Fault
from agent.model.meter import Meter, Metered, ledger
from agent.model.model import Spent
from agent.model.prices import Price
from agent.settings import Limits

PRICE = Price(sent=1.0, answered=10.0, cached=0.5)
"""US dollars for a million tokens."""


def test_calls_that_are_under_way_count_at_the_most_they_may_cost() -> None:
    meter = Meter(Limits(cost_usd=2.5), PRICE)
    held = meter.hold(0, 100_000)
    meter.hold(0, 100_000)
    with pytest.raises(Fault, match="dollars"):
        meter.hold(0, 100_000)
    meter.settle(held, Spent(1, 1_000, 0, 100), 1_000)
    meter.hold(0, 100_000)


def test_what_calls_took_counts_with_what_the_next_one_may_cost() -> None:
    meter = Meter(Limits(cost_usd=2.5), PRICE)
    for _ in range(2):
        meter.settle(meter.hold(0, 100_000), Spent(1, 0, 0, 100_000), 0)
    assert meter.spent.cost_usd == pytest.approx(2.0)
    with pytest.raises(Fault, match="dollars"):
        meter.hold(0, 100_000)
    assert meter.hold(0, 10_000).cost_usd == pytest.approx(0.1, abs=0.01)


def test_tokens_that_a_server_had_at_hand_cost_less() -> None:
    meter = Meter(price=PRICE)
    took = meter.settle(meter.hold(1_000, 10), Spent(1, 1_000, 400, 10), 1_000)
    assert took.cost_usd == pytest.approx((600 * 1.0 + 400 * 0.5 + 10 * 10.0) / 1_000_000)


def test_each_step_of_the_work_notes_what_it_spends_itself() -> None:
    told: list[object] = []
    meter = Meter(tell=told.append)
    with ledger() as first:
        meter.settle(meter.hold(10, 1), Spent(1, 10, 0, 1), 10)
    with ledger() as second:
        pass
    meter.settle(meter.hold(20, 1), Spent(1, 20, 0, 1), 20)
    assert (first.spent.prompt_tokens, second.spent.prompt_tokens, meter.spent.prompt_tokens) == (10, 0, 30)
    assert [one.spent.prompt_tokens for one in told if isinstance(one, Metered)] == [10, 30]
