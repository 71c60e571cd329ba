"""What a person chooses about the screen is there the next time; what else stands in the file stays as it is."""

from pathlib import Path

import pytest

from agent.settings import read as read_model
from agent.settings_file import NAME
from mast_tui.state.screen_settings import ScreenSettings, keep, load

FILE = """# mine
theme = "dark"  # for the evening

[model]
model = "m"
theme = "not this one"

[keys]
"panes.wrap" = "W"
"""


def test_every_choice_comes_back(tmp_path: Path) -> None:
    home = tmp_path / "not" / "there"
    for name, value in (("theme", "high contrast"), ("motion", False), ("wrap", False), ("ascii", True)):
        assert keep(name, value, home) == ""
    assert load(home) == ScreenSettings(theme="high contrast", motion=False, wrap=False, ascii=True)
    assert (home / NAME).stat().st_mode & 0o777 == 0o600
    assert [each.name for each in home.iterdir()] == [NAME]


def test_a_choice_changes_its_own_line_only(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(FILE)
    assert keep("theme", "light", tmp_path) == ""
    assert keep("wrap", False, tmp_path) == ""
    changed = (tmp_path / NAME).read_text()
    assert changed == FILE.replace('"dark"  # for the evening', '"light"  # for the evening\nwrap = false', 1)
    assert read_model(tmp_path, {}).model == "m"
    assert load(tmp_path).keys == {"panes.wrap": "W"}


@pytest.mark.parametrize("text", ['theme = """\ndark"""\n', '"theme" = "dark"\n', "theme = 'dark'\n"])
def test_a_choice_is_found_however_it_is_written(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    assert keep("theme", "light", tmp_path) == ""
    assert load(tmp_path).theme == "light"


@pytest.mark.parametrize("text", ["theme = [\n", "theme.day = 1\n", "[theme]\n"])
def test_a_file_that_only_a_person_can_change_stays_as_it_is(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    assert "only until you quit" in keep("theme", "light", tmp_path)
    assert (tmp_path / NAME).read_text() == text


def test_a_home_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "only until you quit" in keep("theme", "light", tmp_path / "file")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('theme = "drak"', "there is no theme 'drak'. The nearest is \"dark\"."),
        ('them = "dark"', 'there is no setting "them". The nearest is "theme".'),
        ('motion = "off"', "motion is 'off', and it takes true or false."),
        ('theme = "nothing like it"\nwarp = true', "There are 1 more."),
    ],
)
def test_what_nobody_reads_is_named_with_the_nearest_word(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / NAME).write_text(text)
    assert said in load(tmp_path).warning


def test_settings_that_are_all_known_are_not_named(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(FILE)
    assert load(tmp_path).warning == ""
