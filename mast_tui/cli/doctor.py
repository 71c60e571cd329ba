"""`mast-tui doctor`: checks what works on this machine, and says what to do about the rest."""

import asyncio
import os
import platform
import shutil
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec

from agent import __version__, settings
from agent.errors import MastError
from mast_tui.cli.output import visible, write, write_json
from mast_tui.state import paths

SECONDS = 5.0
"""How long a server is waited for."""
SMALLEST_SCREEN = (60, 15)
CLIPBOARD_PROGRAMS = {
    "darwin": ("pbcopy",),
    "linux": ("wl-copy", "xclip", "xsel", "clip.exe"),
    "win32": ("clip.exe",),
}
LIBRARIES = ("textual", "langgraph", "openai", "pydantic", "tiktoken", "hyperscan", "stringzilla", "zstandard")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: whether it works, what was seen, and what to do where it does not."""

    name: str
    works: bool
    seen: str
    advice: str | None = None


def add_arguments(parser: ArgumentParser) -> None:
    """How the answer is written."""
    parser.add_argument("--graph", action="store_true", help="draw the graph that a diagnosis walks")
    parser.add_argument("--json", action="store_true", help="the checks as one JSON document")


def run(options: Namespace) -> int:
    """Look at everything, and print it; what does not work is advice, not a failure of this command."""
    if options.graph:
        write(_graph())
        return 0
    checks = [check() for check in CHECKS]
    if options.json:
        write_json({"version": __version__, "checks": [asdict(check) for check in checks]})
        return 0
    for check in checks:
        write(f"{'ok  ' if check.works else 'note'}  {check.name:<12}  {visible(check.seen)}")
        if check.advice:
            write(f"{'':20}{visible(check.advice)}")
    return 0


def _graph() -> str:
    from agent.graph.draw import draw  # it loads LangGraph

    return draw()


def python() -> Check:
    """The interpreter and ourselves."""
    return Check("versions", True, f"mast-tui {__version__}, Python {platform.python_version()}, {platform.system()}")


def libraries() -> Check:
    """Whether everything the product is built on can be found, without loading it."""
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        return Check("libraries", False, f"missing: {', '.join(missing)}", "Install mast-tui again.")
    return Check("libraries", True, f"all {len(LIBRARIES)} found")


def terminal() -> Check:
    """Whether there is a screen, and one large enough."""
    name = os.environ.get("TERM") or "unnamed"
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return Check("terminal", False, "not a terminal here", "Run this in the terminal in which you read traces.")
    columns, rows = os.get_terminal_size()
    seen = f"{name}, {columns}x{rows}"
    if name == "dumb":
        return Check("terminal", False, seen, "Set TERM to what your terminal is, for example xterm-256color.")
    if columns < SMALLEST_SCREEN[0] or rows < SMALLEST_SCREEN[1]:
        return Check("terminal", False, seen, "Make the window at least 60 columns by 15 rows; 80 by 24 shows all.")
    return Check("terminal", True, seen)


def colour() -> Check:
    """How many colours the terminal says it has."""
    if os.environ.get("NO_COLOR"):
        return Check("colour", True, "off, because NO_COLOR is set; symbols and letters carry the meaning")
    if os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Check("colour", True, "true colour")
    if "256color" in os.environ.get("TERM", ""):
        return Check("colour", True, "256 colours")
    return Check("colour", False, "16 colours or fewer", "If your terminal has true colour, set COLORTERM=truecolor.")


def encoding() -> Check:
    """Whether the locale lets symbols and every language through."""
    used = sys.stdout.encoding or "none"
    if used.lower().replace("-", "") == "utf8":
        return Check("text", True, "UTF-8")
    return Check("text", False, used, "Set the locale to a UTF-8 one, for example LANG=C.UTF-8.")


def clipboard() -> Check:
    """The ways in which copied text can leave the app."""
    ways = [name for name in CLIPBOARD_PROGRAMS.get(sys.platform, ()) if shutil.which(name)]
    if ways:
        return Check("clipboard", True, f"by {', '.join(ways)}, and by the terminal itself (OSC 52)")
    if os.environ.get("TMUX"):
        return Check(
            "clipboard", False, "only by the terminal (OSC 52), inside tmux", "In tmux: set -g set-clipboard on."
        )
    if os.environ.get("TERM_PROGRAM") == "Apple_Terminal":
        return Check("clipboard", False, "this terminal takes no OSC 52", "Use another terminal, or run it locally.")
    return Check("clipboard", True, "by the terminal itself (OSC 52), where it allows that")


def tokenizer() -> Check:
    """Whether tokens are counted or estimated."""
    if find_spec("agent.tokens") is None:
        return Check("tokenizer", False, "this version counts no tokens yet")
    if find_spec("tiktoken") is None:
        return Check("tokenizer", False, "tiktoken is missing: tokens are estimated", "Install mast-tui again.")
    return Check("tokenizer", True, "tiktoken, without the network")


def state_folder() -> Check:
    """Whether what should be remembered can be written."""
    folder = paths.state_folder()
    standing = next(place for place in (folder, *folder.parents) if place.exists())
    if not standing.is_dir():
        return Check("state", False, f"{standing} is not a folder", "Set MAST_TUI_HOME to a folder of yours.")
    try:
        with tempfile.TemporaryFile(dir=standing):
            pass
    except OSError as error:
        seen = f"{standing} cannot be written ({error.strerror})"
        return Check("state", False, seen, "Set MAST_TUI_HOME to a folder you may write to.")
    return Check("state", True, str(folder) if folder.exists() else f"{folder} (made when it is first needed)")


def model() -> Check:
    """Whether the model can be asked: its server is called, where one is set; the key itself is never shown."""
    try:
        told = settings.read(paths.state_folder())
        if told.base_url is None and told.key:
            return Check("model", True, "OPENAI_API_KEY is set (not shown); OpenAI is not called for a check")
        if told.base_url is None:
            seen = "neither OPENAI_API_KEY nor OPENAI_BASE_URL is set, so the offline analyst works"
            return Check("model", False, seen, "Set one to ask a model.")
        names = asyncio.run(_offered(replace(told, seconds=SECONDS)))
    except MastError as fault:
        return Check("model", False, f"{fault.what} {fault.to}", fault.next_step)
    count = f"{told.host} answers and offers {len(names)} {'model' if len(names) == 1 else 'models'}"
    if told.model is None and len(names) != 1:
        return Check("model", False, f"{count}; none is chosen", "Name one with --model or MAST_TUI_MODEL.")
    if told.model is not None and told.model not in names:
        return Check("model", False, f"{count}, not {told.model}", "Choose one that it offers, or ask it all the same.")
    return Check("model", True, f"{count}; {told.model or names[0]} is asked")


async def _offered(told: settings.Settings) -> list[str]:
    from agent.analyst.choice import offered  # it loads what talks to a server

    return await offered(told)


CHECKS: tuple[Callable[[], Check], ...] = (
    python,
    libraries,
    terminal,
    colour,
    encoding,
    clipboard,
    tokenizer,
    state_folder,
    model,
)
