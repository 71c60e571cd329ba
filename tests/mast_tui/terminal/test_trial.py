"""A remedy is tried in a real terminal: a message is changed in the person's editor, sent after a yes, and counted."""

import json
from pathlib import Path

import pytest

from tests.agent.model.server import Body, Step, serve
from tests.conftest import RunCli
from tests.mast_tui.desk import SAMPLES
from tests.mast_tui.terminal.pty_desk import Terminal

JUDGE = "You read one failure of an agent"
OWN = "Say first what is new."
AGAIN, OTHER = "The same once more.", "Nothing is new, so I stop."


def agent(body: Body, number: int) -> Step:
    told = "\n".join(str(one["content"]) for one in body["messages"])
    if JUDGE in told:
        fails = AGAIN in told
        verdict = "fails" if fails else "does_not_fail"
        return Step(json.dumps({"because": "", "quote": AGAIN if fails else OTHER, "verdict": verdict}))
    return Step(OTHER if OWN in told else AGAIN)


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_a_change_made_in_the_editor_is_tried(tmp_path: Path, run_cli: RunCli, size: tuple[int, int]) -> None:
    path = tmp_path / "run.json"
    assert run_cli("diagnose", SAMPLES / "invoices.jsonl", "--offline", "-o", path)[0] in (0, 3)
    editor = tmp_path / "editor.sh"
    editor.write_text(f'#!/bin/sh\nfor file; do :; done\nprintf "%s\\n" "{OWN}" > "$file"\n')
    editor.chmod(0o755)
    with serve(agent) as server:
        known = {"OPENAI_BASE_URL": server.url, "MAST_TUI_MODEL": "stub", "OPENAI_API_KEY": "sk-none"}
        terminal = Terminal(
            path, home=tmp_path / "home", size=size, extra={**known, "EDITOR": str(editor), "VISUAL": ""}
        )
        try:
            terminal.wait_for("evidence 1 of")
            terminal.send("eX")
            terminal.wait_for("The difference")
            terminal.send("V")
            terminal.wait_for(f"+ {OWN}")
            terminal.send("\r")
            terminal.wait_for("Nothing has been sent yet.")
            assert server.calls == 0
            terminal.send("y")
            terminal.wait_for("as a person changed them")
            terminal.wait_for("0 of 5 fail")
            asked = ["\n".join(str(one["content"]) for one in body["messages"]) for body in server.requests]
            assert sum(OWN in each and JUDGE not in each for each in asked) == 5
            terminal.send("qq")
            terminal.wait(lambda: terminal.code is not None)
        finally:
            terminal.close()
