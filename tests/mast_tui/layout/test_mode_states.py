"""What the heading of a category says of its modes."""

import pytest

from mast_tui.layout.mode_states import ModeState, present_word


@pytest.mark.parametrize(
    "verdicts, said",
    [
        (("absent", "absent"), "none present"),
        (("absent", "not_assessed"), "1 not assessed"),
        (("unclear", "absent"), "1 unclear"),
        (("unclear", "unclear", "not_assessed"), "2 unclear"),
        (("present", "unclear"), "1 present"),
        (("not_assessed", "not_assessed"), "not assessed"),
    ],
)
def test_none_is_called_present_only_where_nothing_is_unclear(verdicts: tuple[str, ...], said: str) -> None:
    modes = [ModeState(f"FM-1.{number}", "A mode", "FC1", verdict, "") for number, verdict in enumerate(verdicts, 1)]
    assert present_word(modes) == said
