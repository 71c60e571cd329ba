"""Quoted words are cited where the answer says that they stand, if they do; else near there, else anywhere."""

from pathlib import Path

import pytest

from agent.chat.material import Material
from agent.chat.quote_search import find_quote
from agent.trace.trace import Trace
from tests.agent.chat.materials import plain_log

SAID = "all of the tests have passed"


@pytest.fixture
def material(tmp_path: Path) -> Material:
    messages = [SAID, SAID, "something else", SAID, *["nothing much"] * 20, "only here it is said once"]
    material = Material(Trace.open(plain_log(tmp_path / "run.log", *messages)))
    material.prepare()
    return material


@pytest.mark.parametrize("words", [SAID, "All of  the tests have passed"])
@pytest.mark.parametrize("line", [1, 2, 4])
def test_of_words_on_lines_close_by_those_on_the_line_cited_are_taken(
    material: Material, words: str, line: int
) -> None:
    quote = find_quote(material, words, [(line, line)])
    assert quote is not None
    assert quote.lines == (line, line)


@pytest.mark.parametrize(("cited", "line"), [((6, 6), 4), ((20, 20), 25), ((4_000, 5_000), 25)])
def test_words_that_do_not_stand_on_the_line_cited_are_looked_for_elsewhere(
    material: Material, cited: tuple[int, int], line: int
) -> None:
    quote = find_quote(material, SAID if line == 4 else "only here it is said once", [cited])
    assert quote is not None
    assert quote.lines == (line, line)
    assert find_quote(material, "words that nobody has ever said here", [cited]) is None
    assert find_quote(material, "  ", [cited]) is None
