"""The chooser as a picture: few runs, very many, and those that were typed for."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.mast_tui.desk import app_on
from tests.mast_tui.screens.test_chooser import chooser
from tests.mast_tui.snapshots.test_snapshots import SIZES, Snap

ENDS = (
    "The total is 48,210.00 EUR, as computed above.",
    "APPROVE",
    "I could not reach the exchange rate service, so the amounts stay in US dollars: please convert them by hand "
    "before anybody pays.",
    "合計は 48,210 ユーロです。",
    "\x1b[31mTERMINATE\x1b[0m\u202e",
)


def write_spans(path: Path, count: int) -> Path:
    """Traces of one to five spans each, as OTLP writes them."""
    with path.open("w") as file:
        for number in range(count):
            trace = f"{(number * 2654435761) % 2**32:08x}" * 4
            spans = [
                {
                    "traceId": trace,
                    "spanId": f"{number:08x}{at:08x}",
                    "name": "chat",
                    "startTimeUnixNano": str((1_763_460_000 + 3_700 * number + at) * 10**9),
                    "endTimeUnixNano": str((1_763_460_001 + 3_700 * number + at) * 10**9),
                    "attributes": [
                        {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}},
                        {"key": "gen_ai.output.messages", "value": {"stringValue": json.dumps([
                            {"role": "assistant", "parts": [{"type": "text", "content": ENDS[(number + at) % 5]}]}
                        ])}},
                    ],
                }
                for at in range(1 + number % 5)
            ]  # fmt: skip
            file.write(json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]}) + "\n")
    return path


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("count", "keys"), [(6, ("j",)), (400, ("G", "k")), (6, ("slash", *"approve"))])
def test_the_chooser(count: int, keys: tuple[str, ...], size: str, snap_compare: Snap, tmp_path: Path) -> None:
    app = app_on(write_spans(tmp_path / "traces.jsonl", count))

    async def before(pilot: Pilot[Any]) -> None:
        await chooser(pilot, app)
        await pilot.press(*keys)
        await chooser(pilot, app)

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)
