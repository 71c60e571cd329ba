from hypothesis import given
from hypothesis import strategies as st

from agent.signals.readings.text_similarity import SimilarTexts, estimated_similarity, similarity, sketch

WORDS = " ".join(f"word{n}" for n in range(200))


def test_equal_texts_are_wholly_alike_and_different_ones_not_at_all() -> None:
    assert similarity(WORDS, WORDS) == 1.0 == estimated_similarity(sketch(WORDS), sketch(WORDS))
    assert similarity(WORDS, WORDS.upper()) == 0.0


def test_the_estimate_is_near_the_share_it_estimates() -> None:
    changed = WORDS.replace("word50 ", "other ").replace("word120 ", "another ")
    assert abs(estimated_similarity(sketch(WORDS), sketch(changed)) - similarity(WORDS, changed)) < 0.15


def test_texts_without_blanks_between_words_are_compared_by_their_characters() -> None:
    text = "このテストは日本語の文章を比べます。" * 3 + "計画を立ててから検索を行います。"
    assert similarity(text, text.replace("検索", "確認")) > 0.6
    assert similarity(text, "全く別の話をここに書いておきますので似ていません。" * 4) < 0.1


def test_an_earlier_lookalike_is_found_only_under_the_same_key_and_within_the_window() -> None:
    index = SimilarTexts(limit=8)
    index.add(1, "planner", sketch(WORDS))
    assert index.add(2, "coder", sketch(WORDS))[0] == 0
    assert index.add(3, "planner", sketch(WORDS)) == (1, 1.0)
    for number in range(4, 30):
        index.add(number, "planner", sketch(" ".join(f"new{number}x{n}" for n in range(60))))
    assert index.add(40, "planner", sketch(WORDS))[0] == 0


@given(st.text(max_size=400), st.text(max_size=400))
def test_likeness_is_a_symmetric_share(one: str, other: str) -> None:
    assert 0.0 <= similarity(one, other) == similarity(other, one) <= 1.0
    assert similarity(one, one) == 1.0
    assert len(sketch(one).hashes) >= 1
