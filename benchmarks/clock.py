"""Times commands side by side, so that a busy machine slows all of them alike, and work by what it takes itself."""

import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median


def medians_ms(commands: Mapping[str, Sequence[str]], rounds: int = 11) -> dict[str, float]:
    """The median wall-clock time of each command in ms; every round runs each once, after one that is not counted."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=_plain())
            if turn:
                times[name].append((time.perf_counter() - start) * 1000)
    return {name: median(seen) for name, seen in times.items()}


def _plain() -> dict[str, str]:
    """The environment without what would change how Python starts."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COVERAGE"))}


def speeds(text: str, *works: Callable[[str], object], rounds: int = 7) -> list[float]:
    """How many MB of the text each piece of work goes over in a second of processor time, by turns, round by round."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, seen in zip(works, times, strict=True):
            start = time.process_time()
            work(text)
            seen.append(time.process_time() - start)
    return [len(text.encode()) / median(seen) / 1_000_000 for seen in times]
