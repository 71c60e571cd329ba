"""A short soak; `python -m tests.mast_tui.terminal.soak SECONDS` is a long one."""

import pytest

from tests.mast_tui.terminal.soak import keys, soak


@pytest.mark.parametrize("seed", [3, 4])
def test_nothing_ends_the_app_but_q(seed: int) -> None:
    soak(lambda acts: acts < 130, seed)


def test_a_soak_types_most_keys_and_none_that_ends_the_app() -> None:
    assert len(keys()) > 60
    assert not {"q", "\x03", "\x11", "\x1a"} & set(keys())
