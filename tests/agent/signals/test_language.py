"""English or not, from few words as well: detectors that rest on English words must say where they cannot judge."""

import pytest

from agent.signals.readings.language import English

ENGLISH = [
    "Please count the boats in the harbour and tell me how many there are.",
    "Calling restaurant Aster. Fully booked on Friday. OK, thank you.",
    "def area(r): return 3 * r",
    "",
]
OTHERS = [
    "Wie viele Fähren fahren am Sonntag? Bitte prüfe den Fahrplan und zähle die Abfahrten nach.",
    "Il y a trois bateaux au quai nord, je les ai comptés pour vous. Merci.",
    "---------- planner ----------\n请计算员算一下十七乘以二十三。\n---------- checker ----------\n我用加法验算,正确。",
    "Сколько лодок стоит в гавани? Я посчитал их дважды.",
    "¿Cuántos barcos hay en el puerto? Los conté dos veces para una lista.",
]


def judged(text: str, times: int) -> bool:
    english = English()
    for _ in range(times):
        english.see(text)
    return english.likely


@pytest.mark.parametrize("times", [1, 20])
@pytest.mark.parametrize("text", ENGLISH[:2])
def test_english_is_english(text: str, times: int) -> None:
    assert judged(text, times)


@pytest.mark.parametrize("text", ENGLISH)
def test_a_few_words_with_no_sign_of_another_language_are_english(text: str) -> None:
    assert judged(text, 1)


@pytest.mark.parametrize("times", [1, 20])
@pytest.mark.parametrize("text", OTHERS)
def test_other_languages_are_not_however_short(text: str, times: int) -> None:
    assert not judged(text, times)
