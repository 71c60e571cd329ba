"""What a watched command leaves: where its output is kept, which of its runs are diagnosed, and by which program."""

import os
import subprocess
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agent.clean import clean_name
from agent.errors import OurFault
from mast_tui.cli.listen import of_analyst
from mast_tui.receiver.ended_runs import diagnosing

MOST_DIAGNOSED = 5
"""Runs of one command that are diagnosed: those with most spans."""


def new_log(folder: Path) -> Path:
    """Where the output of a command is kept."""
    return folder / f"run-{time.strftime('%Y-%m-%dT%H-%M-%S')}-{os.getpid()}.log"


def words_of_diagnosis(options: Namespace, trace: Path) -> list[str]:
    """The program of its own that diagnoses a run as the options say."""
    thresholds = ["--fail-on", ",".join(options.fail_on)] if options.fail_on else []
    return [*diagnosing(trace), *of_analyst(options), *thresholds]


def diagnosed(options: Namespace, trace: Path, **streams: Any) -> "subprocess.CompletedProcess[bytes] | None":
    """How the program that diagnosed a run ended, or why there was none; nothing where nothing stands in the trace."""
    words = words_of_diagnosis(options, trace)
    try:
        if not trace.stat().st_size:
            return None
        return subprocess.run(words, stdin=subprocess.DEVNULL, check=False, **streams)  # noqa: S603 - our own program
    except OSError as fault:
        why = f"{clean_name(trace)} was not diagnosed: {fault.strerror}."
        return subprocess.CompletedProcess(words, OurFault.exit_code, b"", why.encode())


def gravest(codes: Sequence[int]) -> int:
    """The exit code of some diagnoses: a threshold that was reached, else what failed; incomplete is none."""
    return 1 if 1 in codes else max((code for code in codes if code not in (0, 3)), default=0)
