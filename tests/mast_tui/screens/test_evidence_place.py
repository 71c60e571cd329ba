"""Enter on lit words opens the finding at that very piece of evidence, and n goes on from there."""

import pytest

from mast_tui.screens.trace.finding_review import FindingReview
from tests.mast_tui.desk import FAILED, app_on, diagnosed, places_of, read, until


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_the_piece_that_was_entered_is_the_one_that_is_stood_on(size: tuple[int, int]) -> None:
    app = app_on(FAILED)
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        await pilot.press("D")
        await diagnosed(pilot, app)
        review = screen.part(FindingReview)
        await pilot.press("1", "n")
        await until(pilot, lambda: places_of(screen).at == 1)
        line = screen.trace.place.line
        await pilot.press("enter")
        await until(pilot, lambda: review.opened == "F1")
        await pilot.pause()
        assert review.detail.mark is not None
        assert (review.detail.mark.kind, review.detail.mark.number) == ("evidence", 1)
        assert (places_of(screen).at, screen.trace.place.line) == (1, line)
