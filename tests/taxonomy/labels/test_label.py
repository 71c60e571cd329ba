"""Labels in a table: what counts once, what is a contradiction, and that no order of reading changes a figure."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taxonomy.labels.comparison import compare
from taxonomy.labels.label import BadLabels, Label, Said, distinct_names, natural_order, said, tabulate
from taxonomy.labels.view import Blanks
from taxonomy.versions import PAPER, numbering

ENTRIES = numbering(PAPER).entries


def label(
    annotator: str = "a", trace: str = "t", mode: int = 0, word: Said = Said.PRESENT, place: str = "row 2"
) -> Label:
    return Label(annotator, trace, ENTRIES[mode], word, place)


ONE_EACH = st.dictionaries(
    st.tuples(st.sampled_from("abc"), st.sampled_from(["t1", "t2", "t10"]), st.integers(0, 3)),
    st.sampled_from(list(Said)),
).map(lambda words: [label(who, trace, mode, word) for (who, trace, mode), word in words.items()])


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("TRUE", Said.PRESENT),
        (" yes ", Said.PRESENT),
        ("1", Said.PRESENT),
        ("Present", Said.PRESENT),
        ("False", Said.ABSENT),
        ("NO", Said.ABSENT),
        ("0.0", Said.ABSENT),
        ("absent", Said.ABSENT),
        ("", Said.BLANK),
        (" \t", Said.BLANK),
        ("not_assessed", Said.MISSING),
        ("NaN", Said.MISSING),
        ("2", None),
        ("true?", None),
    ],
)
def test_what_a_word_says(text: str, word: Said | None) -> None:
    assert said(text) is word


@given(ONE_EACH, st.randoms(use_true_random=False), st.sampled_from(list(Blanks)))
def test_the_order_of_the_labels_changes_nothing(labels: list[Label], random: "object", blanks: Blanks) -> None:
    shuffled = labels[:]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = compare(tabulate(labels), blanks), compare(tabulate(shuffled), blanks)
    assert one == replace(other, modes=one.modes)
    assert {mode.key: mode for mode in one.modes} == {mode.key: mode for mode in other.modes}


@given(ONE_EACH, st.sampled_from(list(Blanks)))
def test_whatever_is_labelled_gives_figures_in_range_or_a_warning(labels: list[Label], blanks: Blanks) -> None:
    comparison = compare(tabulate(labels), blanks)
    figures = [
        comparison.cohen_mean,
        comparison.fleiss,
        comparison.alpha,
        comparison.raw,
        comparison.positive_mean,
        *(comparison.interval or ()),
    ]
    assert all(figure is None or -1 <= figure <= 1 for figure in figures)
    assert comparison.cohen_mean is not None or comparison.warnings
    assert comparison.interval is not None or comparison.warnings
    assert comparison.cells == sum(mode.cells for mode in comparison.modes)
    assert all(
        sum(mode.present[name] for mode in comparison.modes) == count for name, count in comparison.present.items()
    )


@given(ONE_EACH)
def test_labels_given_twice_change_no_figure(labels: list[Label]) -> None:
    once, twice = compare(tabulate(labels)), compare(tabulate([*labels, *labels]))
    assert replace(once, warnings=()) == replace(twice, warnings=())
    assert tabulate([*labels, *labels]).repeated == len(labels)


@given(ONE_EACH)
def test_leaving_out_blanks_and_counting_them_agree_where_there_are_none(labels: list[Label]) -> None:
    filled = [replace(one, said=Said.ABSENT) if one.said is Said.BLANK else one for one in labels]
    comparison = compare(tabulate(filled), Blanks.MISSING)
    assert comparison == compare(tabulate(filled), Blanks.ABSENT)
    counted = compare(tabulate(labels), Blanks.ABSENT)
    assert (counted.cohen, counted.fleiss, counted.raw) == (comparison.cohen, comparison.fleiss, comparison.raw)


def test_two_words_of_one_annotator_about_one_cell_are_refused_with_both_places() -> None:
    with pytest.raises(BadLabels) as refused:
        tabulate([label(place="a.csv row 2"), label(word=Said.ABSENT, place="b.csv row 9")])
    assert "a.csv row 2" in refused.value.where and "b.csv row 9" in refused.value.where


@pytest.mark.parametrize("blank_first", [True, False])
def test_a_blank_gives_way_to_a_word(blank_first: bool) -> None:
    pair = [label(word=Said.BLANK), label(word=Said.PRESENT)]
    table = tabulate(pair if blank_first else pair[::-1])
    assert table.count(Said.PRESENT) == 1
    assert table.count(Said.BLANK) == 0


def test_annotators_stand_in_natural_order_and_pairs_keep_apart() -> None:
    table = tabulate([label(name) for name in ("10", "2", "b", "a")])
    assert table.annotators == ["2", "10", "a", "b"]
    assert natural_order("run 2") < natural_order("run 10")
    names = ("a", "a-b", "b-c", "c")
    comparison = compare(tabulate([label(name, trace, word=word) for name in names for trace, word in _words(name)]))
    assert len(comparison.cohen) == 6


def _words(name: str) -> list[tuple[str, Said]]:
    return [("t1", Said.PRESENT), ("t2", Said.ABSENT if name != "c" else Said.PRESENT)]


def test_names_that_are_the_same_are_told_apart_by_their_longer_form() -> None:
    assert distinct_names(["x", "y", "x"], ["d/x", "d/y", "e/x"]) == ["d/x", "y", "e/x"]
