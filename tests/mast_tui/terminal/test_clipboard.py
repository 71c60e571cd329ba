"""What is kept of copied text: nothing secret, and nothing once everything is forgotten."""

from pathlib import Path

import pytest

from mast_tui.cli import main
from mast_tui.terminal.clipboard import NAME, keep_copy


def test_a_copy_keeps_no_secret_and_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAST_TUI_HOME", str(tmp_path))
    path = keep_copy("first\npassword: 'x9#Lq!7z'\nlast", tmp_path)
    assert path == tmp_path / NAME
    kept = path.read_text("utf-8")
    assert kept.startswith("first\n") and kept.endswith("\nlast")
    assert "x9#Lq!7z" not in kept
    assert main(["forget", "--all"]) == 0
    assert not path.exists()
