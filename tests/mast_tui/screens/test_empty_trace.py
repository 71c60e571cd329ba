"""A trace with nothing in it, or with nothing left in it: no key ends the app."""

from pathlib import Path

import pytest
from textual.events import Key

from mast_tui.keys.rows import KEYS
from mast_tui.screens.trace import TraceScreen
from tests.mast_tui.desk import app_on, session_of, until

ENDING = {"q", "Q", "ctrl+c", "ctrl+q", "ctrl+z", "V"}
PRESSED = sorted({name for key in KEYS for name in key.keys.split(",")} - ENDING)


@pytest.mark.parametrize("first", range(0, len(PRESSED), 20))
async def test_no_key_ends_an_app_on_an_empty_trace(first: int, tmp_path: Path) -> None:
    # Slow, since twenty keys are pressed, each with what it opens and the way back.
    path = tmp_path / "run.jsonl"
    path.write_bytes(b"")
    app = app_on(path)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: session_of(app).known)
        for key in PRESSED[first : first + 20]:
            for then in ("enter", "down", "escape", "escape", "1"):
                await pilot.press(key, then)
            assert app.fault is None, key
        await pilot.press("escape", "escape")  # the last key of twenty may have opened a screen
        await until(pilot, lambda: isinstance(app.screen, TraceScreen) or app.fault is not None)
    assert app.fault is None


async def test_a_key_that_comes_when_the_app_has_ended_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(b"")
    app = app_on(path)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: session_of(app).known)
    assert not app.screen_stack
    await app.on_event(Key("j", "j"))
    assert app.fault is None


@pytest.mark.parametrize("size", [(140, 45), (80, 24), (60, 15)])
async def test_an_empty_trace_says_in_whole_words_what_to_do(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(b"")
    app = app_on(path)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: session_of(app).known)
        page = app.screen.query_one("#trace")
        words = " ".join(" ".join(page.render_line(y).text for y in range(page.size.height)).split())
        assert words == "run.jsonl is empty: there is nothing to diagnose; Ctrl+O opens another trace."
