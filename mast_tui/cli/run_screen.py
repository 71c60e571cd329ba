"""A command that is run with a screen: its acts at the left, its output at the right, then its diagnosis."""

import os
import shlex
import signal
import threading
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agent.clean import clean_name
from agent.number_words import count
from mast_tui.cli import open as open_command
from mast_tui.cli.diagnosed_command import MOST_DIAGNOSED, diagnosed, gravest, new_log
from mast_tui.cli.listening import Listening
from mast_tui.cli.markdown_text import in_words
from mast_tui.cli.output import narrate
from mast_tui.cli.told_acts import ToldActs
from mast_tui.state.watched_run import Lines, WatchedRun

if TYPE_CHECKING:
    from mast_tui.receiver.export import Share
    from mast_tui.receiver.watched_command import WatchedCommand

GRACE = 3
"""Seconds that a command has to end once it was told to."""


def run(words: Sequence[str], options: Namespace) -> int:
    """Watch the command on a screen until somebody leaves it; then say what came of it."""
    from mast_tui.receiver.watched_command import WatchedCommand, environment

    watching = _Watching(options)
    listening = watching.listening = Listening(options.folder, watching.hear)
    listening.server.start()
    log = new_log(listening.folder)
    watched = watching.run = WatchedRun(shlex.join(words), log, watching.interrupt)
    out, err = Lines(watched, is_error=False), Lines(watched, is_error=True)
    try:
        variables = environment(listening.address, os.environ)
        watching.command = WatchedCommand(words, variables, log, out, err, has_terminal=False)
        thread = threading.Thread(target=watching.follow, args=(watching.command, (out, err)), daemon=True)
        thread.start()
        try:
            _show(watched, options)
        finally:
            watching.command.stop()
            thread.join(GRACE)
            watching.command.stop(signal.SIGKILL)
            thread.join()
    finally:
        listening.close()
    return watching.told()


def _show(watched: WatchedRun, options: Namespace) -> None:
    options.trace = options.run = options.format = options.task = options.diagnosis = None
    options.demo, options.overview = False, watched
    open_command.run(options)


class _Watching:
    """What happens beside the screen: spans come, the command ends, its runs are diagnosed."""

    def __init__(self, options: Namespace) -> None:
        self._options = options
        self.listening: Listening | None = None
        self.run: WatchedRun | None = None
        self.command: WatchedCommand | None = None
        self._acts = ToldActs(self._tell)
        self._judged = 0

    def _tell(self, actor: str, kind: str, title: str) -> None:
        if self.run is not None:
            self.run.act(actor, kind, title)

    def hear(self, share: "Share") -> None:
        """Something was written for a trace."""
        if self.listening is not None and self.run is not None:
            path = self.listening.files.path(share.name)
            self.run.hear(path, share.records)
            self._acts.hear(path)

    def interrupt(self) -> None:
        """Tell the command what Ctrl+C tells it."""
        if self.command is not None:
            self.command.stop(signal.SIGINT)

    def follow(self, command: "WatchedCommand", streams: Sequence[Lines]) -> None:
        """Wait for the end of the command, in a thread, and diagnose what it left."""
        assert self.run is not None  # noqa: S101 - it is there before the thread is
        code = command.wait()
        command.close()
        for stream in streams:
            stream.close()
        self._acts.close()
        self.run.end(code)
        if self._options.diagnose != "no":
            self.run.conclude("", under_way=True)
            self.run.conclude(self._diagnosed(self.run))

    def _diagnosed(self, run: WatchedRun) -> str:
        """What is concluded about the runs, in words."""
        traces = sorted(run.spans, key=lambda path: -run.spans[path]) or [run.log]
        told, codes = [], []
        if len(traces) > MOST_DIAGNOSED:
            told.append(f"{len(traces)} runs came; the {MOST_DIAGNOSED} with most spans are diagnosed.")
        for trace in traces[:MOST_DIAGNOSED]:
            done = diagnosed(self._options, trace, capture_output=True)
            if done is not None:
                told.append((done.stdout or done.stderr).decode("utf-8", "replace").strip())
                codes.append(done.returncode)
        self._judged = gravest(codes)
        return in_words("\n\n".join(told))

    def told(self) -> int:
        """Say on the terminal what came of it, once the screen is gone; the exit code."""
        run = self.run
        assert run is not None and run.code is not None  # noqa: S101 - its thread has ended
        if run.concluded:
            narrate(run.concluded)
        what = f"{count(sum(run.spans.values()), 'span')} of {count(len(run.spans), 'run')}"
        narrate(f"{what} received; what it printed is in {clean_name(Path(run.log))}.")
        if run.code:
            narrate(f"The command ended with exit code {run.code}.")
        return run.code or self._judged
