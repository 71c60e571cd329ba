"""Nothing of a trace, a file name or a question reaches the terminal as a command, on any screen."""

import re
from pathlib import Path

import pytest

from tests.mast_tui.terminal.pty_desk import Terminal

MARK = "PWNED"
PAYLOADS = (
    f"\x1b]52;c;{MARK}\x07",
    f"\x1b]0;{MARK}\x07",
    f"\x1b]2;{MARK}\x1b\\",
    f"\x1b]8;;http://{MARK}/\x1b\\x\x1b]8;;\x1b\\",
    f"\x1b]10;?\x07{MARK}",
    f"\x1bP{MARK}\x1b\\",
    f"\x1b_{MARK}\x1b\\",
    f"\x1b^{MARK}\x1b\\",
    f"\x1bX{MARK}\x1b\\",
    f"\x1bc{MARK}",
    f"\x1b[6n{MARK}",
    f"\x1b[>0q{MARK}",
    f"\x1b[c{MARK}",
    f"\x1b[2J{MARK}",
    f"\x1b[?1049l{MARK}",
    f"\x1b[31m{MARK}",
    f"\x1b[999;999H{MARK}",
    f"\x1b(0{MARK}",
    f"\u009b31m{MARK}",
    f"\u009d0;{MARK}\u009c",
    f"{MARK}\x08\x08\x08\x7f",
    f"{MARK}\r\x00\x0e\x0f\x05",
    f"{MARK}\u202e\u2066\u200b\U000e0041\ufeff",
    f"{MARK}\u2028\u2029\x85\x0b\x0c",
)
MARKUP = ("[/nope]", "[@click=app.quit]x[/]", "[bold red]b[/bold red]", "[link=http://a]l[/link]", "[/INST]")
NEVER = (re.compile(rb"\x1b[\]P_^X][^\x1b\x07]*PWNED"), re.compile(rb"\x1b\]8;"))
C1 = re.compile("[\u0080-\u009f\u202e\u2066\u200b\u2028\u2029\ufeff\U000e0041]")


def hostile_trace(folder: Path) -> Path:
    """A log whose names, lines and task are all payloads, and in which the offline analyst finds something."""
    rows = []
    for number, words in enumerate([*PAYLOADS, *MARKUP]):
        safe = words.replace("\n", " ")
        rows.append(f"Agent{number}{safe} (to User{safe}):\n\n{safe} says {safe}\n\n{'-' * 80}\n")
    path = folder / f"t\x1b]2;{MARK}\x07[@click=app.quit]x[bold].log"
    path.write_text("".join(rows), encoding="utf-8", newline="")
    return path


def check(written: bytes) -> None:
    """No payload is among the bytes."""
    for pattern in NEVER:
        match = pattern.search(written)
        assert match is None, (pattern.pattern, written[max(0, match.start() - 80) : match.end() + 80])
    assert [payload for payload in PAYLOADS if payload.encode() in written] == []
    assert C1.search(written.decode("utf-8", "replace")) is None


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_no_payload_reaches_the_terminal_on_any_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    # Slow, since every screen is opened on every payload, in one real terminal.
    at = Terminal(hostile_trace(tmp_path), home=tmp_path / "home", size=size, cwd=tmp_path)
    try:
        at.wait_for("L1 of")
        at.wait_for_no("reading")
        for keys, seen in (
            ("Z", "L1"),
            ("G", "L"),
            ("g", "L1 of"),
            ("d", "L"),
            ("w", "wrap" if size[0] > 100 else "L"),
            ("r", ""),
            ("\x1b", ""),
            ("o", "Outline"),
            ("\x1b", ""),
            ("2", "Findings"),
            ("\t", ""),
            ("\r", ""),
            ("\x1b", ""),
            ("1", ""),
            ("/", "search"),
            (f"{MARK}", ""),
            ("\r", ""),
            ("?", "Help"),
            ("\x1b", ""),
            ("K", "Set the model"),
            ("\x1b", ""),
            ("\x0f", "Recent"),
            ("\x1b", ""),
        ):
            at.send(keys)
            at.wait_for(seen) if seen else at.settle()
        at.send("D")
        at.settle(2)
        at.wait(lambda: "diagnosing" not in at.text and "waiting" not in at.text)
        for keys in ("2", " ", "\x1b", "x", "\x1b", "c", "\x1b", "\x1b"):
            at.send(keys)
            at.settle()
        assert at.code is None, "it ended, so a payload was obeyed"
        check(bytes(at.written))
    finally:
        at.close()
    assert MARK in bytes(at.written).decode("utf-8", "replace")
