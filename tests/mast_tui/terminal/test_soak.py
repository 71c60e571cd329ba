"""What a soak types; `python -m tests.mast_tui.terminal.soak SECONDS` runs one."""

from tests.mast_tui.terminal.soak import keys


def test_a_soak_types_most_keys_and_none_that_ends_the_app() -> None:
    assert len(keys()) > 60
    assert not {"q", "\x03", "\x11", "\x1a"} & set(keys())
