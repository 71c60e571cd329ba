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
from mast_tui.state import paths, screen_settings

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
    parser.add_argument("--ask", action="store_true", help="ask the model for one token also where that is OpenAI's")


def run(options: Namespace) -> int:
    """Look at everything, and print it; what does not work is advice, not a failure of this command."""
    if options.graph:
        write(_graph())
        return 0
    checks = [*(check() for check in CHECKS), model(options.ask)]
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


def chosen() -> Check:
    """Where the settings are read from, and whether something in them is read by nobody."""
    file, trouble = paths.settings_path(), screen_settings.load().warning
    if trouble:
        return Check("settings", False, trouble, "Correct it there, or with `mast-tui config set`.")
    if newer := paths.newer_settings_path():
        return Check("settings", True, f"{file} (where it once had to be; {newer} counts once it is there)")
    return Check("settings", True, str(file) if file.exists() else f"{file} (not there; everything is as it comes)")


def key() -> Check:
    """Whether there is a key, and where it comes from; it is never shown, and what it opens is another check."""
    ways = f"it comes from {settings.KEY}, or from the file that model.key_file names"
    try:
        told = settings.read(paths.state_folder())
    except MastError as fault:
        return Check("key", False, f"{fault.what} {fault.to}", fault.next_step)
    if told.key is None:
        return Check("key", True, f"none; {ways}. A server of your own may need none.")
    if os.environ.get(settings.KEY):
        return Check("key", True, f"{settings.KEY} is set (not shown)")
    return Check("key", True, "read from the file that model.key_file names (not shown)")


def model(ask: bool = False) -> Check:
    """Whether a model answers: its server is asked where one is set, OpenAI only where that is wished."""
    try:
        told = settings.read(paths.state_folder())
        if told.address is None:
            seen = "neither a key nor an address is set, so the offline analyst works"
            return Check("model", False, seen, f"Set {settings.KEY}, or OPENAI_BASE_URL, or press K in the app.")
        if told.base_url is None and not ask:
            seen = "OpenAI would be asked; it was not called, so nobody knows yet whether it takes the key"
            return Check("model", False, seen, "`mast-tui doctor --ask` asks it for one token.")
        return asyncio.run(_asked(replace(told, seconds=SECONDS)))
    except MastError as fault:
        return Check("model", False, f"{fault.what} {fault.to}", fault.next_step)


async def _asked(told: settings.Settings) -> Check:
    """Ask the server for its models, and the one that is set for one token: a list may need no key."""
    from agent.analyst.choice import answers, offered  # it loads what talks to a server

    names = await offered(told)
    count = f"{told.host} offers {len(names)} {'model' if len(names) == 1 else 'models'}"
    if told.model is None and len(names) != 1:
        return Check("model", False, f"{count}; none is chosen", "Name one with --model or MAST_TUI_MODEL.")
    name = told.model or names[0]
    await answers(replace(told, model=name))
    if name not in names:
        return Check("model", True, f"{count}; {name} is not among them, but answers")
    return Check("model", True, f"{count}; {name} answers")


CHECKS: tuple[Callable[[], Check], ...] = (
    python,
    libraries,
    terminal,
    colour,
    encoding,
    clipboard,
    tokenizer,
    state_folder,
    chosen,
    key,
)
