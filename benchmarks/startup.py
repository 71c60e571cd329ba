"""How long it takes until the command line has answered the simplest questions."""

from benchmarks.clock import medians_ms
from benchmarks.peers import MAST_TUI, TOOLONG
from benchmarks.row import Row, at_most

GOAL = 0.4


def run() -> list[Row]:
    """`--help` and `--version`, beside the help of a log reader that is also built on Textual."""
    seen = medians_ms(
        {"help": [MAST_TUI, "--help"], "version": [MAST_TUI, "--version"], "toolong": [TOOLONG, "--help"]}
    )
    peer = seen["toolong"]
    return [
        at_most(GOAL, "mast-tui --help", "start, answer, end", seen["help"], peer, "tl --help"),
        at_most(GOAL, "mast-tui --version", "start, answer, end", seen["version"], peer, "tl --help"),
    ]
