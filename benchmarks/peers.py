"""Where the programs are that we measure ourselves against."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / ".venv-peers" / "bin"
OURS = ROOT / ".venv" / "bin"
MAST_TUI = str(OURS / "mast-tui")
TOOLONG = str(PEERS / "tl")
