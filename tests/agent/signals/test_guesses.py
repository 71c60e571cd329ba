"""The two hints about guessing where asking was possible."""

from pathlib import Path

from agent.signals.detectors.guessed_input import GuessedInput
from agent.signals.detectors.unasked_ambiguity import UnaskedAmbiguity
from tests.agent.signals.stage import Step, call, result, say, task, watch

GUESS = call("lead", "python", "api.login(token='your_access_token')")
ASSUME = say("solver", "The number of boys is not stated. Let's assume there are ten of them, so the sum is 40.")


def test_a_placeholder_in_a_call_is_a_hint_with_the_search_for_a_question(tmp_path: Path) -> None:
    (signal,) = watch(GuessedInput, tmp_path, task("Like the songs."), say("lead", "I log in."), GUESS)
    assert signal.search is not None and signal.search.lines == (2, 3)
    assert signal.references[0].event == 1


def test_a_placeholder_after_a_question_or_from_the_task_is_none(tmp_path: Path) -> None:
    asked = say("lead", "Could you please provide the access token?")
    assert not watch(GuessedInput, tmp_path, task("Like the songs."), asked, GUESS)
    assert not watch(GuessedInput, tmp_path, task("Show how api.login(token='your_access_token') is called."), GUESS)


def test_documentation_may_hold_placeholders(tmp_path: Path) -> None:
    page = result("Usage: login(token='your_access_token')")
    assert not watch(GuessedInput, tmp_path, task("Like the songs."), page, call("lead", "python", "api.login(secret)"))


def test_an_assumption_is_a_hint(tmp_path: Path) -> None:
    (signal,) = watch(UnaskedAmbiguity, tmp_path, task("How many sweets do they eat?"), ASSUME)
    assert "assume" in signal.acts[0].quote


def test_an_assumption_after_a_question_or_by_the_task_is_none(tmp_path: Path) -> None:
    ask = say("solver", "Could you tell me how many boys there are?")
    assert not watch(UnaskedAmbiguity, tmp_path, task("How many sweets do they eat?"), ask, ASSUME)
    assert not watch(UnaskedAmbiguity, tmp_path, task("Let's assume ten boys. How many?"), ASSUME)


def test_pages_may_assume_what_they_like(tmp_path: Path) -> None:
    page = Step(result("").kind, "browser", "Let's assume a perfect market.")
    assert not watch(UnaskedAmbiguity, tmp_path, task("How many?"), page, say("solver", "It is 4."))


def test_an_unknown_with_a_letter_is_no_guess(tmp_path: Path) -> None:
    named = 'Let us assume he has "n" number of them.', "I assume there are k of them."
    for text in (*named, "Let's assume the son's age to be x years.", "# Assuming the functions are in game.py"):
        assert not watch(UnaskedAmbiguity, tmp_path, task("How old is he?"), say("solver", text))


def test_without_the_task_nobody_knows_what_was_given(tmp_path: Path) -> None:
    assert not watch(GuessedInput, tmp_path, say("lead", "I log in."), GUESS)
