"""`mast-tui run`: runs a command with its exporter pointed here, and diagnoses the run when it has ended."""

import argparse
import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from agent.clean import clean_name
from agent.errors import WrongUse
from agent.number_words import count
from mast_tui.cli.diagnosed_command import MOST_DIAGNOSED, diagnosed, gravest, new_log
from mast_tui.cli.extras import need
from mast_tui.cli.listen import check_consent
from mast_tui.cli.listening import Listening
from mast_tui.cli.output import narrate
from mast_tui.cli.parser import fail_option, model_options
from mast_tui.cli.told_acts import ToldActs

if TYPE_CHECKING:
    from mast_tui.receiver.export import Share


def add_arguments(parser: ArgumentParser) -> None:
    """The command, where its traces are written, and who diagnoses them."""
    parser.add_argument(
        "words", metavar="-- COMMAND ...", nargs=argparse.REMAINDER, help="the command with its own options"
    )
    parser.add_argument(
        "-o", dest="folder", metavar="DIR", type=Path, help="where traces are written (default: in the state folder)"
    )
    parser.add_argument(
        "--diagnose",
        choices=("offline", "model", "no"),
        default="offline",
        help="who diagnoses the run (default offline)",
    )
    parser.add_argument("--quiet", action="store_true", help="no screen, and do not tell the acts while they come in")
    parser.add_argument(
        "--no-screen",
        action="store_true",
        help="no screen: the command has this terminal, and its acts are told on stderr",
    )
    fail_option(parser)
    model_options(parser)


def run(options: Namespace) -> int:
    """The exit code of the command; where that is 0, what the diagnosis says at the --fail-on threshold."""
    need("live", "uvicorn", "opentelemetry.proto")
    check_consent(options)
    words = options.words[1:] if options.words[:1] == ["--"] else options.words
    if not words:
        raise WrongUse(
            "There is no command.", "Nothing follows `mast-tui run --`.", "Name one: mast-tui run -- python team.py."
        )
    if not (options.no_screen or options.quiet) and _is_terminal():
        from mast_tui.cli import run_screen  # loads what the screen takes

        return run_screen.run(words, options)
    heard = _Heard(quiet=options.quiet)
    listening = heard.listening = Listening(options.folder, heard)
    log = new_log(listening.folder)
    try:
        code = _watched(words, listening, heard, log)
    finally:
        listening.close()
        heard.close()
    judged = _diagnosed(options, heard.traces() or [log]) if options.diagnose != "no" else 0
    if code:
        narrate(f"The command ended with exit code {code}.")
    return code or judged


def _is_terminal() -> bool:
    """Whether somebody looks and types; a command that is piped to, or from, keeps its own streams."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return os.environ.get("TERM") not in (None, "dumb", "unknown") and all(each and each.isatty() for each in streams)


def _watched(words: list[str], listening: Listening, heard: "_Heard", log: Path) -> int:
    """Run the command to its end; how it ended."""
    from mast_tui.receiver.watched_command import WatchedCommand, environment

    listening.server.start()
    narrate(f"Receiving at {listening.address}, writing to {clean_name(listening.folder)}.")
    command = WatchedCommand(
        words, environment(listening.address, os.environ), log, sys.stdout.buffer, sys.stderr.buffer
    )
    try:
        code = command.wait()
    finally:
        command.stop()
        command.close()
    if heard.spans:
        what = f"{count(sum(heard.spans.values()), 'span')} of {count(len(heard.spans), 'run')}"
        narrate(f"{what} received; what it printed is in {clean_name(log)}.")
    else:
        narrate(
            f"No span came: the command sends none, or sends them elsewhere (docs/live.md says how each library is "
            f"pointed here). What it printed is in {clean_name(log)}, and is read instead."
        )
    return code


class _Heard:
    """How many spans have come, of which runs; each is told as it comes."""

    def __init__(self, *, quiet: bool) -> None:
        self.listening: Listening | None = None
        self.spans: dict[str, int] = {}
        self._acts = None if quiet else ToldActs()

    def __call__(self, share: "Share") -> None:
        """Something was written for a trace."""
        self.spans[share.name] = self.spans.get(share.name, 0) + share.records
        if self._acts is not None:
            self._acts.hear(self._path(share.name))

    def traces(self) -> list[Path]:
        """The runs, those with most spans first."""
        return [self._path(name) for name in sorted(self.spans, key=lambda name: -self.spans[name])]

    def close(self) -> None:
        """Tell what is left."""
        if self._acts is not None:
            self._acts.close()

    def _path(self, name: str) -> Path:
        return self.listening.files.path(name) if self.listening is not None else Path(name)


def _diagnosed(options: Namespace, traces: list[Path]) -> int:
    """Diagnose the runs and say on stderr what is concluded; the gravest exit code."""
    if len(traces) > MOST_DIAGNOSED:
        narrate(f"{len(traces)} runs came; the {MOST_DIAGNOSED} with most spans are diagnosed.")
    codes = []
    for trace in traces[:MOST_DIAGNOSED]:
        done = diagnosed(options, trace, stdout=sys.stderr)
        if done is not None:
            codes.append(done.returncode)
            if done.stderr:  # what was said goes to ours by itself, but for why there was no diagnosis
                narrate(done.stderr.decode())
    return gravest(codes)
