"""The measures of agreement: against worked examples, against their definitions, and where they are not defined."""

import math
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taxonomy.agreement import Table, cohen, cohen_of, fleiss, interval, krippendorff, mean, positive, raw, table

LABELS = st.booleans()
PAIRS = st.lists(st.tuples(LABELS, LABELS), max_size=40)


def test_cohen_on_a_worked_example() -> None:
    """Twenty both, five and ten apart, fifteen neither: observed .70, by chance .50."""
    pairs = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15
    assert cohen(pairs) == pytest.approx(0.4)
    assert cohen_of(table(pairs)) == pytest.approx(0.4)
    assert positive(pairs) == pytest.approx(40 / 55)


def test_fleiss_on_a_worked_example() -> None:
    """Fourteen annotators, ten subjects, five classes: the example that is known by its answer, .210."""
    counts = [
        (0, 0, 0, 0, 14),
        (0, 2, 6, 4, 2),
        (0, 0, 3, 5, 6),
        (0, 3, 9, 2, 0),
        (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0),
        (3, 2, 6, 3, 0),
        (2, 5, 3, 2, 2),
        (6, 5, 2, 1, 0),
        (0, 2, 2, 3, 7),
    ]
    cells = [[label for label, count in enumerate(row) for _ in range(count)] for row in counts]
    assert fleiss(cells) == pytest.approx(0.210, abs=0.0005)


def test_krippendorff_on_a_worked_example_with_missing_labels() -> None:
    """Three coders and fifteen units, many labels missing: the nominal alpha of this example is .691."""
    a = [None, None, None, None, None, 3, 4, 1, 2, 1, 1, 3, 3, None, 3]
    b = [1, None, 2, 1, 3, 3, 4, 3, None, None, None, None, None, None, None]
    c = [None, None, 2, 1, 3, 4, 4, None, 2, 1, 1, 3, 3, None, 4]
    assert krippendorff(list(zip(a, b, c, strict=True))) == pytest.approx(0.691, abs=0.0005)


@pytest.mark.parametrize("pairs", [[], [(True, True)] * 3, [(False, False)]])
def test_cohen_says_nothing_where_chance_explains_all(pairs: list[tuple[bool, bool]]) -> None:
    assert cohen(pairs) is None
    assert cohen_of(table(pairs)) is None


def test_the_others_say_nothing_where_they_are_not_defined() -> None:
    assert fleiss([]) is None
    assert fleiss([[True]]) is None
    assert fleiss([[True, True], [True, True]]) is None
    assert fleiss([[True, False], [True, True, False]]) is None
    assert krippendorff([]) is None
    assert krippendorff([[True, None], [None, False]]) is None
    assert krippendorff([[True, True], [True, True]]) is None
    assert raw([]) is None
    assert raw([[True]]) is None
    assert positive([]) is None
    assert positive([(False, False)]) is None
    assert mean([None, None]) is None
    assert mean([None, 0.5]) == 0.5


@given(PAIRS)
def test_cohen_follows_its_definition_and_is_symmetric(pairs: list[tuple[bool, bool]]) -> None:
    kappa = cohen(pairs)
    assert kappa == cohen([(b, a) for a, b in pairs]) == cohen_of(table(pairs))
    size = len(pairs)
    expected = sum(
        Fraction(sum(a is label for a, _ in pairs) * sum(b is label for _, b in pairs), size**2 or 1)
        for label in (True, False)
    )
    if not size or expected == 1:
        assert kappa is None
    else:
        observed = Fraction(sum(a is b for a, b in pairs), size)
        assert kappa == pytest.approx(float((observed - expected) / (1 - expected)))


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=3, max_size=3), max_size=20))
def test_alpha_with_nothing_missing_follows_the_pairs_of_labels(cells: list[list[str]]) -> None:
    labels = [label for cell in cells for label in cell]
    total = len(labels)
    apart = sum(a != b for cell in cells for a, b in permutations(cell, 2)) / 2
    chance = sum(a != b for a, b in permutations(labels, 2)) / (total - 1) if total > 1 else 0
    alpha = krippendorff(cells)
    if chance == 0:
        assert alpha is None
    else:
        assert alpha == pytest.approx(1 - apart / chance)


@given(st.lists(st.lists(st.one_of(st.none(), LABELS), min_size=1, max_size=5), max_size=20))
def test_no_input_gives_a_value_outside_the_range(cells: list[list[bool | None]]) -> None:
    whole = [[label for label in cell if label is not None] for cell in cells]
    for value in (krippendorff(cells), fleiss(whole), raw(whole)):
        assert value is None or (math.isfinite(value) and -1 <= value <= 1)


@given(st.lists(st.lists(LABELS, min_size=2, max_size=2), min_size=1, max_size=30))
def test_complete_agreement_is_one_or_undefined(cells: list[list[bool]]) -> None:
    same = [[cell[0], cell[0]] for cell in cells]
    for value in (fleiss(same), krippendorff(same), cohen([(a, b) for a, b in same])):
        assert value is None or value == pytest.approx(1)


TABLES: list[list[Table]] = [[(2, 0, 1, 12)], [(1, 1, 0, 13)], [(3, 0, 0, 12)], [(0, 1, 1, 13)], [(1, 0, 0, 14)]]


def test_the_interval_is_repeatable_and_does_not_depend_on_the_order_of_traces() -> None:
    edges = interval(TABLES)
    assert edges is not None
    assert edges == interval(TABLES) == interval(TABLES[::-1])
    whole = cohen_of((7, 2, 2, 64))
    assert whole is not None
    assert edges[0] < whole < edges[1] <= 1
    assert interval(TABLES, seed=1) != edges


def test_an_interval_needs_traces_and_a_kappa() -> None:
    assert interval([]) is None
    assert interval(TABLES[:1]) is None
    assert interval([[], []]) is None
    assert interval([[(0, 0, 0, 14)]] * 9) is None
    assert interval([[(0, 0, 0, 0)]] * 9) is None


def test_the_interval_narrows_with_more_traces_of_the_same_kind() -> None:
    few, many = interval(TABLES), interval(TABLES * 20)
    assert few is not None and many is not None
    assert many[1] - many[0] < (few[1] - few[0]) / 2
