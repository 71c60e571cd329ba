"""The prompts of one small run as they are sent: a page that shows on every change what a model would read."""

from tests.agent.analyst.small_run import PAGE, page


def test_the_page_shows_the_prompts_as_they_are() -> None:
    assert page() == PAGE.read_text(encoding="utf-8"), "python -m tests.agent.analyst.small_run redraws it"
