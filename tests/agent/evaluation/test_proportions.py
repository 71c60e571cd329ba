"""The interval of a difference of two shares: against published figures, and at its edges."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.evaluation.proportions import difference, smallest_visible, wilson

GROUPS = st.integers(1, 400).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))


# Newcombe (1998), Statistics in Medicine 17, 873-890: Table II, method 10, as p1 - p2 with p1 first.
@pytest.mark.parametrize(
    "one, other, low, high",
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0000),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_the_figures_of_the_paper(one: tuple[int, int], other: tuple[int, int], low: float, high: float) -> None:
    change, interval = difference(other, one)
    assert change == pytest.approx(one[0] / one[1] - other[0] / other[1])
    assert interval == pytest.approx((low, high), abs=0.00006)


def test_the_interval_of_one_share_at_its_edges() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert wilson(10, 10) == pytest.approx((0.72247, 1.0), abs=1e-5)


@given(GROUPS, GROUPS)
def test_the_interval_holds_the_difference_and_stays_in_range(before: tuple[int, int], after: tuple[int, int]) -> None:
    change, (low, high) = difference(before, after)
    assert -1 <= low <= change <= high <= 1
    assert low < high


@given(GROUPS, GROUPS)
def test_turning_the_groups_round_turns_the_interval_round(before: tuple[int, int], after: tuple[int, int]) -> None:
    change, (low, high) = difference(before, after)
    other, (lowest, highest) = difference(after, before)
    assert (other, lowest, highest) == pytest.approx((-change, -high, -low))


@given(GROUPS)
def test_equal_groups_do_not_differ(group: tuple[int, int]) -> None:
    _, (low, high) = difference(group, group)
    assert low <= 0 <= high


def test_larger_groups_see_smaller_differences() -> None:
    seen = [smallest_visible(size, size) for size in (4, 8, 16, 50, 200)]
    assert all(one is not None for one in seen)
    assert seen == sorted(seen, key=lambda one: -(one or 0))
    assert smallest_visible(1, 1) is None


def test_what_is_called_visible_is_the_smallest_that_leaves_out_zero() -> None:
    for before, after in product((2, 5, 12), repeat=2):
        visible = smallest_visible(before, after)
        clear = [hits / after for hits in range(after + 1) if difference((0, before), (hits, after))[1][0] > 0]
        assert visible == (min(clear) if clear else None)
