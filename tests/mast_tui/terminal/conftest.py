"""Terminals in which a test runs the program, closed when it ends."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.mast_tui.terminal.pty_desk import Terminal

Open = Callable[..., Terminal]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    opened: list[Terminal] = []

    def make(*words: str | Path, size: tuple[int, int] = (140, 45)) -> Terminal:
        opened.append(Terminal(*words, home=tmp_path / "home", size=size, cwd=tmp_path))
        return opened[-1]

    yield make
    for each in opened:
        each.close()
