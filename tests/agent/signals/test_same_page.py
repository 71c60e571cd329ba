from pathlib import Path

from agent.signals.detectors.same_page import SamePage
from tests.agent.signals.stage import Step, say, watch


def page(address: str, body: str, did: str = "I clicked the link.") -> Step:
    return say(
        "surfer",
        f"{did}\nHere is a screenshot of [A page]({address}). The viewport shows 20% of it.\n"
        f"The following text is visible in the viewport:\n{body}",
    )


def test_the_same_place_three_times_is_a_fact(tmp_path: Path) -> None:
    here = page("https://example.org/a", "Welcome to the list of things")
    there = page("https://example.org/b", "Nothing is here")
    (signal,) = watch(
        SamePage, tmp_path, here, there, here, there, page("https://example.org/a", here.text[-29:], "Back.")
    )
    assert signal.topic == "https://example.org/a"
    assert len(signal.occurrences) == 2
    assert [mark.event for mark in signal.references] == [1]


def test_scrolling_through_one_page_is_reading(tmp_path: Path) -> None:
    assert not watch(SamePage, tmp_path, *(page("https://example.org/a", f"Part {n}") for n in range(9)))


def test_a_form_filled_in_field_by_field_shows_new_text(tmp_path: Path) -> None:
    assert not watch(SamePage, tmp_path, *(page("https://example.org/form", "Name: " + "A" * n) for n in range(6)))


def test_steps_on_a_page_whose_text_is_logged_apart_are_steps(tmp_path: Path) -> None:
    steps = [page("https://example.org/form", "", did=f"I typed {n} into the field.") for n in range(6)]
    assert not watch(SamePage, tmp_path, *steps)
    assert watch(SamePage, tmp_path, *[page("https://example.org/form", "", did="I pressed the button.")] * 3)


def test_prose_that_names_an_address_is_no_page(tmp_path: Path) -> None:
    assert not watch(SamePage, tmp_path, *[say("writer", "See [this](https://example.org/a) again, please.")] * 5)


def test_the_front_page_of_a_site_is_where_one_sets_out(tmp_path: Path) -> None:
    front, there = page("https://example.org/", "Search"), page("https://example.org/b", "Nothing is here")
    assert not watch(SamePage, tmp_path, front, there, front, page("https://example.org/c", "A list"), front)


def test_one_actor_is_told_of_once(tmp_path: Path) -> None:
    here, there = page("https://example.org/a", "Welcome"), page("https://example.org/b", "Nothing is here")
    (signal,) = watch(SamePage, tmp_path, here, there, here, there, here, there)
    assert len(signal.occurrences) == 4
