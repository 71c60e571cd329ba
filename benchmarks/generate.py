"""Writes logs of any size in the shape of real ones, so that large files need not be kept."""

import atexit
import json
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

NEEDLE = "needle_in_the_haystack_7731"
LARGE, SMALL, JSON_SIZE = 1_000_000_000, 10_000_000, 250_000_000
BLOCK = 16 * 1024 * 1024
AGENTS = ("Planner", "Navigator", "Editor", "Executor")
WORDS = (
    "the model returns a queryset that is filtered by every field of the form and then saved once more because the "
    "test expects an exception when validation fails although the previous step reported that all checks passed in "
    "django core management commands migrate tests schema.py views.py utils and result error traceback value None "
    "assertion failed for object at line while running python import from class self return if not else raise"
).split()


def log(path: Path, size: int) -> Path:
    """A log of the shape `time LEVEL logger: message`, with many lines below most headers."""
    return _write(path, size, _log_record)


def jsonl(path: Path, size: int) -> Path:
    """One chat message per line, whole answers escaped inside it."""
    return _write(path, size, _json_record)


def _write(path: Path, size: int, record: Callable[[random.Random, int], str]) -> Path:
    """Blocks that repeat but for their times, with a needle at 97 % of the file."""
    chance = random.Random(7)
    block = "".join(_records(chance, record))
    written, second = 0, 0
    with path.open("wb") as file:
        while written < size:
            second += 1
            day = f"2026-{1 + second // 28 % 12:02}-{1 + second % 28:02}"
            data = block.replace("2026-11-18", day).encode()[: size - written]
            written += file.write(data)
        file.seek(int(size * 0.97))
        file.write(NEEDLE.encode())
        file.seek(size - 1)
        file.write(b"\n")
    return path


def _records(chance: random.Random, record: Callable[[random.Random, int], str]) -> Iterator[str]:
    made = number = 0
    while made < BLOCK:
        text = record(chance, number)
        made += len(text)
        number += 1
        yield text


def _time(number: int) -> str:
    return f"2026-11-18 {number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}"


def _lines(chance: random.Random, count: int) -> str:
    lines = []
    for _ in range(count):
        indent = " " * (4 * chance.randrange(4))
        lines.append(
            "" if chance.random() < 0.2 else indent + " ".join(chance.choices(WORDS, k=chance.randrange(3, 18)))
        )
    return "\n".join(lines)


def _log_record(chance: random.Random, number: int) -> str:
    agent = chance.choice(AGENTS)
    level = "ERROR" if chance.random() < 0.03 else "INFO"
    body = _lines(chance, int(min(400, chance.paretovariate(1.1) * 8)))
    return f"{_time(number)},{number % 1000:03} {level} agent.{agent}: step {number}\n{body}\n"


def _json_record(chance: random.Random, number: int) -> str:
    agent = chance.choice(AGENTS)
    body = _lines(chance, int(min(400, chance.paretovariate(1.1) * 8)))
    message = {"role": "assistant", "name": agent, "content": f"step {number}\n{body}", "created_at": _time(number)}
    return json.dumps(message) + "\n"


@cache
def large_log() -> Path:
    """A log of 1 GB, deleted when the benchmarks end."""
    return log(_folder() / "large.log", LARGE)


@cache
def small_log() -> Path:
    """The same of 10 MB."""
    return log(_folder() / "small.log", SMALL)


@cache
def large_jsonl() -> Path:
    """Lines of JSON, 250 MB of them."""
    return jsonl(_folder() / "large.jsonl", JSON_SIZE)


@cache
def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="mast-tui-bench-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
