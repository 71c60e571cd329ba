"""A quote is repaired only where the sense stays: never over a number, a negation, a comparison, a name or an order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.diagnosis.matching import exact, normalised, repaired

LINE = (
    "the reviewer approved the patch of seven files after the tests had passed, and Coder wrote utils.py"
    " for the planner"
)
OTHERS = [
    ("seven files", "two files"),
    ("seven files", "nine files"),
    ("approved the", "never approved the"),
    ("approved the", "did not approve the"),
    ("approved the", "disapproved the"),
    ("approved the", "rejected the"),
    ("after the tests", "before the tests"),
    ("after the tests", "without the tests"),
    ("had passed", "hadn't passed"),
    ("had passed", "had failed"),
    ("Coder wrote", "Tester wrote"),
    ("utils.py", "app.py"),
    ("utils.py", "utils.js"),
    ("the reviewer approved", "the planner approved"),
    ("the patch of", "the first patch of"),
    ("the patch of", "all of"),
    ("the patch of", "some of"),
]


def found(text: str, quote: str) -> bool:
    return any(search(text, quote) is not None for search in (exact, normalised, repaired))


@pytest.mark.parametrize(("there", "said"), OTHERS)
def test_another_sense_is_not_repaired(there: str, said: str) -> None:
    assert not found(LINE, LINE.replace(there, said))
    assert not found(LINE.replace(there, said), LINE)


def test_an_omitted_negation_or_number_is_not_repaired() -> None:
    line = "the plan was not approved by any of the three reviewers who read it in the morning of that day"
    for word in ("not", "any", "three"):
        assert not found(line, line.replace(f"{word} ", ""))


def test_words_in_another_order_are_not_repaired() -> None:
    line = "in the end Coder asked Tester to write the report about the broken build and the missing file"
    assert not found(line, line.replace("Coder", "X").replace("Tester", "Coder").replace("X", "Tester"))


@pytest.mark.parametrize(
    "said",
    [
        LINE.replace("the planner", "planner"),
        LINE.replace("approved", "approves"),
        LINE.replace("files", "file"),
        LINE.upper().replace(" ", "  "),
        LINE.replace("Coder wrote", "Coder `wrote`"),
    ],
)
def test_the_same_sense_is_repaired_to_the_real_line(said: str) -> None:
    assert found(LINE, said)


def test_of_several_stretches_the_one_that_is_most_alike_is_taken() -> None:
    said = "the coder wrote a long report about the broken file and handed it to the planner"
    close = said.replace("handed", "hands")
    far = close.replace("report", "reports")
    assert repaired(far, said) is not None
    for text in (f"{far}\n{close}\n{far}", f"well then said it, {far} and so {close} as it was said before"):
        hit = repaired(text, said)
        assert hit is not None
        assert text[hit.start : hit.end] == close


WORDS = "agent file tool plan result answer message build script table number column value report request".split()
TELLING = (
    "not never no without cannot two seven once twice more fewer before after above all some only equal and or 3 17"
).split()
NAMES = "Coder Tester WebSurfer get_file utils.py Orchestrator".split()


@given(st.data())
def test_no_telling_word_is_ever_added_left_out_or_changed(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(WORDS), min_size=12, max_size=24))
    at = data.draw(st.integers(1, len(words) - 1))
    one, other = data.draw(st.permutations([*TELLING, *NAMES]))[:2]
    line = " ".join([*words[:at], one, *words[at:]])
    assert not found(line, " ".join([*words[:at], other, *words[at:]]))
    assert not found(" ".join(words), line)
    if one in TELLING:
        assert not found(line, " ".join(words))


@given(st.data())
def test_what_is_repaired_differs_in_no_word_that_stands_for_another(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(WORDS), min_size=12, max_size=24))
    at = data.draw(st.integers(0, len(words) - 1))
    other = data.draw(st.sampled_from([word for word in WORDS if word != words[at]]))
    changed = [*words[:at], other, *words[at + 1 :]]
    if " ".join(changed) != " ".join(words):
        assert not found(" ".join(words), " ".join(changed))
