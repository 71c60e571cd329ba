"""What goes wrong in a run that still goes on is hinted at, without anybody asking."""

import json
from pathlib import Path

from tests.mast_tui.desk import app_on, read, session_of, told, until


def line(number: int) -> str:
    """A call that fails, and is made again."""
    attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "search",
        "gen_ai.tool.call.arguments": '{"q": "lamps"}',
        "gen_ai.tool.call.result": "Error: no such index",
    }
    held = [{"key": key, "value": {"stringValue": value}} for key, value in attributes.items()]
    at = 1_700_000_000_000_000_000 + number * 1_000_000_000
    span = {"traceId": "ab" * 16, "spanId": f"{number:016x}", "name": "execute_tool search", "attributes": held}
    span |= {"startTimeUnixNano": str(at), "endTimeUnixNano": str(at + 500_000_000)}
    return json.dumps({"resourceSpans": [{"scopeSpans": [{"scope": {}, "spans": [span]}]}]}) + "\n"


async def test_a_call_that_is_repeated_is_hinted_at_while_the_run_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "run.otlp.jsonl"
    path.write_text(line(1))
    app = app_on(path)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await read(pilot, app)
        for number in range(2, 8):
            with path.open("a") as file:
                file.write(line(number))
        await until(pilot, lambda: "Hint at L" in told(screen))
        assert "search" in told(screen) and session_of(app).diagnosis is None
