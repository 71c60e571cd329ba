"""`mast-tui [TRACE]`: opens the app on a trace."""

import contextlib
import gc
import os
import sys
import threading
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from agent import settings_file
from agent.errors import MastError, UnreadableTrace, WrongUse
from agent.trace.open_file import open_file
from agent.trace.stdin import brings_a_trace, give_to_terminal
from agent.trace.stored_bytes import STDIN
from mast_tui.app import first_page
from mast_tui.cli.parser import model_options, trace_options
from mast_tui.state import screen_settings
from mast_tui.state.address import divided
from mast_tui.state.paths import usable_state_folder
from mast_tui.terminal import background_colour
from mast_tui.terminal.themes import PALETTES, TERMINAL

_FIRST_LINES = 200


if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.events import Key

    from agent.settings import Settings
    from agent.trace.trace import Trace
    from mast_tui.state.opened_trace import Opened
    from mast_tui.state.session import Session

THEMES = tuple(PALETTES)
_FIRST_WAIT = 0.008
"""Seconds for which the first frame waits to hear of the terminal's background; later the answer costs nothing."""


def add_arguments(parser: ArgumentParser) -> None:
    """TRACE, the trace to open, and how."""
    parser.add_argument(
        "trace",
        metavar="TRACE",
        nargs="?",
        help="a file, a .gz or .zst, a folder, - or a pipe for stdin, or a saved diagnosis, which finds its trace; "
        "TRACE:1234 and TRACE#F2 open there",
    )
    parser.add_argument("--demo", action="store_true", help="open a sample trace, diagnosed offline")
    parser.add_argument(
        "--diagnosis", metavar="FILE.json", type=Path, help="show this saved diagnosis; FILE.json alone finds its trace"
    )
    parser.add_argument(
        "--criteria", metavar="FILE", type=Path, help="what must hold of the result for you, when a model is asked"
    )
    screen_options(parser)
    trace_options(parser)
    model_options(parser)


def screen_options(parser: ArgumentParser) -> None:
    """How the screen is for this time."""
    group = parser.add_argument_group("the screen")
    group.add_argument("--theme", metavar="NAME", help="for this time: dark, light, high contrast or terminal")
    group.add_argument("--no-mouse", dest="mouse", action="store_false", help="leave the mouse to the terminal")
    group.add_argument("--plain", action="store_true", help="for screen readers: one pane, ASCII, nothing moves")


def run(options: Namespace) -> int:
    """Open the app; what can be said at once is on the screen before the screen's library is loaded."""
    check_terminal(*([options.trace] if options.trace else []))
    overview = getattr(options, "overview", None)
    path = _path(options) if overview is None else None
    chosen = _chosen(options)
    asked = background_colour.ask() if chosen.theme not in THEMES else None
    gc.disable()  # nothing that is loaded becomes garbage: the app turns it on again when it is whole
    seen = chosen.theme if asked is None else asked.listen(_FIRST_WAIT) or ""
    shown = seen if seen in THEMES else background_colour.from_environment()
    painted = options.run is None and not chosen.plain and first_page.show(path, shown, ascii=chosen.ascii)
    typed: list[Key] = []
    try:
        opened_trace = _opened(str(path), options) if path is not None else None
        _read_keys_from_terminal()

        from mast_tui.app.run_app import run_app
        from mast_tui.keys.table import unknown
        from mast_tui.state import store
        from mast_tui.state.session import Session
        from mast_tui.terminal.textual_internals import leave_out_late_answers, typed_keys

        prepare = _prepared(options)
        memory = store.open_store(usable_state_folder())
        if asked is not None:
            shown = asked.listen(0) or shown
            typed, begun = typed_keys(asked.leave().decode("utf-8", "replace"))
            if begun or not asked.answered:
                leave_out_late_answers(begun)
    except BaseException:
        _give_up(painted, asked)
        raise
    chosen = replace(chosen, theme=shown, offline=options.offline, warning=chosen.warning or unknown(chosen.keys))
    known = opened_trace
    session = Session(known.trace, memory, chosen, options.offline, known.given, known.goal) if known else None
    try:
        return run_app(session, chosen, memory, diagnose=options.demo, prepare=prepare, typed=typed, overview=overview)
    finally:
        memory.close()


