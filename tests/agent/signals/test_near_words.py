import re

from agent.signals.readings.near_words import matches_near

CLAIM = re.compile(r"\b(?:I|we) (?:\w+ )?(?:ran|opened) the \w+", re.IGNORECASE)
WORDS = {"ran ": ("i ", "we "), "opened ": ("i ", "we ")}


def found(text: str) -> list[str]:
    return [match[0] for match in matches_near(CLAIM, text, WORDS)]


def test_it_finds_what_the_pattern_finds_in_the_whole_text() -> None:
    text = ("Nothing to see here. " * 40 + "Then I ran the tests. We also opened the file, and I ran the tests. ") * 3
    assert found(text) == [match[0] for match in CLAIM.finditer(text)] and len(found(text)) == 9


def test_a_word_within_another_one_is_no_such_word() -> None:
    assert found("In Iran the tests are hard. Nobody ran the tests.") == []


def test_a_capital_with_two_small_letters_moves_no_place() -> None:
    text = "\u0130" * 50 + " Then I ran the tests."
    assert found(text) == ["I ran the tests"]


def test_only_a_part_of_the_text_is_searched_where_one_is_named() -> None:
    text = "I ran the tests. I opened the file."
    assert [match[0] for match in matches_near(CLAIM, text, WORDS, 10)] == ["I opened the file"]
