"""What a person writes lies among the settings of the system, and counts where it lay before while it is only there."""

from pathlib import Path

import pytest

from agent.analyst.own_taxonomy import NAME as MODES
from agent.analyst.own_taxonomy import taxonomy_with
from agent.model.prices import NAME as PRICES
from agent.model.prices import price_of
from agent.settings import read
from agent.settings_file import NAME, keep
from agent.system_folders import STATE, custom_folder, written_file

PRICE = "[[model]]\nname = 'own'\nsent = {}\nanswered = 2\n"
MODE = """
[[mode]]
code = "OM-1"
name = "Told twice"
definition = "An agent is told the same twice."
remedies = [{ kind = "verification", target = "the planner", change = "Say it once." }]
"""


@pytest.fixture
def customs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The folders of settings and of state as the system's custom has them."""
    monkeypatch.delenv("MAST_TUI_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "config" / "mast-tui", tmp_path / "state" / "mast-tui"


def test_settings_lie_in_the_folder_of_settings(customs: tuple[Path, Path]) -> None:
    settings, state = customs
    assert custom_folder(STATE) == state
    keep(state, "model.model", "m")
    assert [each.name for each in settings.iterdir()] == [NAME]
    assert settings.stat().st_mode & 0o777 == 0o700
    assert not state.exists()
    assert read(state, {}).model == "m"


def test_what_lies_in_the_state_folder_is_read_and_changed_there(customs: tuple[Path, Path]) -> None:
    settings, state = customs
    state.mkdir(parents=True)
    (state / NAME).write_text("[model]\nmodel = 'before'\n")
    assert read(state, {}).model == "before"
    keep(state, "model.model", "later")
    assert (read(state, {}).model, settings.exists()) == ("later", False)
    settings.mkdir(parents=True)
    (settings / NAME).write_text("[model]\nmodel = 'new'\n")
    assert read(state, {}).model == "new"


def test_prices_and_modes_of_ones_own_lie_beside_the_settings(customs: tuple[Path, Path]) -> None:
    settings, state = customs
    for folder, sent in ((state, 1), (settings, 5)):
        folder.mkdir(parents=True)
        (folder / PRICES).write_text(PRICE.format(sent))
        price = price_of("own", "example.org", state)
        assert price is not None
        assert price.sent == sent
    assert len(taxonomy_with(None, state).modes) == 14
    (settings / MODES).write_text(MODE)
    assert [mode.code for mode in taxonomy_with(None, state).modes][14:] == ["OM-1"]


@pytest.mark.parametrize("named", [True, False])
def test_a_folder_that_is_named_holds_all(
    customs: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    own = customs[1] if named else tmp_path / "own"
    if named:
        monkeypatch.setenv("MAST_TUI_HOME", str(own))
    assert written_file(own, NAME) == own / NAME
