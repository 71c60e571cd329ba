"""What `textual_internals` needs of Textual is there: each test names what another version lacks."""

import inspect
from importlib.metadata import version

import pytest
from rich.style import Style
from textual._xterm_parser import XTermParser
from textual.app import App, ComposeResult
from textual.command import CommandList, CommandPalette
from textual.drivers import linux_driver
from textual.events import Click
from textual.widgets import Static

from mast_tui.terminal.textual_internals import (
    draw_now,
    end_on_fault,
    leave_out_late_answers,
    show_cursor,
    typed_keys,
)


def test_textual_is_the_minor_version_that_this_was_written_for() -> None:
    assert version("textual").split(".")[:2] == ["8", "2"]


@pytest.mark.parametrize("name", ["feed", "tick"])
def test_the_parser_of_keys_has(name: str) -> None:
    assert inspect.isgeneratorfunction(getattr(XTermParser, name)) or callable(getattr(XTermParser, name))


def test_the_driver_makes_its_parser_by_the_name_that_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linux_driver, "XTermParser", XTermParser)
    assert "XTermParser(" in inspect.getsource(linux_driver.LinuxDriver.run_input_thread)
    leave_out_late_answers("\x1b]11;")
    parser = vars(linux_driver)["XTermParser"](False)
    assert [getattr(each, "key", None) for each in parser.feed("rgb:00/00/00\x07j")] == ["j"]


@pytest.mark.parametrize("name", ["_gather_commands", "_action_command_list"])
def test_the_palette_gathers_and_moves_by_the_names_that_are_replaced(name: str) -> None:
    assert callable(getattr(CommandPalette, name))
    assert name.removeprefix("_action_") in inspect.getsource(CommandPalette).replace(f"def {name}", "")


def test_an_unhandled_exception_is_reported_by_fatal_error() -> None:
    assert "self._fatal_error()" in inspect.getsource(App._handle_exception)


async def test_a_fault_is_noted_and_nothing_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken(App[None]):
        def on_mount(self) -> None:
            secret = "sk-value-of-a-variable"
            raise RuntimeError(secret)

    noted: list[BaseException | None] = []
    app = Broken()
    end_on_fault(app, noted.append)
    await app.run_async(headless=True)
    assert [type(each) for each in noted] == [RuntimeError]
    assert app.return_code == 1
    assert "sk-value" not in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("typed", "keys", "begun"),
    [("j\n", ["j", "enter"], ""), ("\x1b[A", ["up"], ""), ("G\x1b]11;rg", ["G"], "\x1b]11;rg"), ("\x1b", [], "\x1b")],
)
def test_what_was_typed_is_keys_and_perhaps_the_beginning_of_an_answer(typed: str, keys: list[str], begun: str) -> None:
    heard, answer = typed_keys(typed)
    assert ([each.key for each in heard], answer) == (keys, begun)


class _Clicked(App[None]):
    def compose(self) -> ComposeResult:
        yield CommandList()


async def test_what_has_changed_is_drawn_at_once() -> None:
    class Words(App[None]):
        def compose(self) -> ComposeResult:
            yield Static("one")

    app = Words()
    async with app.run_test() as pilot:
        await pilot.pause()
        words = app.screen.query_one(Static)
        words.update("two")
        app.screen._dirty_widgets.add(words)
        draw_now(app.screen)
        drawn = app.screen._compositor.render_strips()
        assert drawn[0].text.startswith("two")
        assert not app.screen._dirty_widgets


async def test_a_click_on_a_row_that_the_palette_has_no_more_does_nothing() -> None:
    app = _Clicked()
    async with app.run_test() as pilot:
        listed = app.query_one(CommandList)
        style = Style(meta={"option": 3})
        listed.post_message(Click(listed, 0, 0, 0, 0, 1, False, False, False, style=style))
        await pilot.pause()
        assert listed.highlighted is None


async def test_the_cursor_is_shown_by_the_driver_of_an_app() -> None:
    app = App[None]()
    async with app.run_test():
        assert callable(getattr(app._driver, "write", None))
        show_cursor(app)