def _chosen(options: Namespace) -> screen_settings.ScreenSettings:
    """What a person chose: here, else in the file; a terminal of sixteen colours keeps its own theme."""
    theme = getattr(options, "theme", None)
    if theme is not None and theme not in THEMES:
        raise WrongUse("There is no such theme.", f'"{theme}" was given.', settings_file.nearest(theme, THEMES))
    chosen = screen_settings.load()
    own = TERMINAL if background_colour.has_16_colours() else ""
    chosen = replace(chosen, theme=theme or (chosen.theme if chosen.theme in THEMES else own))
    chosen = replace(chosen, mouse=chosen.mouse and getattr(options, "mouse", True))
    return screen_settings.made_plain(chosen) if getattr(options, "plain", False) else chosen


def _give_up(painted: bool, asked: background_colour.Question | None) -> None:
    """Give the terminal back as it was: the app will not come."""
    if painted:
        first_page.leave()
    if asked is not None:
        asked.leave()


def _read_keys_from_terminal() -> None:
    """Make the terminal standard input, where that was a trace or nothing."""
    if sys.stdin is None or not sys.stdin.isatty():
        give_to_terminal()


def _prepared(options: Namespace) -> "Callable[[Session], None]":
    """Gives each session the model that the options name, if they name one; nobody is contacted for that."""
    from agent.settings import Limits, read

    folder = usable_state_folder()
    limits = Limits(options.max_tokens, options.max_calls, options.max_cost)

    file = str(getattr(options, "criteria", None) or "")
    if file:
        from agent.analyst.own_criteria import read_criteria

        read_criteria(Path(file))  # what is bad in it is said before there is an app

    def known() -> "Settings":
        return read(folder, model=options.model, base_url=options.base_url, limits=limits)

    at_first = known()  # what makes no sense is said before there is an app

    def prepare(session: "Session") -> None:
        settings_of_model = at_first
        with contextlib.suppress(WrongUse):  # whoever has broken the file since keeps what held at first
            settings_of_model = known()
        if settings_of_model.address is None or options.offline or options.demo:
            return
        from mast_tui.diagnosis.model_choice import AskedModel, OwnCriteria

        redact, budget, criteria = options.redact, options.chunk_tokens, OwnCriteria.read(file)
        session.model = AskedModel(settings_of_model, folder, redact=redact, budget=budget, criteria=criteria)
        session.analyst, session.asks_a_model = session.model.name, True
        session.consented = options.yes

    return prepare


def _path(options: Namespace) -> str | None:
    if not options.demo:
        named = STDIN if options.trace is None and brings_a_trace() else options.trace
        return None if named is None else str(named)
    from mast_tui.state.samples import demo

    sample = demo()
    if sample is None:
        raise UnreadableTrace("There is no sample.", "It was not installed.", "Name a trace of yours.")
    return str(sample.path)


def check_terminal(*traces: str) -> None:
    """Refuse to draw where nobody would see it; a trace that cannot be read is the first thing to tell of."""
    seen, name = sys.stdout.isatty(), os.environ.get("TERM", "")
    if not seen or name in ("dumb", "unknown"):
        for each in traces:
            if each != STDIN and not set("*?[") & set(each):
                os.close(open_file(Path(divided(each)[0])))
    if not seen:
        trace = " ".join(traces)
        what = f'Standard output is none, so "{trace}" cannot be shown.' if trace else "Standard output is none."
        raise WrongUse(
            "The app needs a terminal.",
            what,
            "Use a command such as `mast-tui diagnose TRACE`; see them with `mast-tui --help`.",
        )
    if name in ("dumb", "unknown"):
        raise WrongUse(
            "This terminal cannot show the app.",
            f"TERM is {name}.",
            "Use a command such as `mast-tui diagnose TRACE`, or another terminal.",
        )


def _opened(path: str, options: Namespace) -> "Opened":
    """The trace, with the diagnosis and the place that were named; one from standard input appears as it comes."""
    from mast_tui.cli.trace_argument import read_task
    from mast_tui.state.opened_trace import opened

    task = read_task(options.task) if options.task is not None else None
    opened_trace = opened(path, options.run, format_name=options.format, task=task, diagnosis=options.diagnosis)
    threading.Thread(target=_begin_to_read, args=(opened_trace.trace,), daemon=True).start()
    return opened_trace


def _begin_to_read(trace: "Trace") -> None:
    """Cut what the first page shows while the app is loaded; the app reads on, and tells what is wrong."""
    with contextlib.suppress(MastError):
        trace.read_to(_FIRST_LINES)
