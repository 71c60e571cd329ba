"""What a diagnosis says of the selfcheck of its analyst."""

from pathlib import Path
from typing import Any

import pytest

from agent.diagnosis.kept_selfcheck import NAME, checked, earned, keep, results, sentence, weak_words
from agent.diagnosis.severity import Confidence


def result(**more: Any) -> dict[str, Any]:
    modes = {f"FM-1.{n}": {"found": [3, 3], "weak": False} for n in range(1, 6)}
    modes["FM-2.4"] = {"found": [1, 3], "weak": True}
    return {
        "analyst": "model",
        "model": "m",
        "date": "2026-11-18",
        "prompts": "abc",
        "version": "1",
        "modes": modes,
        "clean": {"false_alarms": [1, 14]},
        "confidence": {"confirmed": [2, 2], "likely": [3, 10], "possible": [1, 9]},
        **more,
    }


def test_a_selfcheck_is_one_line_in_every_report(tmp_path: Path) -> None:
    keep(tmp_path, result())
    brief = checked(tmp_path, "model", "m", "abc")
    assert brief is not None
    assert (brief["found"], brief["false_alarms"], brief["stale"]) == ([16, 18], [1, 14], False)
    assert sentence(brief) == (
        "This model: 16 of 18 planted failures, 1 false alarm in 14 clean runs, 2026-11-18; weakest on FM-2.4."
    )
    assert "never checked" in sentence(checked(tmp_path, "model", "another", "abc"))
    assert "never checked" in sentence(checked(None, "model", "m", "abc"))


def test_another_prompt_makes_it_stale(tmp_path: Path) -> None:
    keep(tmp_path, result())
    brief = checked(tmp_path, "model", "m", "changed")
    assert brief is not None
    assert brief["stale"]
    assert "the prompts have changed since, so this is stale" in sentence(brief)


def test_the_results_of_two_models_are_kept_and_a_damaged_file_holds_none(tmp_path: Path) -> None:
    keep(tmp_path, result())
    keep(tmp_path, result(model="n"))
    keep(tmp_path, result(model="n", date="2026-11-19"))
    assert [one["date"] for one in results(tmp_path).values()] == ["2026-11-18", "2026-11-19"]
    for text in ("{", "[]", '{"model:m": 3}', '{"model:m": {"modes": {}}}'):
        (tmp_path / NAME).write_text(text)
        assert checked(tmp_path, "model", "m", "abc") is None


@pytest.mark.parametrize(
    ("said", "counted", "holds"),
    [
        ("likely", [3, 10], "possible"),
        ("likely", [6, 10], "likely"),
        ("likely", [0, 4], "likely"),
        ("likely", [10, 10], "likely"),
        ("confirmed", [9, 10], "confirmed"),
        ("confirmed", [8, 10], "likely"),
        ("confirmed", [5, 10], "possible"),
        ("possible", [10, 10], "possible"),
    ],
)
def test_a_word_of_confidence_is_what_it_proved_to_be(said: Confidence, counted: list[int], holds: str) -> None:
    assert earned(said, {"words": {said: counted}}) == holds
    assert earned(said, None) == said


def test_a_mode_on_which_the_model_was_wrong_more_often_than_right_is_marked() -> None:
    brief = {"weak": ["FM-2.4"]}
    assert weak_words(brief, "FM-2.4").startswith("Weak with this model")
    assert weak_words(brief, "FM-2.5") == weak_words(brief, None) == weak_words(None, "FM-2.4") == ""
