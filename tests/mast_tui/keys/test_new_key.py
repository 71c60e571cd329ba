"""A new key is one row and the action that it names: bindings, hints, help and palette follow."""

import pytest
from textual.app import App

from mast_tui.keys import rows
from mast_tui.keys.key import Key
from mast_tui.keys.palette_actions import Commands
from mast_tui.keys.table import bindings, hints
from tests.mast_tui.desk import PLAIN, app_on, read

ROW = Key("panes.ring", "ctrl+t", "app.ring", "Ring a bell", "panes", "Anywhere", "Ctrl+T ring", palette=True)


async def test_a_row_from_outside_is_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "KEYS", (*rows.KEYS, ROW))
    assert ("Ctrl+T", "ring") in hints("panes")
    rung: list[str] = []

    class Ringing(App[None]):
        BINDINGS = bindings("panes")

        def action_ring(self) -> None:
            rung.append("rung")

    app = Ringing()
    async with app.run_test() as pilot:
        await pilot.press("ctrl+t")
        assert rung == ["rung"]


async def test_a_row_from_outside_is_in_the_palette(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "KEYS", (*rows.KEYS, ROW))
    app = app_on(PLAIN)
    async with app.run_test(size=(100, 30)) as pilot:
        await read(pilot, app)
        hits = [hit async for hit in Commands(app.screen).search("ring a bell")]
        assert [hit.text for hit in hits][:1] == ["Ring a bell"]
