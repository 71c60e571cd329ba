"""Gives the terminal to the editor of a person: for a file, or for a text that comes back changed."""

import tempfile
from pathlib import Path

from textual.app import App, SuspendNotSupported

from mast_tui.terminal.editor import editor_command, run_editor

NO_EDITOR = "No editor is known: set EDITOR, such as EDITOR=nano."


def open_outside(app: App[object], path: Path, line: int) -> str:
    """Let a person be in their editor until they leave it; why it could not be opened, or nothing."""
    command = editor_command(path, line)
    if command is None:
        return NO_EDITOR
    try:
        with app.suspend():
            trouble = run_editor(command)
    except SuspendNotSupported:
        return "The terminal cannot be given to an editor here."
    app.refresh(layout=True)
    return trouble


def written_outside(app: App[object], text: str) -> tuple[str | None, str]:
    """What a person made of a text in their editor, in a private file that is gone afterwards; and any trouble."""
    with tempfile.TemporaryDirectory(prefix="mast-tui-") as folder:
        path = Path(folder, "message.txt")
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        if trouble := open_outside(app, path, 1):
            return None, trouble
        try:
            written = path.read_bytes().decode("utf-8")
        except (OSError, ValueError):
            return None, "What the editor left is no text in UTF-8, so the message stays as it was."
    if not text.endswith("\n"):
        written = written.removesuffix("\n")  # editors end a file with a line break
    return written, ""
