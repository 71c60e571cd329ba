"""A soak: random keys, sizes, traces that grow and are cut, and a server with faults; run as a program.

`python -m tests.mast_tui.terminal.soak SECONDS [SEED]` ends with 0 where nothing but `q` ended the app, every screen
was drawn, no control byte of a trace reached the terminal, and memory grew by no more than it may.
"""

import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from mast_tui.keys.rows import KEYS
from tests.agent.model.judge import replies
from tests.agent.model.server import Body, Step, serve
from tests.mast_tui.terminal.pty_desk import Terminal

MOST_GROWTH = 30.0
MARK = "\x1b]0;PWNED\x07"
NAMED = {
    "escape": "\x1b",
    "enter": "\r",
    "tab": "\t",
    "space": " ",
    "down": "\x1b[B",
    "up": "\x1b[A",
    "left": "\x1b[D",
    "right": "\x1b[C",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pagedown": "\x1b[6~",
    "pageup": "\x1b[5~",
    "shift+tab": "\x1b[Z",
    "slash": "/",
    "colon": ":",
    "ampersand": "&",
    "apostrophe": "'",
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "equals_sign": "=",
    "plus": "+",
}
PASTED = "\x1b[200~pasted\nwords\x1b[201~"
TYPED = ("error\r", "a+b\r", "(", "why did it fail?\r", "Dy", "12\r", "50%\r", "é😀\r", PASTED)
WORDS = ("it failed with an error", "all tests pass", f"the title {MARK}", "[/nope] [@click=app.quit]x[/]")
MOUSE = ("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m", "\x1b[<64;{x};{y}M", "\x1b[<65;{x};{y}M")
ENDING = {"q", "Q", "ctrl+c", "ctrl+q", "ctrl+z"}


def keys() -> tuple[str, ...]:
    """What a terminal sends for every key of the program but those that end it."""
    names = {name for key in KEYS for name in key.keys.split(",")} - ENDING
    sent = []
    for name in sorted(names):
        if len(name) == 1:
            sent.append(name)
        elif name.startswith("ctrl+") and len(name) == 6:
            sent.append(chr(ord(name[5]) & 31))
        elif name.startswith("alt+") and len(name) == 5:
            sent.append(f"\x1b{name[4]}")
        elif name in NAMED:
            sent.append(NAMED[name])
    return tuple(sent)


class Writer:
    """Somebody else who writes the trace while it is read: more of it, less of it, or another one in its place."""

    def __init__(self, path: Path, chance: random.Random) -> None:
        self._path = path
        self._chance = chance
        self._count = 0
        self.anew()

    def rows(self, count: int) -> str:
        """Some messages of a run, with what no terminal should be told."""
        rows = []
        for _ in range(count):
            self._count += 1
            role = self._chance.choice(("user", "assistant", "assistant", "tool"))
            words = self._chance.choice(
                ("it failed with an error", "all tests pass", f"the title {MARK}", "[/nope] [@click=app.quit]x[/]")
            )
            message = {"role": role, "content": f"{self._count} {words} " * self._chance.randint(1, 20)}
            rows.append(json.dumps(message, ensure_ascii=self._chance.random() < 0.5) + "\n")
        return "".join(rows)

    def anew(self) -> None:
        """Write it from its beginning, in place."""
        self._path.write_text(self.rows(400))

    def act(self) -> None:
        """Do one of the things that happen to a file."""
        what = self._chance.random()
        if what < 0.7:
            with self._path.open("a") as file:
                file.write(self.rows(self._chance.randint(1, 30))[: self._chance.choice((None, -7))])
        elif what < 0.8:
            os.truncate(self._path, self._chance.randint(0, self._path.stat().st_size))
        elif what < 0.9:
            other = self._path.with_suffix(".new")
            other.write_text(self.rows(300))
            other.replace(self._path)
        if self._path.stat().st_size > 1_000_000 or what >= 0.9:
            self.anew()


def faulty(chance: random.Random) -> Callable[[Body, int], Step]:
    """A server that answers well about every second time."""
    well = replies({})

    def step(body: Body, number: int) -> Step:
        text = well(body)
        kind = chance.randrange(14)
        faults = (
            Step(status=500, raw=b"broken"),
            Step(status=429, raw=b"{}", headers={"Retry-After": "1"}),
            Step(raw=b"<html>no JSON</html>"),
            Step(text, reset_after=20),
            Step(text[: len(text) // 2], finish="length"),
            Step(text, pause=0.5),
            Step(f"{MARK} {text}"),
        )
        return faults[kind] if kind < len(faults) else Step(text)

    return step


class Soak:
    """One app under random acts."""

    def __init__(self, folder: Path, url: str, seed: int) -> None:
        self._chance = random.Random(seed)
        self._keys = keys()
        path = folder / "run.jsonl"
        self._writer = Writer(path, self._chance)
        extra = {"OPENAI_BASE_URL": url, "OPENAI_API_KEY": "sk-soak", "MAST_TUI_MODEL": "stub"}
        extra |= {"VISUAL": "", "EDITOR": "true"}
        self.at = Terminal(path, home=folder / "home", cwd=folder, extra=extra)
        self.at.wait_for("L1 of")
        self.acts = 0
        self._last: deque[str] = deque(maxlen=40)

    def act(self) -> None:
        """One thing that a person, a program or a terminal does."""
        self.acts += 1
        what = self._chance.random()
        if what < 0.75:
            self._send(self._chance.choice(self._keys))
        elif what < 0.85:
            self._send(self._chance.choice(TYPED))
        elif what < 0.9:
            place = {"x": self._chance.randint(1, 140), "y": self._chance.randint(1, 45)}
            self._send(self._chance.choice(MOUSE).format(**place))
        elif what < 0.93:
            size = self._chance.choice((1, 20, 60, 80, 140, 200)), self._chance.choice((1, 5, 15, 24, 45, 60))
            self._last.append(f"size {size}")
            self.at.resize(*size)
        elif what < 0.96:
            self._last.append("the trace is written to")
            self._writer.act()
        else:
            self._send("\x1b\x1b\x1b")
        self.at.settle(0.02)
        self._wake()
        if self.at.code is not None:
            raise AssertionError(f"it ended by itself with {self.at.code} after {self.acts} acts:\n{self.tail()}")
        if MARK.encode() in self.at.written:
            raise AssertionError(f"a control sequence of the trace reached the terminal after {self.acts} acts")
        del self.at.written[:-200_000]

    def _send(self, keys: str) -> None:
        self._last.append(repr(keys))
        self.at.send(keys)

    def _wake(self) -> None:
        """Fetch it from the background, as a shell does, where the palette has sent it there."""
        if "State:\tT" in self._status():
            self.at.signal(signal.SIGCONT)

    def _status(self) -> str:
        with suppress(OSError):
            return Path(f"/proc/{self.at.pid}/status").read_text(encoding="utf-8")
        return ""

    def tail(self) -> str:
        """The last of what was done, and of what was written."""
        fault = self.at.written.rfind(b"the fault is its own")
        shown = self.at.written[fault:][:3000] if fault >= 0 else self.at.written[-3000:]
        written = bytes(shown).decode("utf-8", "replace")
        return f"{' '.join(self._last)}\n{written}"

    def memory(self) -> float:
        """Megabytes that the app holds."""
        return int(self._status().split("VmRSS:")[1].split()[0]) / 1024

    def is_alive(self) -> None:
        """See that it still draws: another size makes it draw everything."""
        self.at.send("\x1b\x1b\x1b")
        self.at.resize(141, 44)
        self.at.settle(0.3)
        self.at.resize(140, 45)
        try:
            self.at.wait(lambda: self.at.text.strip() != "", 60)
        except AssertionError:
            raise AssertionError(f"it draws nothing any more after {self.acts} acts:\n{self.tail()}") from None

    def quit(self) -> int:
        """Leave every screen and field, and quit; the exit code."""
        end = time.monotonic() + 120
        self.at.resize(140, 45)
        while self.at.code is None and time.monotonic() < end:
            for key in ("\x1b", "\x1b", "q", "y"):
                if self.at.code is None:
                    with suppress(OSError):
                        self.at.send(key)
                    self.at.settle(0.3)
        if self.at.code is None:
            raise AssertionError(f"q does not end it:\n{self.at.text}")
        return self.at.code


def soak(goes_on: Callable[[int], bool], seed: int, told: Callable[[str], None] = lambda _: None) -> float:
    """Act as long as it goes on; by how many megabytes memory grew after the first quarter."""
    chance = random.Random(seed)
    held: list[float] = []
    with tempfile.TemporaryDirectory() as name, serve(faulty(chance)) as server:
        run = Soak(Path(name), server.url, seed)
        try:
            for _ in takewhile(lambda _: goes_on(run.acts), iter(int, 1)):
                run.act()
                if run.acts % 100 == 0:
                    run.is_alive()
                    held.append(run.memory())
                    told(f"{run.acts} acts, {server.calls} calls, {held[-1]:.0f} MB")
            run.is_alive()
            code, tail = run.quit(), run.tail()
        finally:
            run.at.close()
    if code != 0:
        raise AssertionError(f"q ended it with {code}:\n{tail}")
    quarter = len(held) // 4
    return max(held[-quarter:]) - max(held[quarter : 2 * quarter]) if quarter else 0.0


def main() -> int:
    """Soak for as many seconds as were asked for."""
    seconds, seed = float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    end = time.monotonic() + seconds
    grown = soak(lambda _: time.monotonic() < end, seed, lambda words: print(words, flush=True))
    print(f"memory grew by {grown:.1f} MB")
    return int(grown > MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
