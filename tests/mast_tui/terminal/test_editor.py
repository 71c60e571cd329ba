"""V opens the file's own line in the editor of the person, in a real terminal, and comes back."""

from pathlib import Path

import pytest

from mast_tui.terminal.editor import editor_command
from tests.mast_tui.desk import PLAIN, SAMPLES
from tests.mast_tui.terminal.pty_desk import Terminal


@pytest.mark.parametrize(("trace", "line", "file_line"), [(PLAIN, 300, 300), (SAMPLES / "invoices.jsonl", 92, 16)])
@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_the_editor_gets_the_line_of_the_file(
    tmp_path: Path, trace: Path, line: int, file_line: int, size: tuple[int, int]
) -> None:
    editor = tmp_path / "ed it.sh"
    editor.write_text(f'#!/bin/sh\necho "$@" > "{tmp_path}/told"\n')
    editor.chmod(0o755)
    terminal = Terminal(
        f"{trace}:{line}", home=tmp_path / "home", size=size, extra={"EDITOR": f"'{editor}' -x", "VISUAL": ""}
    )
    try:
        terminal.wait_for(f"L{line}")
        terminal.wait_for("offline analyst")
        terminal.send("V")
        terminal.wait_for("Back from line")
        assert (tmp_path / "told").read_text() == f"-x +{file_line} {trace}\n"
        terminal.send("j")
        terminal.send("q")
        terminal.wait(lambda: terminal.code is not None)
    finally:
        terminal.close()


@pytest.mark.parametrize(
    ("editor", "words"),
    [
        ("vim", ["vim", "+7", "/t/run.log"]),
        ("/usr/bin/nvim -R", ["/usr/bin/nvim", "-R", "+7", "/t/run.log"]),
        ("code", ["code", "--wait", "--goto", "/t/run.log:7"]),
        ("code -w", ["code", "-w", "--goto", "/t/run.log:7"]),
        ("hx", ["hx", "/t/run.log:7"]),
    ],
)
def test_each_editor_is_told_in_its_way(monkeypatch: pytest.MonkeyPatch, editor: str, words: list[str]) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor)
    assert editor_command(Path("/t/run.log"), 7) == words
