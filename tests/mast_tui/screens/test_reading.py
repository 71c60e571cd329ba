"""How lines read: laid out or as written, and letters that lead to what is in sight."""

import json
from pathlib import Path

import pytest

from mast_tui.screens.trace import TraceScreen
from tests.mast_tui.desk import SAMPLES, app_on, read

CALL = {
    "command": "python -m pytest -q tests/test_total.py",
    "options": {"timeout": 30, "check": True, "tries": [1, 2]},
}


def page_of(screen: TraceScreen) -> list[str]:
    """What the trace shows."""
    return [screen.trace.render_line(y).text.rstrip() for y in range(screen.trace.size.height)]


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "run.jsonl"
    call = {"id": "1", "type": "function", "function": {"name": "run", "arguments": json.dumps(CALL)}}
    said = [
        {"role": "user", "content": "Add up.\n```python\ndef total():\n    return 1\n```"},
        {"role": "assistant", "name": "Coder", "content": "I run it.", "tool_calls": [call]},
    ]
    path.write_text("".join(json.dumps(each) + "\n" for each in said))
    return path


@pytest.mark.parametrize("size", [(100, 30), (60, 20)])
async def test_a_call_is_laid_out_and_j_shows_it_as_it_is_written(trace: Path, size: tuple[int, int]) -> None:
    app = app_on(trace)
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        await pilot.press("G")
        rows = [row.partition("▏")[2].removeprefix("  ") for row in page_of(screen)]
        assert '  "options": {' in rows and '    "timeout": 30,' in rows
        numbered = [row for row in page_of(screen) if '"command"' in row or row.rstrip().endswith("{")]
        assert sum(row.split("▏")[0].strip() != "" for row in numbered) == 1
        await pilot.press("J")
        assert '  "options": {' not in [row.partition("▏")[2].removeprefix("  ") for row in page_of(screen)]
        assert any('{"command": "python' in row for row in page_of(screen))


async def test_code_between_fences_has_colours_and_j_takes_them_away(trace: Path) -> None:
    app = app_on(trace)
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await read(pilot, app)

        def inks() -> set[str]:
            line = next(at for at in range(1, 9) if screen.rows.reader.line(at).startswith("def "))
            return {span.ink for made in screen.rows.rows_of(line) for span in made.row.spans[3:]}

        assert "code_word" in inks()
        await pilot.press("J")
        assert inks() == {"text"}


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_a_letter_leads_to_its_line_and_any_other_key_ends_that(size: tuple[int, int]) -> None:
    app = app_on(SAMPLES / "invoices.jsonl")
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        await pilot.press("j", "m", "b", "s")
        labels = dict(screen.trace.labels)
        assert {1, 10} <= set(labels)
        assert len(set(labels.values())) == len(labels)
        line, letter = max(labels.items())
        assert any(row.split("▏")[0].split() == [str(line), letter] for row in page_of(screen))
        await pilot.press(letter)
        assert screen.trace.place.line == line
        assert not screen.trace.labels
        await pilot.press("s", "escape", "j")
        assert not screen.trace.labels
        assert screen.trace.place.line >= line
